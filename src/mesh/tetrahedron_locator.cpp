#include "mesh/tetrahedron_locator.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace sinew {

std::array<double, 4> barycentric(const std::array<Vec3, 4>& corners, const Vec3& p) {
  const auto& [a, b, c, d] = corners;
  const double whole = 1 / six_volume(a, b, c, d);
  const double wa = six_volume(p, b, c, d) * whole, wb = six_volume(a, p, c, d) * whole,
               wc = six_volume(a, b, p, d) * whole;
  return {wa, wb, wc, 1 - wa - wb - wc};
}

std::array<double, 3> barycentric(const std::array<Vec3, 3>& corners, const Vec3& p) {
  const auto& [a, b, c] = corners;
  const Vec3 normal = cross(b - a, c - a);
  const double wb = dot(cross(p - a, c - a), normal) / squared_norm(normal);
  const double wc = dot(cross(b - a, p - a), normal) / squared_norm(normal);
  return {1 - wb - wc, wb, wc};
}

TetrahedronLocator::TetrahedronLocator(const VolumeMesh& mesh) : mesh_(mesh), box_(bounding_box(mesh)) {
  // About two cells per tetrahedron, near cubic, unless the mesh is flat or has no extent.
  constexpr double kFlat = 1e-3;
  const Index n = std::max<Index>(1, mesh.tetrahedron_count());
  const double longest = mesh.tetrahedra.empty() ? 0 : box_.longest_side(),
               least = std::max(kFlat * longest, 1e-300);
  if (!(longest > 0)) box_ = {{0, 0, 0}, {0, 0, 0}};
  const Vec3 size = max(box_.size(), Vec3{least, least, least});
  const double side = std::cbrt(size.x * size.y * size.z / (2.0 * n));
  for (int axis = 0; axis < 3; ++axis) {
    cells_[axis] = static_cast<Index>(std::clamp(longest > 0 ? size[axis] / side : 1.0, 1.0, 512.0));
    cells_per_unit_[axis] = cells_[axis] / size[axis];
  }
  auto for_each_cell = [&](Index t, auto&& visit) {
    Box3 box;
    for (const Vec3& corner : mesh_.corners(t)) box.extend(corner);
    const auto lower = cell_of(box.lower), upper = cell_of(box.upper);
    for (Index k = lower[2]; k <= upper[2]; ++k)
      for (Index j = lower[1]; j <= upper[1]; ++j)
        for (Index i = lower[0]; i <= upper[0]; ++i) visit(cell_index(i, j, k));
  };
  first_.assign(std::size_t(cells_[0]) * cells_[1] * cells_[2] + 1, 0);
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    for_each_cell(t, [&](Index cell) { ++first_[cell + 1]; });
  for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
  tetrahedra_.resize(first_.back());
  std::vector<Index> fill(first_.begin(), first_.end() - 1);
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    for_each_cell(t, [&](Index cell) { tetrahedra_[fill[cell]++] = t; });
}

std::array<Index, 3> TetrahedronLocator::cell_of(const Vec3& p) const {
  std::array<Index, 3> cell{};
  for (int axis = 0; axis < 3; ++axis) {
    const double at = (p[axis] - box_.lower[axis]) * cells_per_unit_[axis];
    cell[axis] = static_cast<Index>(std::clamp(at, 0.0, cells_[axis] - 1.0));
  }
  return cell;
}

TetrahedronLocator::Place TetrahedronLocator::find(const Vec3& p, double tolerance) const {
  const auto [i, j, k] = cell_of(p);
  const Index cell = cell_index(i, j, k);
  for (Index at = first_[cell]; at < first_[cell + 1]; ++at) {
    const auto corners = mesh_.corners(tetrahedra_[at]);
    // Most elements of a cell are refused by their first face or two.
    const auto& [a, b, c, d] = corners;
    const double whole = six_volume(a, b, c, d), least = -2 * std::max(0.0, tolerance) * whole;
    if (whole > 0 && (six_volume(p, b, c, d) < least || six_volume(a, p, c, d) < least)) continue;
    const auto weights = barycentric(corners, p);
    if (std::min({weights[0], weights[1], weights[2], weights[3]}) >= -tolerance)
      return {tetrahedra_[at], weights};
  }
  return {};
}

namespace {

// Whether every weight of p in element t is at least `least`.
bool holds(const VolumeMesh& mesh, Index t, const Vec3& p, double least) {
  const auto w = barycentric(mesh.corners(t), p);
  return std::min({w[0], w[1], w[2], w[3]}) >= least;
}

}  // namespace

std::vector<Index> containing_elements(const VolumeMesh& mesh, std::span<const Vec3> points) {
  const TetrahedronLocator locator(mesh);
  std::vector<Index> elements(points.size());
  parallel_for(static_cast<Index>(points.size()), 256, [&](Index begin, Index end) {
    // A point well inside the element of the point before it is in no other.
    constexpr double kWellInside = 1e-9;
    Index last = -1;
    for (Index i = begin; i < end; ++i) {
      if (last < 0 || !holds(mesh, last, points[i], kWellInside)) last = locator.find(points[i]).tetrahedron;
      elements[i] = last;
    }
  });
  return elements;
}

Index count_outside(const VolumeMesh& mesh, std::span<const Vec3> points, std::vector<Index>* outside) {
  const std::vector<Index> elements = containing_elements(mesh, points);
  Index count = 0;
  for (Index i = 0; i < static_cast<Index>(points.size()); ++i) {
    if (elements[i] >= 0) continue;
    ++count;
    if (outside != nullptr) outside->push_back(i);
  }
  return count;
}

}  // namespace sinew
