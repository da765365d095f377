#include "octree/grid/octree_rest.h"

#include <fmt/format.h>

#include <algorithm>

#include "octree/grid/brick_colours.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kCells = 4096;  // per parallel chunk

std::vector<Material> cell_materials(const OctreeGrid& grid, const MaterialMap& map,
                                     const Placement& placement) {
  if (map.rules.empty()) return element_materials(map, std::array<Vec3, 1>{}, {});
  std::vector<Vec3> centres(grid.cells.places.size());
  for (Index c = 0; c < grid.cells.count(); ++c) centres[c] = placement.point(grid.centre(c));
  return element_materials(map, centres, {});
}

// The unknowns that these vertices follow, ascending.
std::vector<Index> followed_unknowns(const Vertices& vertices, std::span<const Index> chosen) {
  std::vector<Index> unknowns;
  for (const Index v : chosen)
    for (const auto [unknown, weight] : vertices.weights(v)) unknowns.push_back(unknown);
  std::sort(unknowns.begin(), unknowns.end());
  unknowns.erase(std::unique(unknowns.begin(), unknowns.end()), unknowns.end());
  return unknowns;
}

// Eight unknowns per cell.
std::vector<Index> cell_unknowns(const OctreeGrid& grid) {
  std::vector<Index> nodes;
  nodes.reserve(8 * grid.unknowns.size());
  for (const CellUnknowns& cell : grid.unknowns)
    nodes.insert(nodes.end(), cell.vertex.begin(), cell.vertex.end());
  return nodes;
}

// Sets which unknowns the holds of a body leave free.
void set_held(OctreeRest& rest, const Placement& placement) {
  HeldNodes nodes = held_nodes(rest.holds, rest.grid.vertices.unknowns, placement);
  rest.held = std::move(nodes.held);
  rest.guided = std::move(nodes.guided), rest.rollers = std::move(nodes.rollers);
}

void set_holds(OctreeRest& rest, std::span<const RegionHold> holds, const Placement& placement) {
  const std::vector<Vec3> positions = holds.empty() ? std::vector<Vec3>() : placed(placement, rest.positions);
  for (std::size_t i = 0; i < holds.size(); ++i) {
    const std::string where = fmt::format("holds[{}]", i);
    require_valid(holds[i].region, where);
    require_valid(holds[i].motion, where);
    require_valid_directions(holds[i].directions, where);
    std::vector<Index> nodes = followed_unknowns(rest.grid.vertices, points_in(holds[i].region, positions));
    if (nodes.empty())
      throw Error("the region holds no vertex of the body", where, reach_hint(bounding_box(positions)));
    rest.holds.push_back({std::move(nodes), holds[i].motion, holds[i].directions, holds[i].name});
  }
  set_held(rest, placement);
}

}  // namespace

OctreeRest make_octree_rest(OctreeGrid grid, const MaterialMap& materials, std::span<const RegionHold> holds,
                            const Placement& placement) {
  OctreeRest rest;
  rest.grid = std::move(grid);
  rest.positions = vertex_positions(rest.grid);
  set_holds(rest, holds, placement);
  set_materials(rest, cell_materials(rest.grid, materials, placement));
  return rest;
}

namespace {

// What of an array over all vertices, the unknowns and then the hanging ones, changes.
std::vector<double> patched_by_vertex(const std::vector<double>& old, const std::vector<double>& window,
                                      const Vertices& old_vertices, const GridPatch& patch) {
  const Index unknowns = patch.unknowns.count();
  std::vector<double> now(unknowns + patch.hanging.count());
  const auto same = [](double&) {};
  patch.unknowns.splice_into(now.data(), old.data(), window.data(), same, same);
  patch.hanging.splice_into(now.data() + unknowns, old.data() + old_vertices.unknowns,
                            window.data() + patch.window.vertices.unknowns, same, same);
  return now;
}

OctreeMaterials patched(const OctreeMaterials& old, const Vertices& old_vertices, const GridPatch& patch,
                        const MaterialMap& map, const Placement& placement) {
  const OctreeMaterials window =
      make_octree_materials(patch.window, cell_materials(patch.window, map, placement));
  return {map.rules.empty() ? old.materials : patch.cells.spliced(old.materials, window.materials),
          patched_by_vertex(old.vertex_mass, window.vertex_mass, old_vertices, patch),
          patch.unknowns.spliced(old.mass, window.mass)};
}

// The nodes of a hold: those that are kept, and those of the window.
std::vector<Index> patched_nodes(const std::vector<Index>& old, std::span<const Index> window,
                                 const GridPatch& patch) {
  std::vector<Index> nodes;
  for (const IndexSplice::Run& run : patch.unknowns.runs()) {
    const std::span<const Index> from = run.of_window ? window : old;
    const auto first = std::lower_bound(from.begin(), from.end(), run.from);
    const auto last = std::lower_bound(first, from.end(), run.from + run.count);
    for (auto node = first; node != last; ++node) nodes.push_back(*node - run.from + run.to);
  }
  return nodes;
}

}  // namespace

