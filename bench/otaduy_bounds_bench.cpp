#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "base/random.h"
#include "bench/benches.h"
#include "bench/shortest_time.h"
#include "collision/simplex_bounds.h"
#include "mesh/tetrahedron_locator.h"

namespace sinew {

namespace {

constexpr int kPatches = 25'000, kDeformations = 100;  // per number of points: 1e7 cases in all
constexpr std::array<int, 4> kPoints = {3, 8, 32, 128};

using Corners = std::array<Vec3, 4>;

// Points of a flat patch, half an edge wide, in a tetrahedron that is not too flat.
struct Patch {
  std::vector<std::array<double, 4>> weights;
  BarycentricIntervals intervals;
};

Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 d = random.in_box({-1, -1, -1}, {1, 1, 1});
    if (squared_norm(d) < 1 && squared_norm(d) > 1e-4) return normalized(d);
  }
}

Corners random_tetrahedron(Random& random) {
  for (;;) {
    const Corners x = {Vec3{0, 0, 0}, random.in_box({0, 0, 0}, {1, 1, 1}),
                       random.in_box({0, 0, 0}, {1, 1, 1}), random.in_box({0, 0, 0}, {1, 1, 1})};
    double edges = 0;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) edges += distance(x[i], x[j]) / 6;
    if (std::abs(six_volume(x[0], x[1], x[2], x[3])) > 0.2 * edges * edges * edges) return x;
  }
}

Patch random_patch(Random& random, int count) {
  const Corners x = random_tetrahedron(random);
  double edge = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < i; ++j) edge += distance(x[i], x[j]) / 6;
  const auto inside = [](const std::array<double, 4>& w) { return *std::ranges::min_element(w) >= 0; };
  Vec3 middle;
  do middle = random.in_box({0, 0, 0}, {1, 1, 1});
  while (!inside(barycentric(x, middle)));
  const Vec3 normal = random_direction(random);
  const Vec3 u = normalized(cross(normal, random_direction(random))), v = cross(normal, u);
  Patch patch;
  while (static_cast<int>(patch.weights.size()) < count) {
    const double a = random.uniform(-0.25, 0.25) * edge, b = random.uniform(-0.25, 0.25) * edge;
    const auto w = barycentric(x, middle + a * u + b * v);
    if (!inside(w)) continue;
    patch.weights.push_back(w);
    patch.intervals.extend(w);
  }
  return patch;
}

struct Sums {
  double violations = 0, cases = 0;
  double ours = 0, exact = 0;  // extents
  double volume = 0, optimum = 0, eq8 = 0, tetrahedron = 0;
};

Sums operator+(const Sums& a, const Sums& b) {
  return {a.violations + b.violations, a.cases + b.cases,     a.ours + b.ours, a.exact + b.exact,
          a.volume + b.volume,         a.optimum + b.optimum, a.eq8 + b.eq8,   a.tetrahedron + b.tetrahedron};
}

// The least value of sum_i w_i x_i that the intervals allow, filled from the cheapest corner; and by Eq. 8, which
// leaves the rest to the second one. Double precision, in no way related to the kernel.
struct Least {
  double optimum, eq8;
};
Least least_value(const BarycentricIntervals& b, std::array<double, 4> x) {
  std::array<int, 4> order = {0, 1, 2, 3};
  std::ranges::sort(order, {}, [&](int i) { return x[i]; });
  double rest = 1, optimum = 0;
  for (const int i : order) rest -= b.lower[i], optimum += b.lower[i] * x[i];
  for (const int i : order) {
    const double more = std::clamp(rest, 0.0, b.upper[i] - b.lower[i]);
    rest -= more, optimum += more * x[i];
  }
  const auto& [c0, c1, c2, c3] = order;
  return {optimum, b.upper[c0] * x[c0] + b.lower[c3] * x[c3] + b.lower[c2] * x[c2] +
                       (1 - b.upper[c0] - b.lower[c3] - b.lower[c2]) * x[c1]};
}

