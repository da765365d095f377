#pragma once

#include "octree/grid/hanging_vertices.h"
#include "octree/grid/octree_rest.h"
#include "octree/solver/octree_structure.h"

namespace sinew {

// What follows from the links of a body and does not change until the next cut. Equal bodies that were never
// cut share it (octree_blueprint.h).
struct OctreeParts {
  explicit OctreeParts(OctreeRest made);
  // After a small cut.
  OctreeParts(OctreeRest made, const OctreeParts& before, const GridPatch& patch);
  ~OctreeParts();
  OctreeParts(const OctreeParts&) = delete;
  OctreeParts& operator=(const OctreeParts&) = delete;

  const OctreeRest rest;
  const HangingVertices hanging;
  const OctreeStructure structure;  // of the solver
};

}  // namespace sinew
