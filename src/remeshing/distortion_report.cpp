#include "remeshing/distortion_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/parallel.h"
#include "mesh/triangle_tree.h"
#include "remeshing/surface_walk.h"

namespace sinew {

namespace {

constexpr Index kChunk = 512;

struct SquaredDistances {
  double largest = 0, sum = 0;
  Index count = 0;
};

SquaredDistances operator+(const SquaredDistances& a, const SquaredDistances& b) {
  return {std::max(a.largest, b.largest), a.sum + b.sum, a.count + b.count};
}

// Vertices that triangles use, once for each use, and centres: so every part counts as often as it is meshed.
SquaredDistances squared_distances(const SurfaceMesh& from, const TriangleTree& to) {
  const auto of_chunk = [&](Index begin, Index end) {
    SquaredDistances found;
    for (Index t = begin; t < end; ++t) {
      const auto [a, b, c] = from.corners(t);
      for (const Vec3& p : {a, b, c, (a + b + c) / 3}) {
        const double d2 = to.nearest(p).squared_distance;
        found = found + SquaredDistances{d2, d2, 1};
      }
    }
    return found;
  };
  return parallel_reduce(from.triangle_count(), kChunk, SquaredDistances{}, of_chunk,
                         [](const auto& a, const auto& b) { return a + b; });
}

double smallest_angle(const SurfaceMesh& mesh) {
  double smallest = std::numbers::pi;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto corners = mesh.corners(t);
    for (int k = 0; k < 3; ++k) {
      const Vec3 a = corners[(k + 1) % 3] - corners[k], b = corners[(k + 2) % 3] - corners[k];
      smallest = std::min(smallest, std::atan2(norm(cross(a, b)), dot(a, b)));
    }
  }
  return smallest;
}

void measure_areas(const SemiRegularMesh& mesh, DistortionReport& report) {
  const SurfaceMesh base = level(mesh, 0);
  const Index shift = 2 * mesh.levels(), n = mesh.finest.triangle_count();
  const double share = std::ldexp(1.0, -shift);
  report.min_area_ratio = std::numeric_limits<double>::infinity();
  for (Index t = 0; t < n; ++t) {
    const double ratio = norm(mesh.finest.area_vector(t)) / (share * norm(base.area_vector(t >> shift)));
    report.min_area_ratio = std::min(report.min_area_ratio, ratio);
    report.max_area_ratio = std::max(report.max_area_ratio, ratio);
    report.mean_area_ratio += ratio / n;
  }
}

Index count_flipped(const SemiRegularMesh& mesh, const SurfaceMesh& input) {
  const SurfaceWalker surface(input);
  Index flipped = 0;
  for (Index t = 0; t < mesh.finest.triangle_count(); ++t) {
    Vec3 normal;
    for (const Index v : mesh.finest.triangles[t]) normal += surface.normal(mesh.anchors[v]);
    flipped += dot(mesh.finest.area_vector(t), normal) <= 0;
  }
  return flipped;
}

}  // namespace

DistortionReport distortion(const SemiRegularMesh& mesh, const SurfaceMesh& input) {
  DistortionReport report;
  const SquaredDistances both = squared_distances(mesh.finest, TriangleTree(input)) +
                                squared_distances(input, TriangleTree(mesh.finest));
  const double diagonal = bounding_box(input).diagonal();
  report.max_distance = std::sqrt(both.largest) / diagonal;
  report.rms_distance = std::sqrt(both.sum / std::max<Index>(1, both.count)) / diagonal;
  measure_areas(mesh, report);
  report.smallest_angle_degrees = smallest_angle(mesh.finest) * 180 / std::numbers::pi;
  report.flipped_triangles = count_flipped(mesh, input);
  return report;
}

}  // namespace sinew
