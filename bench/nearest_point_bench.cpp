#include <cmath>
#include <numbers>

#include "base/random.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

// A unit sphere of about 2 n^2 triangles: n bands from pole to pole, n sectors.
SurfaceMesh banded_sphere(Index n) {
  SurfaceMesh mesh;
  for (Index band = 0; band <= n; ++band)
    for (Index sector = 0; sector < n; ++sector) {
      const double theta = std::numbers::pi * band / n, phi = 2 * std::numbers::pi * sector / n;
      mesh.positions.push_back(
          {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)});
    }
  for (Index band = 0; band < n; ++band)
    for (Index sector = 0; sector < n; ++sector) {
      const Index a = band * n + sector, b = band * n + (sector + 1) % n;
      mesh.triangles.push_back({a, a + n, b + n});
      mesh.triangles.push_back({a, b + n, b});
    }
  return mesh;
}

double brute_force_squared_distance(const TriangleTree& tree, const Vec3& p) {
  double best = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : tree.corners())
    best = std::min(best, squared_norm(p - nearest_point_on_triangle(p, a, b, c)));
  return best;
}

// Microseconds per query of the tree and of a loop over all triangles, for the same random points.
void measure(BenchRow& row, Index bands) {
  const SurfaceMesh mesh = banded_sphere(bands);
  Timer timer;
  const TriangleTree tree(mesh);
  row.add("triangles", mesh.triangle_count());
  row.add("build_seconds", timer.seconds());

  constexpr int kQueries = 20'000, kBruteQueries = 20;
  std::vector<Vec3> points(kQueries);
  Random random(1);
  for (Vec3& p : points) p = random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
  std::vector<double> found(kQueries);
  timer.restart();
  for (int i = 0; i < kQueries; ++i) found[i] = tree.nearest(points[i]).squared_distance;
  row.add("tree_us", 1e6 * timer.seconds() / kQueries);
  timer.restart();
  double worst = 0;
  for (int i = 0; i < kBruteQueries; ++i)
    worst = std::max(worst, std::abs(found[i] - brute_force_squared_distance(tree, points[i])));
  row.add("brute_force_us", 1e6 * timer.seconds() / kBruteQueries);
  row.add("worst_difference", worst);
}

}  // namespace

Bench nearest_point_bench() {
  return {"nearest-point",
          "Nearest points by the tree of triangles and by brute force",
          {"sphere-5k", "sphere-80k"},
          [](BenchContext& context) {
            if (context.wants("sphere-5k")) measure(context.add_row("sphere-5k"), 50);
            if (context.wants("sphere-80k")) measure(context.add_row("sphere-80k"), 200);
          }};
}

}  // namespace sinew
