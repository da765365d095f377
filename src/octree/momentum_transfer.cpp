#include "octree/momentum_transfer.h"

#include <algorithm>

#include "base/parallel.h"
#include "octree/grid/hanging_vertices.h"

namespace sinew {

namespace {

constexpr Index kCells = 1024;
constexpr Index kBricks = 8;

// Of a unit mass at each vertex. Hanging vertices pass their mass on.
std::vector<Momentum> unit_momenta(const OctreeRest& rest, const NodeState& state, const Vec3& about) {
  const Vertices& vertices = rest.grid.vertices;
  std::vector<Momentum> of_vertex(vertices.points.size());
  parallel_for_each(vertices.unknowns, kCells, [&](Index v) {
    const Vec3 velocity = to_vec3(state.v[v]);
    of_vertex[v] = {velocity, cross(rest.positions[v] + to_vec3(state.u[v]) - about, velocity)};
  });
  parallel_for_each(vertices.hanging(), kCells, [&](Index h) {
    Momentum sum;
    for (Index at = vertices.row_start[h]; at < vertices.row_start[h + 1]; ++at)
      sum += double(vertices.row_weight[at]) * of_vertex[vertices.row_vertex[at]];
    of_vertex[vertices.unknowns + h] = sum;
  });
  return of_vertex;
}

double volume(const OctreeGrid& grid, Index cell) {
  const double side = grid.side(cell);
  return side * side * side;
}

std::vector<Momentum> cell_momenta(const OctreeRest& rest, const OctreeMaterials& materials,
                                   const NodeState& state, const Vec3& about) {
  const std::vector<Momentum> of_vertex = unit_momenta(rest, state, about);
  std::vector<Momentum> of_cell(rest.grid.cells.count());
  parallel_for_each(rest.grid.cells.count(), kCells, [&](Index c) {
    Momentum sum;
    for (const Index v : rest.grid.vertices.corners[c]) sum += of_vertex[v];
    of_cell[c] = materials.material(c).density * volume(rest.grid, c) / 8 * sum;
  });
  return of_cell;
}

bool moves(const NodeState& state) {
  return std::ranges::any_of(state.v, [](const Block3<double>& v) { return to_vec3(v) != Vec3{}; });
}

}  // namespace

Components unknown_pieces(const OctreeGrid& grid) {
  const Pieces pieces = connected_pieces(grid.voxels, grid.cells);
  Components result{std::vector<Index>(grid.vertices.unknowns, 0), pieces.count()};
  for (Index c = 0; c < grid.cells.count(); ++c)
    for (const Index v : grid.unknowns[c].vertex) result.of[v] = pieces.of_cell[c];
  return result;
}

MomentumTransfer::MomentumTransfer(const OctreeRest& before, const OctreeMaterials& materials,
                                   const NodeState& state, const OctreeRest& after)
    : after_(after) {
  // Find the pieces that nothing holds.
  if (!moves(state)) return;
  pieces_ = unknown_pieces(after.grid);
  loose_ = find_loose_pieces(pieces_, after.held);
  if (loose_.count() == 0) return;

  // Sum the momentum of each cell before the cut, about a point of the body, so that digits are kept.
  about_ = before.positions[0] + to_vec3(state.u[0]);
  of_cell_ = cell_momenta(before, materials, state, about_);

  // Find the old cell that contains each new one: a cut only splits cells.
  const Cells &old = before.grid.cells, &cells = after.grid.cells;
  old_volumes_.resize(old.count());
  for (Index c = 0; c < old.count(); ++c) old_volumes_[c] = volume(before.grid, c);
  source_.resize(cells.count());
  parallel_for_each(static_cast<Index>(cells.in_brick.size()), kBricks, [&](Index b) {
    for (Index c = cells.brick_start[b]; c < cells.brick_start[b + 1]; ++c)
      source_[c] = old.in(b, cells.places[c].lower());
  });
}

double MomentumTransfer::operator()(const OctreeMaterials& materials, NodeState& state) const {
  if (loose_.count() == 0) return 0;
  // Compute what each old cell lost, and share it among the new cells in it by volume, piece by piece.
  const OctreeGrid& grid = after_.grid;
  std::vector<Momentum> lost = of_cell_;
  const std::vector<Momentum> of_cell = cell_momenta(after_, materials, state, about_);
  for (Index c = 0; c < grid.cells.count(); ++c) lost[source_[c]] += -1.0 * of_cell[c];
  std::vector<Momentum> missing(pieces_.count);
  for (Index c = 0; c < grid.cells.count(); ++c)
    missing[pieces_.of[grid.unknowns[c].vertex[0]]] +=
        volume(grid, c) / old_volumes_[source_[c]] * lost[source_[c]];

  // Give it back to each piece by a rigid motion.
  double largest = 0;
  for (Index p = 0; p < loose_.count(); ++p) {
    MassMoments masses;
    for (const Index v : loose_.piece(p)) {
      const Vec3 x = after_.positions[v] + to_vec3(state.u[v]) - about_;
      masses.add(materials.mass[v], x, materials.mass[v] * x);
    }
    const RigidVelocity rigid = rigid_velocity(missing[loose_.numbers[p]], masses);
    for (const Index v : loose_.piece(p)) {
      const Vec3 x = after_.positions[v] + to_vec3(state.u[v]) - about_;
      state.v[v] = to_block(to_vec3(state.v[v]) + rigid.at(x));
    }
    largest = std::max(largest, rigid.size());
  }
  return largest;
}

}  // namespace sinew
