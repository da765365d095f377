#include "mesh/tetrahedron_locator.h"

#include <algorithm>

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

TetrahedronLocator::TetrahedronLocator(const VolumeMesh& mesh)
    : mesh_(mesh), grid_(bounding_box(mesh), mesh.tetrahedron_count(), [&](Index t) {
        Box3 box;
        for (const Vec3& corner : mesh.corners(t)) box.extend(corner);
        return box;
      }) {}

TetrahedronLocator::Place TetrahedronLocator::find(const Vec3& p, double tolerance) const {
  for (const Index t : grid_.at(p)) {
    const auto corners = mesh_.corners(t);
    // Most elements of a cell are refused by their first face or two.
    const auto& [a, b, c, d] = corners;
    const double whole = six_volume(a, b, c, d), least = -2 * std::max(0.0, tolerance) * whole;
    if (whole > 0 && (six_volume(p, b, c, d) < least || six_volume(a, p, c, d) < least)) continue;
    const auto weights = barycentric(corners, p);
    if (std::min({weights[0], weights[1], weights[2], weights[3]}) >= -tolerance) return {t, weights};
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
