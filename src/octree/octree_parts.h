#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "octree/grid/hanging_vertices.h"
#include "octree/grid/octree_rest.h"
#include "octree/grid/unknown_pieces.h"
#include "octree/solver/octree_structure.h"

namespace sinew {

// What follows from the links of a body and does not change until the next cut. Equal bodies that were never
// cut share it (octree_blueprint.h). Pieces are found when they are first asked for, by one thread if several ask.
struct OctreeParts {
  explicit OctreeParts(OctreeRest made, const CellLevelsParams& levels = {});
  // After a small cut.
  OctreeParts(OctreeRest made, const OctreeParts& before, const GridPatch& patch);
  ~OctreeParts();
  OctreeParts(const OctreeParts&) = delete;
  OctreeParts& operator=(const OctreeParts&) = delete;

  const Pieces& pieces() const;
  // Those that no hold touches.
  const std::shared_ptr<const LoosePieces>& loose_pieces() const;

  const OctreeRest rest;
  const HangingVertices hanging;
  const OctreeStructure structure;  // of the solver

 private:
  mutable std::once_flag has_pieces_, has_loose_pieces_;
  mutable Pieces pieces_;
  mutable std::shared_ptr<const LoosePieces> loose_pieces_;
  mutable std::atomic<bool> found_pieces_ = false;
};

}  // namespace sinew
