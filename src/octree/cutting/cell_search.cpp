#include "octree/cutting/cell_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "octree/cutting/cell_boxes.h"

namespace sinew {

namespace {

constexpr std::size_t kGroup = 64;  // bricks per group; they are near each other along the Morton curve

// Solves A x = b; not finite if A is singular.
Vec3 solved(const Mat3& A, const Vec3& b) {
  const auto& [p, q, r] = A.column;
  return Vec3{dot(b, cross(q, r)), dot(p, cross(b, r)), dot(p, cross(q, b))} / determinant(A);
}

// Local coordinates of a place in the cell, by Newton's method; empty if it is not in the cell.
std::optional<Vec3> local_place(const CornerValues& corners, const Vec3& place) {
  constexpr int kMostSteps = 20;
  constexpr double kSame = 1e-10, kOutside = 1e-6, kLost = 10;  // in sides of the cell
  Vec3 local{0.5, 0.5, 0.5};
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 move = solved(trilinear_gradient(corners, local), place - trilinear(corners, local));
    local += move;
    if (!is_finite(local) || norm(local) > kLost) return {};
    if (norm(move) > kSame) continue;
    const Vec3 within = max(Vec3{0, 0, 0}, min(Vec3{1, 1, 1}, local));
    if (distance(within, local) > kOutside) return {};
    return within;
  }
  return {};
}

}  // namespace

CellSearch::CellSearch(const OctreeGrid& grid, std::span<const Vec3> positions)
    : grid_(grid),
      positions_(positions),
      bricks_(brick_boxes(grid.cells, grid.vertices, positions)),
      groups_((bricks_.size() + kGroup - 1) / kGroup),
      box_(bounding_box(positions)) {
  for (std::size_t b = 0; b < bricks_.size(); ++b) groups_[b / kGroup].extend(bricks_[b]);
}

template <typename Wanted, typename Visit>
void CellSearch::for_each_cell(Wanted&& wanted, Visit&& visit) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!wanted(groups_[g])) continue;
    for (std::size_t b = g * kGroup; b < std::min((g + 1) * kGroup, bricks_.size()); ++b) {
      if (!wanted(bricks_[b])) continue;
      for (Index c = grid_.cells.brick_start[b]; c < grid_.cells.brick_start[b + 1]; ++c) visit(c);
    }
  }
}

std::optional<MaterialPoint> CellSearch::at(const Vec3& place) const {
  std::optional<MaterialPoint> found;
  for_each_cell([&](const Box3& box) { return !found && box.contains(place); },
                [&](Index c) {
                  if (found) return;
                  const CornerValues corners = corner_values(grid_.vertices, c, positions_);
                  if (!deformed_box(corners).contains(place)) return;
                  if (const std::optional<Vec3> local = local_place(corners, place))
                    found = point_in(c, *local);
                });
  return found;
}

MaterialPoint CellSearch::centre_near(const Vec3& place) const {
  // Find the distance to the nearest brick.
  double brick = std::numeric_limits<double>::infinity();
  for (std::size_t g = 0; g < groups_.size(); ++g)
    if (squared_distance(groups_[g], place) < brick)
      for (std::size_t b = g * kGroup; b < std::min((g + 1) * kGroup, bricks_.size()); ++b)
        brick = std::min(brick, squared_distance(bricks_[b], place));

  // Search the cells of all bricks at that distance.
  const Vec3 middle{0.5, 0.5, 0.5};
  double nearest = std::numeric_limits<double>::infinity();
  Index cell = 0;
  for_each_cell([&](const Box3& box) { return squared_distance(box, place) <= brick; },
                [&](Index c) {
                  const Vec3 centre = trilinear(corner_values(grid_.vertices, c, positions_), middle);
                  const double squared = squared_norm(centre - place);
                  if (squared < nearest) nearest = squared, cell = c;
                });
  return point_in(cell, middle);
}

MaterialPoint CellSearch::point_in(Index cell, const Vec3& local) const {
  const CellPlace& place = grid_.cells.places[cell];
  const LatticePoint lower = place.lower();
  MaterialPoint point;
  for (int axis = 0; axis < 3; ++axis) {
    const double inner = place.side() * local[axis];
    point.at[axis] = lower[axis] + inner;
    point.voxel[axis] =
        lower[axis] + std::min(static_cast<std::int32_t>(std::floor(inner)), place.side() - 1);
  }
  point.voxel = inside_voxel_near(grid_.voxels, place, point.voxel);
  return point;
}

Vec3 CellSearch::place_of(const MaterialPoint& point) const {
  const Index cell = grid_.cells.at(grid_.voxels, point.voxel);
  const CellPlace& place = grid_.cells.places[cell];
  const LatticePoint lower = place.lower();
  const Vec3 inner = point.at - Vec3{double(lower.x), double(lower.y), double(lower.z)};
  return trilinear(corner_values(grid_.vertices, cell, positions_), inner / place.side());
}

}  // namespace sinew
