#include "octree/octree_system.h"

#include "octree/octree_system_cg.h"
#include "octree/octree_system_cycles.h"

namespace sinew {

std::vector<CellStiffness> cell_stiffness(const OctreeRest& rest) {
  std::vector<CellStiffness> all(rest.grid.cells.places.size());
  for (Index c = 0; c < rest.grid.cells.count(); ++c) {
    const double scale = rest.grid.side(c);
    all[c] = {scale * rest.material(c).lambda(), scale * rest.material(c).mu()};
  }
  return all;
}

FinestLevel make_finest_level(const OctreeRest& rest) {
  FinestLevel finest(rest.grid.cells.places, rest.grid.unknowns,
                     std::span(rest.grid.vertices.points).first(rest.mass.size()),
                     rest.grid.voxels.lattice().spacing);
  finest.set_stiffness(cell_stiffness(rest));
  return finest;
}

std::unique_ptr<OctreeSystem> make_octree_system(const OctreeRest& rest, FinestLevel& finest,
                                                 const SolverParams& params) {
  if (params.method == SolverMethod::kCg) return make_cg_system(rest, finest, params);
  if (!uses_levels(params.method)) return make_assembled_system(rest, finest, params);
  CellLevels levels = make_cell_levels(rest.grid.voxels, rest.grid.cells, rest.grid.vertices);
  if (levels.levels.size() == 1) return make_assembled_system(rest, finest, params);
  return make_cycling_system(rest, finest, std::move(levels), params);
}

}  // namespace sinew