// Corners anywhere in a box that is somewhere: stretched, flat and inverted elements alike.
void measure_case(const Patch& patch, Random& random, const SimplexKernels& kernels, Sums& sums) {
  const Vec3 at = random.in_box({-10, -10, -10}, {10, 10, 10});
  Corners x;
  for (Vec3& corner : x) corner = at + random.in_box({-1, -1, -1}, {1, 1, 1});
  SortedSimplex sorted;
  sort_simplex(x, kernels, sorted);
  const Governor governor = make_governor(patch.intervals, 0);
  LeastCorners least_corners;
  bound({&governor, 1}, &sorted, kernels, least_corners);
  const FloatBox box = least_corners.box(0);
  double extent = 0;
  for (const Vec3& corner : x)
    extent = std::max({extent, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
  const double rounding = simplex_rounding(extent, 1);
  Box3 exact, around;
  for (const auto& w : patch.weights) exact.extend(w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3]);
  for (const Vec3& corner : x) around.extend(corner);
  bool violated = false;
  double volume = 1, optimum = 1, eq8 = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double lower = box.lower[axis] - rounding, upper = box.upper[axis] + rounding;
    violated |= exact.lower[axis] < lower || exact.upper[axis] > upper;
    std::array<double, 4> forth, back;
    for (int i = 0; i < 4; ++i) forth[i] = x[i][axis], back[i] = -forth[i];
    const Least least = least_value(patch.intervals, forth), most = least_value(patch.intervals, back);
    sums.ours += upper - lower, sums.exact += exact.upper[axis] - exact.lower[axis];
    volume *= upper - lower, optimum *= -most.optimum - least.optimum, eq8 *= -most.eq8 - least.eq8;
  }
  const Vec3 size = around.upper - around.lower;
  sums.violations += violated ? 1 : 0, sums.cases += 1;
  sums.volume += volume, sums.optimum += optimum, sums.eq8 += eq8,
      sums.tetrahedron += size.x * size.y * size.z;
}

Sums measure(int points) {
  const SimplexKernels& kernels = simplex_kernels_for(best_instruction_set());
  return parallel_reduce(
      kPatches, 100, Sums{},
      [&](Index begin, Index end) {
        Sums sums;
        for (Index i = begin; i < end; ++i) {
          Random random(static_cast<std::uint64_t>(points) * kPatches + i);
          const Patch patch = random_patch(random, points);
          for (int d = 0; d < kDeformations; ++d) measure_case(patch, random, kernels, sums);
        }
        return sums;
      },
      [](const Sums& a, const Sums& b) { return a + b; });
}

// Nanoseconds of a box around the points of one governor; those of four, of a tetrahedron each, over four.
double time_of_a_bound() {
  Random random(1);
  const SimplexKernels& kernels = simplex_kernels_for(best_instruction_set());
  constexpr int kCount = 4096;
  std::vector<SortedSimplex> simplices(kCount / 8);
  for (SortedSimplex& s : simplices) {
    Corners x;
    for (Vec3& corner : x) corner = random.in_box({-1, -1, -1}, {1, 1, 1});
    sort_simplex(x, kernels, s);
  }
  std::vector<Governor> governors;
  for (int g = 0; g < kCount; ++g)
    governors.push_back(make_governor(random_patch(random, 8).intervals, g / 8));
  LeastCorners all;
  const double ms = shortest_cpu_ms(100, [&] {
    for (int g = 0; g < kCount; g += 4) bound({&governors[g], 4}, simplices.data(), kernels, all);
  });
  return 1e6 * ms / kCount;
}

void measure_simplex(BenchRow& row) {
  double violations = 0, cases = 0, extent = 0, volume = 0, eq8 = 0, tetrahedron = 0;
  for (const int points : kPoints) {
    const Sums sums = measure(points);
    violations += sums.violations, cases += sums.cases;
    extent = std::max(extent, sums.ours / sums.exact);
    volume = std::max(volume, sums.volume / sums.optimum);
    eq8 = std::max(eq8, sums.eq8 / sums.optimum);
    tetrahedron = std::max(tetrahedron, sums.volume / sums.tetrahedron);
  }
  row.add("cases", static_cast<long long>(cases));
  row.add("violations", static_cast<long long>(violations));
  row.add("extent_over_exact", extent);
  row.add("volume_over_optimum", volume);
  row.add("eq8_volume_over_optimum", eq8);
  row.add("volume_over_tet_box", tetrahedron);
  row.add("ns_per_governor", time_of_a_bound());
}

}  // namespace

Bench otaduy_bounds_bench() {
  return {"otaduy-bounds",
          "Boxes around points in a tetrahedron without the points [Otaduy07, sec. 5.2]; the worst of 3, 8, "
          "32 and 128 "
          "points in a patch half an edge wide",
          {"simplex"},
          [](BenchContext& context) {
            if (context.wants("simplex")) measure_simplex(context.add_row("simplex"));
          }};
}

}  // namespace sinew
