#include "collision/simplex_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/random.h"

namespace sinew {
namespace {

// A cluster of points with non-negative weights in a tetrahedron, and corners anywhere: stretched, flat or inverted.
struct Cluster {
  std::vector<std::array<double, 4>> weights;
  BarycentricIntervals intervals;
};

Cluster random_cluster(Random& random, int count, double size) {
  Cluster cluster;
  std::array<double, 4> middle{};
  for (double& w : middle) w = random.uniform(0.01, 1);
  for (int p = 0; p < count; ++p) {
    std::array<double, 4> w = middle;
    double sum = 0;
    for (double& x : w) sum += x = std::max(1e-6, x + random.uniform(-size, size));
    for (double& x : w) x /= sum;
    cluster.weights.push_back(w);
    cluster.intervals.extend(w);
  }
  return cluster;
}

std::array<Vec3, 4> random_corners(Random& random, const Vec3& at) {
  std::array<Vec3, 4> corners;
  for (Vec3& x : corners) x = at + random.in_box({-1, -1, -1}, {1, 1, 1});
  if (random.below(4) == 0) corners[1].x = corners[2].x = corners[0].x;  // ties
  return corners;
}

double extent_of(const std::array<Vec3, 4>& corners) {
  double most = 0;
  for (const Vec3& x : corners) most = std::max({most, std::abs(x.x), std::abs(x.y), std::abs(x.z)});
  return most;
}

// The least value of sum_i w_i x_i over the intervals: at a vertex of the polytope, where three weights are at an end.
double least_by_vertices(const BarycentricIntervals& b, const std::array<double, 4>& x) {
  double least = std::numeric_limits<double>::infinity();
  for (int free = 0; free < 4; ++free)
    for (int ends = 0; ends < 16; ++ends) {
      double rest = 1, value = 0;
      for (int i = 0; i < 4; ++i)
        if (i != free) {
          const double w = (ends >> i & 1) != 0 ? b.upper[i] : b.lower[i];
          rest -= w, value += w * x[i];
        }
      if (rest > b.lower[free] - 1e-12 && rest < b.upper[free] + 1e-12)
        least = std::min(least, value + rest * x[free]);
    }
  return least;
}

FloatBox box_of(const Cluster& cluster, const std::array<Vec3, 4>& corners, const SimplexKernels& kernels) {
  SortedSimplex sorted;
  sort_simplex(corners, kernels, sorted);
  const Governor governor = make_governor(cluster.intervals, 0);
  LeastCorners least;
  bound({&governor, 1}, &sorted, kernels, least);
  return least.box(0);
}

TEST(SimplexBounds, no_point_leaves_its_box_wherever_the_corners_go) {
  Random random(1);
  for (const InstructionSet set : supported_instruction_sets())
    for (int round = 0; round < 20000; ++round) {
      const Cluster cluster = random_cluster(random, 1 + static_cast<int>(random.below(12)), 0.3);
      const auto corners = random_corners(random, random.in_box({-50, -50, -50}, {50, 50, 50}));
      const FloatBox box = box_of(cluster, corners, simplex_kernels_for(set));
      const double rounding = simplex_rounding(extent_of(corners), 1);
      for (const auto& w : cluster.weights) {
        Vec3 p{};
        for (int i = 0; i < 4; ++i) p += w[i] * corners[i];
        for (int axis = 0; axis < 3; ++axis) {
          ASSERT_GE(p[axis], box.lower[axis] - rounding);
          ASSERT_LE(p[axis], box.upper[axis] + rounding);
        }
      }
    }
}

TEST(SimplexBounds, a_box_is_the_least_that_the_intervals_allow) {
  Random random(2);
  const SimplexKernels& kernels = simplex_kernels_for(best_instruction_set());
  for (int round = 0; round < 20000; ++round) {
    const Cluster cluster = random_cluster(random, 2 + static_cast<int>(random.below(12)), 0.5);
    const auto corners = random_corners(random, {});
    const FloatBox box = box_of(cluster, corners, kernels);
    for (int axis = 0; axis < 3; ++axis) {
      std::array<double, 4> x, back;
      for (int i = 0; i < 4; ++i) x[i] = corners[i][axis], back[i] = -x[i];
      EXPECT_NEAR(box.lower[axis], least_by_vertices(cluster.intervals, x), 1e-6);
      EXPECT_NEAR(box.upper[axis], -least_by_vertices(cluster.intervals, back), 1e-6);
    }
  }
}

TEST(SimplexBounds, every_instruction_set_gives_the_same_box) {
  Random random(3);
  for (int round = 0; round < 1000; ++round) {
    std::vector<Governor> governors;
    std::vector<SortedSimplex> simplices(5);
    for (SortedSimplex& s : simplices)
      sort_simplex(random_corners(random, {1, 2, 3}), simplex_kernels_for(InstructionSet::kBaseline), s);
    for (int g = 0; g < 7; ++g)
      governors.push_back(
          make_governor(random_cluster(random, 4, 0.3).intervals, static_cast<int>(random.below(5))));
    LeastCorners expected;
    bound(governors, simplices.data(), simplex_kernels_for(InstructionSet::kBaseline), expected);
    for (const InstructionSet set : supported_instruction_sets()) {
      LeastCorners found;
      bound(governors, simplices.data(), simplex_kernels_for(set), found);
      for (const int lane : {0, 1, 2, 4, 5, 6}) EXPECT_EQ(found.least[lane], expected.least[lane]);
    }
  }
}

}  // namespace
}  // namespace sinew
