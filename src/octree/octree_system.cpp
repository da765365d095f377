#include "octree/octree_system.h"

#include "octree/octree_system_cg.h"
#include "octree/octree_system_cycles.h"

namespace sinew {

std::vector<CellStiffness> cell_stiffness(const OctreeRest& rest, double factor) {
  std::vector<CellStiffness> all(rest.grid.cells.places.size());
  for (Index c = 0; c < rest.grid.cells.count(); ++c) {
    const double scale = factor * rest.grid.side(c);
    all[c] = {scale * rest.material(c).lambda(), scale * rest.material(c).mu()};
  }
  return all;
}

std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, const SolverParams& params) {
  if (params.method == SolverMethod::kCg) return make_cg_system(rest, params);
  if (!uses_levels(params.method)) return make_assembled_system(rest, params);
  CellLevels levels = make_cell_levels(rest.grid.voxels, rest.grid.cells, rest.grid.vertices);
  if (levels.levels.size() == 1) return make_assembled_system(rest, params);
  return make_cycling_system(rest, std::move(levels), params);
}

}  // namespace sinew
