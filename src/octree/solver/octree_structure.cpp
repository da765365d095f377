#include "octree/solver/octree_structure.h"

#include "octree/solver/solve_scratch.h"

namespace sinew {

namespace {

// Cells that follow their own corners, hanging or not.
std::vector<CellUnknowns> over_corners(const Vertices& vertices) {
  std::vector<CellUnknowns> corners(vertices.corners.size());
  for (std::size_t c = 0; c < corners.size(); ++c) corners[c].vertex = vertices.corners[c];
  return corners;
}

}  // namespace

OctreeStructure::OctreeStructure(const OctreeRest& rest, const CellLevelsParams& levels)
    : rest_(rest),
      levels_(levels),
      solve_scratch_(std::make_shared<ScratchPool<SolveScratch>>()),
      coarsest_values_(std::make_shared<CoarseLevels::CoarsestValues>()) {}

OctreeStructure::OctreeStructure(const OctreeRest& rest, const OctreeStructure& before,
                                 const GridPatch& patch)
    : OctreeStructure(rest) {
  if (before.made_packs_)
    std::call_once(has_packs_, [&] {
      packs_ = patch.is_empty()
                   ? before.packs_
                   : std::make_shared<const CellPacks>(patched(*before.packs_, rest.grid, patch));
      made_packs_ = true;
    });
  if (before.made_levels_ && before.coarse_levels_) patch_levels(before.coarse_levels_, patch);
}

// Levels that cannot be patched are made when they are asked for.
void OctreeStructure::patch_levels(const std::shared_ptr<const CoarseStructure>& old,
                                   const GridPatch& patch) {
  auto made = patch.is_empty() ? old : patched_levels(*old, patch);
  if (made == nullptr) return;
  std::call_once(has_coarse_levels_, [&] {
    coarse_levels_ = std::move(made);
    made_levels_ = true;
  });
}

std::shared_ptr<const CoarseStructure> OctreeStructure::patched_levels(const CoarseStructure& old,
                                                                       const GridPatch& patch) const {
  const std::optional<CellLevelsPatch> of_levels = cell_levels_patch(old.levels, patch);
  if (!of_levels) return nullptr;
  std::optional<CellLevels> levels = patched(old.levels, rest_.grid, *of_levels);
  return levels ? patched(old, std::move(*levels), rest_.held, *of_levels) : nullptr;
}

std::shared_ptr<const CellPacks> OctreeStructure::packs() const {
  std::call_once(has_packs_, [&] {
    const OctreeGrid& grid = rest_.grid;
    const auto points = std::span(grid.vertices.points).first(grid.vertices.unknowns);
    packs_ = std::make_shared<const CellPacks>(
        grid.restricted
            ? make_cell_packs(grid.cells.places, grid.unknowns, points)
            : make_cell_packs(grid.cells.places, over_corners(grid.vertices), grid.vertices.points));
    made_packs_ = true;
  });
  return packs_;
}

std::shared_ptr<const CoarseStructure> OctreeStructure::coarse_levels() const {
  std::call_once(has_coarse_levels_, [&] {
    CellLevels levels = make_cell_levels(rest_.grid, levels_);
    if (levels.levels.size() > 1) coarse_levels_ = make_coarse_structure(std::move(levels), rest_.held);
    made_levels_ = true;
  });
  return coarse_levels_;
}

}  // namespace sinew
