#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "octree/grid/octree_rest.h"
#include "octree/solver/cell_packs.h"
#include "octree/solver/coarse_levels.h"

namespace sinew {

struct SolveScratch;

// The parts of an octree's solver that follow from the body at rest, without stiffness, masses and rotations,
// and the memory of its solves. Packs and levels are made when they are first asked for, by one thread if
// several ask.
class OctreeStructure {
 public:
  // Refers to the rest.
  explicit OctreeStructure(const OctreeRest& rest, const CellLevelsParams& levels = {});
  // After a small cut: what the structure before it has is patched.
  OctreeStructure(const OctreeRest& rest, const OctreeStructure& before, const GridPatch& patch);

  std::shared_ptr<const CellPacks> packs() const;
  // Null if the octree is too small for a coarser level.
  std::shared_ptr<const CoarseStructure> coarse_levels() const;
  // Of all systems over this structure.
  const std::shared_ptr<ScratchPool<SolveScratch>>& solve_scratch() const { return solve_scratch_; }
  const std::shared_ptr<CoarseLevels::CoarsestValues>& coarsest_values() const { return coarsest_values_; }

 private:
  void patch_levels(const std::shared_ptr<const CoarseStructure>& old, const GridPatch& patch);
  std::shared_ptr<const CoarseStructure> patched_levels(const CoarseStructure& old,
                                                        const GridPatch& patch) const;

  const OctreeRest& rest_;
  CellLevelsParams levels_;
  mutable std::once_flag has_packs_, has_coarse_levels_;
  mutable std::shared_ptr<const CellPacks> packs_;
  mutable std::shared_ptr<const CoarseStructure> coarse_levels_;
  mutable std::atomic<bool> made_packs_ = false, made_levels_ = false;
  std::shared_ptr<ScratchPool<SolveScratch>> solve_scratch_;
  std::shared_ptr<CoarseLevels::CoarsestValues> coarsest_values_;
};

}  // namespace sinew
