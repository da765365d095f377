#include "octree/solver/octree_system.h"

#include "base/parallel.h"
#include "octree/solver/cg_system.h"
#include "octree/solver/multigrid_system.h"

namespace sinew {

std::vector<CellStiffness> cell_stiffness(const OctreeRest& rest) {
  std::vector<CellStiffness> all(rest.grid.cells.places.size());
  for (Index c = 0; c < rest.grid.cells.count(); ++c) {
    const double scale = rest.grid.side(c);
    all[c] = {scale * rest.material(c).lambda(), scale * rest.material(c).mu()};
  }
  return all;
}

CellOperator make_cell_operator(const OctreeRest& rest) {
  return {rest.grid.cells.places, rest.grid.unknowns,
          std::span(rest.grid.vertices.points).first(rest.mass.size()), rest.grid.voxels.lattice().spacing};
}

OctreeMultigrid make_octree_multigrid(const OctreeRest& rest, SolverMethod method) {
  OctreeMultigrid made;
  run_both(
      [&] {
        if (!uses_levels(method)) return;
        CellLevels levels = make_cell_levels(rest.grid.voxels, rest.grid.cells, rest.grid.vertices);
        if (levels.levels.size() > 1) made.coarse = std::make_unique<CoarseLevels>(std::move(levels));
      },
      [&] { made.finest = std::make_unique<CellOperator>(make_cell_operator(rest)); });
  return made;
}

std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, const OctreeMultigrid& levels,
                                                 const SolverParams& params) {
  if (params.method == SolverMethod::kCg) return make_cg_system(rest, *levels.finest, params);
  if (levels.coarse == nullptr) return make_assembled_system(rest, *levels.finest, params);
  return make_multigrid_system(rest, *levels.finest, *levels.coarse, params);
}

}  // namespace sinew
