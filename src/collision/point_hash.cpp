#include "collision/point_hash.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace sinew {

PointHash::Cube PointHash::cube_of(const Vec3& p) const {
  constexpr double kMost = 1e9;
  Cube cube;
  for (int axis = 0; axis < 3; ++axis)
    cube[axis] = static_cast<std::int32_t>(std::clamp(std::floor(p[axis] * per_metre_), -kMost, kMost));
  return cube;
}

std::size_t PointHash::place_of(const Cube& cube) const {
  const auto part = [&](int axis, std::uint32_t prime) {
    return static_cast<std::uint32_t>(cube[axis]) * prime;
  };
  return (part(0, 73856093) ^ part(1, 19349663) ^ part(2, 83492791)) & (start_.size() - 2);
}

bool PointHash::has_more_cubes(const Cube& low, const Cube& high, std::size_t than) {
  double cubes = 1;
  for (int axis = 0; axis < 3; ++axis) cubes *= double(high[axis]) - low[axis] + 1;
  return cubes > static_cast<double>(than);
}

void PointHash::fill(std::span<const Vec3> points, double side) {
  points_ = points;
  per_metre_ = side > 0 ? 1 / side : 1;
  start_.assign(std::bit_ceil(2 * points.size() + 2) + 1, 0);
  entries_.resize(points.size());
  for (const Vec3& p : points) ++start_[place_of(cube_of(p)) + 1];
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  for (std::size_t i = points.size(); i-- > 0;) {
    const Cube cube = cube_of(points[i]);
    entries_[--start_[place_of(cube) + 1]] = {cube, static_cast<Index>(i)};
  }
  // Each place's start was counted down in its successor.
  std::rotate(start_.begin(), start_.begin() + 1, start_.end());
  start_.back() = static_cast<Index>(points.size());
}

void find_points_inside(const PointHash& hash, std::span<const Vec3> points, std::span<const Vec3> corners,
                        std::span<const Tetrahedron> tetrahedra, std::vector<PointInside>& found) {
  found.clear();
  for (std::size_t t = 0; t < tetrahedra.size(); ++t) {
    const auto [a, b, c, d] = tetrahedra[t];
    const Vec3 p0 = corners[a], p1 = corners[b] - p0, p2 = corners[c] - p0, p3 = corners[d] - p0;
    const double six = dot(cross(p1, p2), p3);
    if (six == 0) continue;
    Box3 box;
    for (const Index i : tetrahedra[t]) box.extend(corners[i]);
    hash.for_each_in(box, [&](Index i) {
      const Vec3 x = points[i] - p0;
      const double w1 = dot(cross(x, p2), p3) / six, w2 = dot(cross(p1, x), p3) / six,
                   w3 = dot(cross(p1, p2), x) / six, w0 = 1 - w1 - w2 - w3;
      if (std::min({w0, w1, w2, w3}) >= 0) found.push_back({i, static_cast<Index>(t), {w0, w1, w2, w3}});
    });
  }
  const auto is_before = [](const PointInside& a, const PointInside& b) {
    return a.point != b.point ? a.point < b.point : a.tetrahedron < b.tetrahedron;
  };
  std::ranges::sort(found, is_before);
  const auto same = [](const PointInside& a, const PointInside& b) { return a.point == b.point; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
}

}  // namespace sinew
