#include "sinew/model/blade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mesh/predicates.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr int kMostBlades = 1000;

// A square blade in the box: at coordinate x along `normal`, over the whole extent of the other two axes.
std::array<Vec3, 4> rectangle_across(const Box3& box, int normal, double x) {
  const int i = (normal + 1) % 3, j = (normal + 2) % 3;
  std::array<Vec3, 4> corners;
  corners.fill(box.lower);
  for (Vec3& corner : corners) corner[normal] = x;
  corners[1][i] = corners[3][i] = box.upper[i];
  corners[2][j] = corners[3][j] = box.upper[j];
  return corners;
}

}  // namespace

void require_in_reach(const Vec3& point, std::string_view what, std::string_view where) {
  if (!is_finite(point)) throw Error(fmt::format("{} is not finite", what), std::string(where));
  const double farthest = std::max({std::abs(point.x), std::abs(point.y), std::abs(point.z)});
  if (farthest > kFarthestBlade)
    throw Error(
        fmt::format("{} is {:.3g} m from the origin, where nothing can be cut exactly", what, farthest),
        std::string(where),
        fmt::format("{:.0e} m are the most; a blade that is larger than the body cuts through it",
                    kFarthestBlade));
}

void require_valid(const Blade& blade, std::string_view where) {
  for (std::size_t i = 0; i < blade.points.size(); ++i)
    require_in_reach(blade.points[i], fmt::format("point {} of a blade", i), where);
  const Index n = static_cast<Index>(blade.points.size());
  for (const Triangle& triangle : blade.triangles)
    for (const Index point : triangle)
      if (point < 0 || point >= n)
        throw Error(fmt::format("a triangle of a blade names point {} of {}", point, n), std::string(where),
                    "points are counted from 0");
}

void append(Blade& blade, const Blade& part) {
  const Index offset = static_cast<Index>(blade.points.size());
  blade.points.insert(blade.points.end(), part.points.begin(), part.points.end());
  for (const auto& [a, b, c] : part.triangles)
    blade.triangles.push_back({a + offset, b + offset, c + offset});
}

Blade swept_blade(std::span<const Vec3> before, std::span<const Vec3> after) {
  if (before.size() != after.size())
    throw Error(
        fmt::format("a blade is to sweep from a line of {} points to one of {}", before.size(), after.size()),
        "", "give both lines the same number of points");
  Blade blade;
  blade.points.assign(before.begin(), before.end());
  blade.points.insert(blade.points.end(), after.begin(), after.end());
  const Index n = static_cast<Index>(before.size());
  for (Index i = 0; i + 1 < n; ++i)
    for (const Triangle& triangle : {Triangle{i, i + 1, n + i + 1}, Triangle{i, n + i + 1, n + i}}) {
      const auto [a, b, c] = triangle;
      if (!collinear(blade.points[a], blade.points[b], blade.points[c])) blade.triangles.push_back(triangle);
    }
  if (blade.triangles.empty()) blade.points.clear();
  return blade;
}

Blade make_blade(const SurfaceMesh& surface) { return {surface.positions, surface.triangles}; }

void require_valid(const BladeGrid& grid, std::string_view where) {
  const std::string place(where);
  const auto& [lower, upper] = grid.box;
  if (!is_finite(lower) || !is_finite(upper) || lower.x > upper.x || lower.y > upper.y || lower.z > upper.z)
    throw Error("the box of a grid of blades is empty or not finite", place,
                "no coordinate of its lower corner may exceed that of its upper corner");
  require_in_reach(lower, "the lower corner of a grid of blades", where);
  require_in_reach(upper, "the upper corner of a grid of blades", where);
  if (grid.along < 0 || grid.along > 2)
    throw Error(fmt::format("a grid of blades has rods along axis {}", grid.along), place,
                "axes are 0, 1 and 2");
  for (const int count : grid.counts)
    if (count < 0 || count > kMostBlades)
      throw Error(fmt::format("a grid has {} blades across an axis", count), place,
                  fmt::format("take 0 to {}", kMostBlades));
  if (!is_unit(grid.orientation))
    throw Error("the orientation of a grid of blades is not a rotation", place,
                "give a quaternion of unit length");
}

Blade make_blade(const BladeGrid& grid) {
  require_valid(grid, "");
  const Mat3 R = to_matrix(grid.orientation);
  const Vec3 centre = grid.box.center();
  const bool turned = grid.orientation != Quaternion{};
  Blade blade;
  for (int family = 0; family < 2; ++family) {
    const int normal = (grid.along + 1 + family) % 3, count = grid.counts[family];
    for (int k = 1; k <= count; ++k) {
      const double share = static_cast<double>(k) / (count + 1);
      const double x = std::lerp(grid.box.lower[normal], grid.box.upper[normal], share);
      std::array<Vec3, 4> corners = rectangle_across(grid.box, normal, x);
      if (turned)
        for (Vec3& corner : corners) corner = centre + R * (corner - centre);
      append(blade, swept_blade(std::array{corners[0], corners[1]}, std::array{corners[2], corners[3]}));
    }
  }
  return blade;
}

void require_valid(const BladePlane& plane, std::string_view where) {
  require_in_reach(plane.point, "the point of a plane", where);
  if (!is_finite(plane.normal) || !(norm(plane.normal) > 0))
    throw Error("the normal of a plane is not finite or has no length", std::string(where));
}

// Centred on the box as seen along the normal, and built on the plane's own point, so that a plane across an
// axis keeps its coordinate with the same bits.
Blade make_blade(const BladePlane& plane, const Box3& box) {
  if (box.empty()) return {};
  const Vec3 n = normalized(plane.normal);
  int least = 0;
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(n[axis]) < std::abs(n[least])) least = axis;
  Vec3 across;
  across[least] = 1;
  const Vec3 u = normalized(cross(n, across)), v = cross(n, u);
  const Vec3 to_centre = box.center() - plane.point;
  const Vec3 centre = plane.point + dot(to_centre, u) * u + dot(to_centre, v) * v;
  const double reach = std::max(box.diagonal(), 1e-6);
  const auto corner = [&](double i, double j) { return centre + (i * reach) * u + (j * reach) * v; };
  return swept_blade(std::array{corner(-1, -1), corner(1, -1)}, std::array{corner(-1, 1), corner(1, 1)});
}

void require_valid(const BladeSweep& sweep, std::string_view where) {
  const std::string place(where);
  for (const BladeSweep::Line& line : sweep.lines) {
    if (line.size() < 2)
      throw Error(fmt::format("the line of a blade has {} points", line.size()), place,
                  "give it two at least");
    if (line.size() != sweep.lines.front().size())
      throw Error(fmt::format("a blade is to sweep from a line of {} points to one of {}",
                              sweep.lines.front().size(), line.size()),
                  place, "give all lines the same number of points");
    for (const Vec3& point : line) require_in_reach(point, "a point of the line of a blade", place);
  }
}

void append(BladeSweep& sweep, const BladeSweep& next) {
  const auto begin = next.lines.begin() + (sweep.lines.empty() || next.lines.empty() ? 0 : 1);
  sweep.lines.insert(sweep.lines.end(), begin, next.lines.end());
  sweep.ends |= next.ends;
}

Blade swept_blade(std::span<const BladeSweep::Line> lines) {
  Blade blade;
  for (std::size_t i = 1; i < lines.size(); ++i) append(blade, swept_blade(lines[i - 1], lines[i]));
  return blade;
}

}  // namespace sinew
