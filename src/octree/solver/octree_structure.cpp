#include "octree/solver/octree_structure.h"

#include "octree/solver/solve_scratch.h"

namespace sinew {

OctreeStructure::OctreeStructure(const OctreeRest& rest)
    : rest_(rest),
      solve_scratch_(std::make_shared<ScratchPool<SolveScratch>>()),
      coarsest_values_(std::make_shared<CoarseLevels::CoarsestValues>()) {}

std::shared_ptr<const CellPacks> OctreeStructure::packs() const {
  std::call_once(has_packs_, [&] {
    const OctreeGrid& grid = rest_.grid;
    const auto points = std::span(grid.vertices.points).first(grid.vertices.unknowns);
    packs_ = std::make_shared<const CellPacks>(make_cell_packs(grid.cells.places, grid.unknowns, points));
  });
  return packs_;
}

std::shared_ptr<const CoarseStructure> OctreeStructure::coarse_levels() const {
  std::call_once(has_coarse_levels_, [&] {
    const OctreeGrid& grid = rest_.grid;
    CellLevels levels = make_cell_levels(grid.voxels, grid.cells, grid.vertices);
    if (levels.levels.size() > 1) coarse_levels_ = make_coarse_structure(std::move(levels), rest_.held);
  });
  return coarse_levels_;
}

}  // namespace sinew
