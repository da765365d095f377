#include "octree/surface/kerf.h"

#include <limits>

#include "octree/surface/dual_face.h"

namespace sinew {

namespace {

constexpr double kLongestMove = 3;    // of a vertex where cuts meet, over half of the width
constexpr double kCarriedWidths = 4;  // how far from a cut vertices of the boundary are carried along
constexpr double kFar = std::numeric_limits<double>::infinity();

struct Moves {
  std::vector<Vec3> by;
  std::vector<double> distance;  // from the nearest vertex of a cut, along edges; kFar: it stays
};

// Moves the vertices of cuts behind the planes of all their triangles.
Moves moves_of_cuts(const SurfaceMesh& surface, std::span<const std::int32_t> cuts, double half) {
  const std::size_t count = surface.positions.size();
  Moves moves{std::vector<Vec3>(count), std::vector<double>(count, kFar)};
  std::vector<Quadric> behind(count);
  for (std::size_t t = 0; t < cuts.size(); ++t) {
    if (cuts[t] <= 0) continue;
    const auto& [a, b, c] = surface.triangles[t];
    const Vec3 area =
        cross(surface.positions[b] - surface.positions[a], surface.positions[c] - surface.positions[a]);
    const double size = norm(area);
    for (const Index v : {a, b, c}) {
      moves.distance[v] = 0;
      if (size > 0) behind[v] += Quadric::plane(area / size, -half / size * area, size);
    }
  }
  for (std::size_t v = 0; v < count; ++v) {
    if (!(behind[v].weight > 0)) continue;
    Vec3 by = feature_point(behind[v], {});
    const double length = norm(by);
    if (length > kLongestMove * half) by *= kLongestMove * half / length;
    moves.by[v] = by;
  }
  return moves;
}

// Few vertices are so near to a cut: one pass over the triangles finds nearly all.
void carry_neighbours(const SurfaceMesh& surface, double reach, Moves& moves) {
  for (bool any = true; any;) {
    any = false;
    for (const Triangle& t : surface.triangles)
      for (int k = 0; k < 6; ++k) {
        const Index from = t[k % 3], to = t[k < 3 ? (k + 1) % 3 : (k + 2) % 3];
        if (moves.distance[from] == kFar || moves.distance[to] == 0) continue;
        const double way = moves.distance[from] + distance(surface.positions[from], surface.positions[to]);
        if (!(way < std::min(reach, moves.distance[to]))) continue;
        moves.distance[to] = way;
        moves.by[to] = moves.by[from];
        any = true;
      }
  }
}

}  // namespace

std::vector<Vec3> with_kerf(const SurfaceMesh& surface, std::span<const std::int32_t> cuts, double width) {
  Moves moves = moves_of_cuts(surface, cuts, width / 2);
  const double reach = kCarriedWidths * width;
  carry_neighbours(surface, reach, moves);
  std::vector<Vec3> positions = surface.positions;
  for (std::size_t v = 0; v < positions.size(); ++v)
    if (moves.distance[v] != kFar) positions[v] += (1 - moves.distance[v] / reach) * moves.by[v];
  return positions;
}

}  // namespace sinew
