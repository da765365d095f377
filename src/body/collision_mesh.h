#pragma once

#include <memory>
#include <vector>

#include "sinew/embed/embedding.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The tetrahedra that fill a contact surface, at rest: the collision mesh of [Seiler11, sec. 5.1].
struct CollisionTets {
  VolumeMesh mesh;             // own axes of the body, m
  std::vector<double> volume;  // of each node, a quarter of the tetrahedra around it, m^3
};

// Fills a closed surface. Throws Error if it cannot be.
CollisionTets fill_with_tetrahedra(const SurfaceMesh& surface);

// How they follow a body as it is meshed now.
struct CollisionMesh {
  std::shared_ptr<const CollisionTets> tets;
  std::shared_ptr<const Embedding> by_nodes;  // of frames
  Embedding by_unknowns;                      // of the body's step: H
  std::vector<char> is_held;                  // per unknown: not moved by contact
};

}  // namespace sinew