OctreeRest patched(const OctreeRest& old, OctreeGrid grid, const GridPatch& patch,
                   const MaterialMap& materials, std::span<const RegionHold> holds,
                   const Placement& placement) {
  OctreeRest rest;
  const Vertices& old_vertices = old.grid.vertices;
  static_cast<OctreeMaterials&>(rest) = patched(old, old_vertices, patch, materials, placement);
  rest.grid = std::move(grid);
  rest.positions = vertex_positions(rest.grid);
  const std::vector<Vec3> positions =
      holds.empty() ? std::vector<Vec3>() : placed(placement, vertex_positions(patch.window));
  for (std::size_t i = 0; i < holds.size(); ++i) {
    const std::vector<Index> window =
        followed_unknowns(patch.window.vertices, points_in(holds[i].region, positions));
    rest.holds.push_back({patched_nodes(old.holds[i].nodes, window, patch), holds[i].motion,
                          holds[i].directions, holds[i].name});
  }
  set_held(rest, placement);
  return rest;
}

std::vector<FreePiece> free_pieces_of(const OctreeRest& rest, const Components& pieces) {
  return find_free_pieces(pieces, cell_unknowns(rest.grid), 8, rest.unknown_positions(), rest.held,
                          rest.rollers);
}

PointsRegion region_to_hold_free_pieces(const OctreeRest& rest, const Vec3& down,
                                        const Placement& placement) {
  const Pieces found = connected_pieces(rest.grid.voxels, rest.grid.cells);
  const Components pieces{found.of_cell, found.count()};
  const std::vector<Vec3> positions = placed(placement, rest.unknown_positions());
  PointsRegion region;
  for (const Index v :
       nodes_to_hold(free_pieces_of(rest, pieces), pieces, cell_unknowns(rest.grid), 8, positions, down))
    region.points.push_back(positions[v]);
  std::ranges::sort(region.points, PointsRegion::before);
  return region;
}

OctreeMaterials make_octree_materials(const OctreeGrid& grid, std::vector<Material> materials) {
  const Vertices& vertices = grid.vertices;
  OctreeMaterials made{std::move(materials), std::vector<double>(vertices.points.size(), 0), {}};
  for_each_cell_by_colour(grid.voxels, grid.cells, [&](Index c) {
    const double side = grid.side(c), mass = made.material(c).density * side * side * side;
    const std::array<Index, 8>& corners = vertices.corners[c];
    if (const Index part = grid.filled.find(c); part >= 0) {
      const std::array<double, 8> shares = corner_shares(grid.filled.moments[part]);
      for (int i = 0; i < 8; ++i) made.vertex_mass[corners[i]] += mass * shares[i];
    } else {
      for (const Index v : corners) made.vertex_mass[v] += mass / 8;
    }
  });

  // Pass the masses of hanging vertices on to the unknowns.
  made.mass.assign(made.vertex_mass.begin(), made.vertex_mass.begin() + vertices.unknowns);
  for (Index v = vertices.unknowns; v < vertices.count(); ++v)
    for (const auto [unknown, weight] : vertices.weights(v))
      made.mass[unknown] += double(weight) * made.vertex_mass[v];
  return made;
}

void set_materials(OctreeRest& rest, std::vector<Material> materials) {
  static_cast<OctreeMaterials&>(rest) = make_octree_materials(rest.grid, std::move(materials));
}

// A corner of a cube of side s has less than s (lambda + 4 mu) / 9 on the diagonal of K, and an eighth of the
// mass.
double stiffness_over_mass(const OctreeGrid& grid, std::span<const Material> materials) {
  const auto of_cell = [&](Index c) {
    const Material& material = materials[materials.size() == 1 ? 0 : c];
    const double side = grid.side(c);
    return 8 * (material.lambda() + 4 * material.mu()) / (9 * material.density * side * side);
  };
  return parallel_reduce(
      grid.cells.count(), kCells, 0.0,
      [&](Index begin, Index end) {
        double most = 0;
        for (Index c = begin; c < end; ++c) most = std::max(most, of_cell(c));
        return most;
      },
      [](double a, double b) { return std::max(a, b); });
}

}  // namespace sinew
