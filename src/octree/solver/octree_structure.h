#pragma once

#include <memory>
#include <mutex>

#include "octree/grid/octree_rest.h"
#include "octree/solver/cell_packs.h"
#include "octree/solver/coarse_structure.h"

namespace sinew {

// The parts of an octree's solver that follow from the body at rest, without stiffness, masses and rotations.
// Each is made when it is first asked for, by one thread if several ask.
class OctreeStructure {
 public:
  // Refers to the rest.
  explicit OctreeStructure(const OctreeRest& rest) : rest_(rest) {}

  std::shared_ptr<const CellPacks> packs() const;
  // Null if the octree is too small for a coarser level.
  std::shared_ptr<const CoarseStructure> coarse_levels() const;

 private:
  const OctreeRest& rest_;
  mutable std::once_flag has_packs_, has_coarse_levels_;
  mutable std::shared_ptr<const CellPacks> packs_;
  mutable std::shared_ptr<const CoarseStructure> coarse_levels_;
};

}  // namespace sinew
