#pragma once

#include <variant>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// What of a body collides: its contact surface, which follows the nodes as the surface does that is seen.

// What is seen or, if its edges are shorter than a third of those of the elements that move it, a decimated surface. At
// rest this one is nowhere farther from what is seen than a tenth of an element edge, and others keep a gap to it that is
// at least as large as that distance. A body that was cut collides with what is seen.
struct AutoContact {
  bool operator==(const AutoContact&) const = default;
};
// What is seen.
struct SeenContact {
  bool operator==(const SeenContact&) const = default;
};
// What is seen, decimated to about this many triangles; to more if fewer would cross each other.
struct CoarseContact {
  Index triangles = 0;
  bool operator==(const CoarseContact&) const = default;
};
// A mesh: closed, oriented outward, in the own axes of the body.
struct GivenContact {
  SurfaceMesh mesh;  // m
};
using ContactChoice = std::variant<AutoContact, SeenContact, CoarseContact, GivenContact>;

}  // namespace sinew
