#include "octree/octree_rest.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "octree/cell_assembly.h"

namespace sinew {

namespace {

std::vector<Material> cell_materials(const OctreeGrid& grid, const MaterialMap& map) {
  if (map.rules.empty()) return element_materials(map, std::array<Vec3, 1>{}, {});
  std::vector<Vec3> centres(grid.cells.places.size());
  for (Index c = 0; c < grid.cells.count(); ++c) centres[c] = grid.centre(c);
  return element_materials(map, centres, {});
}

// The unknowns that move the vertices, ascending.
std::vector<Index> followed_unknowns(const Vertices& vertices, std::span<const Index> chosen) {
  std::vector<Index> unknowns;
  for (const Index v : chosen) {
    if (!vertices.hangs(v)) {
      unknowns.push_back(v);
      continue;
    }
    const Index row = v - vertices.unknowns;
    unknowns.insert(unknowns.end(), vertices.row_vertex.begin() + vertices.row_start[row],
                    vertices.row_vertex.begin() + vertices.row_start[row + 1]);
  }
  std::sort(unknowns.begin(), unknowns.end());
  unknowns.erase(std::unique(unknowns.begin(), unknowns.end()), unknowns.end());
  return unknowns;
}

void set_holds(OctreeRest& rest, std::span<const RegionHold> holds) {
  rest.held.assign(rest.grid.vertices.unknowns, 0);
  for (std::size_t i = 0; i < holds.size(); ++i) {
    const std::string where = fmt::format("holds[{}]", i);
    require_valid(holds[i].region, where);
    require_valid(holds[i].motion, where);
    std::vector<Index> nodes =
        followed_unknowns(rest.grid.vertices, points_in(holds[i].region, rest.positions));
    if (nodes.empty())
      throw Error("the region holds no vertex of the body", where, reach_hint(bounding_box(rest.positions)));
    for (const Index v : nodes) rest.held[v] = 1;
    rest.holds.push_back({std::move(nodes), holds[i].motion});
  }
}

}  // namespace

OctreeRest make_octree_rest(OctreeGrid grid, const MaterialMap& materials,
                            std::span<const RegionHold> holds) {
  OctreeRest rest;
  rest.grid = std::move(grid);
  rest.positions = vertex_positions(rest.grid);
  set_holds(rest, holds);
  set_materials(rest, cell_materials(rest.grid, materials));
  return rest;
}

void set_materials(OctreeRest& rest, std::vector<Material> materials) {
  const OctreeGrid& grid = rest.grid;
  rest.materials = std::move(materials);
  std::vector<double> of_cell(grid.cells.places.size());
  for (Index c = 0; c < grid.cells.count(); ++c) {
    const double side = grid.side(c);
    of_cell[c] = rest.material(c).density * side * side * side;
  }
  rest.vertex_mass.assign(rest.positions.size(), 0);
  for (Index c = 0; c < grid.cells.count(); ++c)
    for (const Index v : grid.vertices.corners[c]) rest.vertex_mass[v] += of_cell[c] / 8;
  rest.mass = lumped_masses(grid.cells.places, grid.unknowns, grid.vertices.unknowns, of_cell);
}

}  // namespace sinew
