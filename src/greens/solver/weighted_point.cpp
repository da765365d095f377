#include "greens/solver/weighted_point.h"

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

namespace {

// Vertices of the surface around one of them, ring by ring, without allocation.
struct Rings {
  std::array<Index, 2 * WeightedPoint::kMost> vertex;
  std::array<int, 2 * WeightedPoint::kMost> ring;
  int count = 0;

  void visit(Index v, int r) {
    if (std::find(vertex.begin(), vertex.begin() + count, v) != vertex.begin() + count) return;
    if (count == static_cast<int>(vertex.size()))
      throw Error("a patch of the surface has too many vertices", "vertex " + std::to_string(vertex[0]),
                  "take fewer rings");
    vertex[count] = v, ring[count++] = r;
  }
};

}  // namespace

bool WeightedPoint::add(Index free_vertex, double more) {
  const auto end = vertex.begin() + count, at = std::find(vertex.begin(), end, free_vertex);
  if (at != end) {
    weight[at - vertex.begin()] += more;
    return true;
  }
  if (count == kMost) return false;
  vertex[count] = free_vertex, weight[count++] = more;
  return true;
}

Vec3 value_at(const WeightedPoint& point, std::span<const Vec3> field) {
  Vec3 sum;
  for (int k = 0; k < point.count; ++k) sum += point.weight[k] * field[point.vertex[k]];
  return sum;
}

WeightedPoints::WeightedPoints(const ReferenceProblem& problem)
    : triangles_(problem.surface.triangles),
      stars_(triangles_, problem.surface.vertex_count()),
      area_(vertex_areas(problem.surface)) {
  for (const char held : problem.held) free_number_.push_back(held ? -1 : free_count_++);
}

void WeightedPoints::require(Index triangle, const Vec3& barycentric) const {
  const std::string where = "triangle " + std::to_string(triangle);
  if (triangle < 0 || triangle >= static_cast<Index>(triangles_.size()))
    throw Error("the surface has no such triangle", where);
  const Vec3& b = barycentric;
  constexpr double kOutside = 1e-9;
  if (!(std::min({b.x, b.y, b.z}) >= -kOutside && std::abs(b.x + b.y + b.z - 1) <= kOutside))
    throw Error("barycentric coordinates are outside of the triangle", where,
                "none may be negative, and they sum to 1");
}

WeightedPoint WeightedPoints::in_triangle(Index triangle, const Vec3& barycentric) const {
  require(triangle, barycentric);
  WeightedPoint point;
  for (int k = 0; k < 3; ++k)
    if (const Index v = free_number_[triangles_[triangle][k]]; v >= 0 && barycentric[k] > 0)
      point.add(v, barycentric[k]);
  return point;
}

void WeightedPoints::add_mask(Index vertex, int rings, double share, WeightedPoint& point) const {
  Rings around;
  around.visit(vertex, 0);
  for (int k = 0; k < around.count && around.ring[k] < rings; ++k)
    for (const Index t : stars_[around.vertex[k]])
      for (const Index corner : triangles_[t]) around.visit(corner, around.ring[k] + 1);
  double sum = 0;
  const auto weight = [&](int k) {
    return free_number_[around.vertex[k]] < 0 ? 0 : area_[around.vertex[k]] * (rings + 1 - around.ring[k]);
  };
  for (int k = 0; k < around.count; ++k) sum += weight(k);
  for (int k = 0; k < around.count; ++k)
    if (weight(k) > 0 && !point.add(free_number_[around.vertex[k]], share * weight(k) / sum))
      throw Error("a patch of the surface has too many vertices", "vertex " + std::to_string(vertex),
                  "take fewer rings");
}

WeightedPoint WeightedPoints::patch(Index triangle, const Vec3& barycentric, int rings) const {
  if (rings == 0) return in_triangle(triangle, barycentric);
  require(triangle, barycentric);
  if (rings < 0 || rings > 2)
    throw Error("a patch has one or two rings", "triangle " + std::to_string(triangle));
  WeightedPoint point;
  for (int k = 0; k < 3; ++k)
    if (barycentric[k] > 0) add_mask(triangles_[triangle][k], rings, barycentric[k], point);
  double sum = 0;
  for (int k = 0; k < point.count; ++k) sum += point.weight[k];
  if (!(sum > 0)) throw Error("a patch has no vertex that is free", "triangle " + std::to_string(triangle));
  for (int k = 0; k < point.count; ++k) point.weight[k] /= sum;
  return point;
}

}  // namespace sinew
