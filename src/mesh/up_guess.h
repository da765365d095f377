#pragma once

#include <string>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Mesh files do not say which way is up, and both y and z are in use. A body that was modelled as it stands
// has feet or a base under its middle: its lowest twentieth, seen from below, spans an area that the middle
// of its surface lies over. The guess is y, unless only z has such a base, or one that is much wider.
struct UpGuess {
  char axis = 'y';     // or 'z'
  std::string reason;  // in plain words
};

UpGuess guess_up(const SurfaceMesh& mesh);

}  // namespace sinew
