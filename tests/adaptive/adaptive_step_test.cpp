#include "adaptive/adaptive_step.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "adaptive/hierarchies.h"
#include "adaptive/random_fronts.h"
#include "stepping/step_scheme.h"

namespace sinew {
namespace {

constexpr double kTolerance = 3e-3;

// The root mean square distance of two shapes after the best rigid motion.
double shape_difference(std::span<const Vec3> rest, std::span<const Block3<double>> u,
                        std::span<const Block3<double>> other) {
  const auto count = static_cast<double>(rest.size());
  Vec3 a, b;
  for (std::size_t i = 0; i < rest.size(); ++i)
    a += (rest[i] + to_vec3(u[i])) / count, b += (rest[i] + to_vec3(other[i])) / count;
  Mat3 moment;
  for (std::size_t i = 0; i < rest.size(); ++i)
    moment = moment + outer(rest[i] + to_vec3(other[i]) - b, rest[i] + to_vec3(u[i]) - a);
  const Mat3 R = to_matrix(nearest_rotation((1 / trace(moment)) * moment));
  double sum = 0;
  for (std::size_t i = 0; i < rest.size(); ++i)
    sum += squared_norm(rest[i] + to_vec3(other[i]) - b - R * (rest[i] + to_vec3(u[i]) - a)) / count;
  return std::sqrt(sum);
}

class StepOfABear : public testing::Test {
 protected:
  AdaptiveRest rest = test::small_bear();
  NodeForest forest = make_node_forest(rest);
  BlockVector<double> nothing = BlockVector<double>(rest.finest().node_count());

  template <typename Field>
  BlockVector<double> field(const Field& at) const {
    BlockVector<double> values;
    for (const Vec3& p : rest.finest().elements.positions) values.push_back(to_block(at(p)));
    return values;
  }
  BlockVector<double> weight(const Vec3& gravity) const {
    BlockVector<double> forces;
    for (const double mass : rest.finest().masses) forces.push_back(to_block(mass * gravity));
    return forces;
  }
  Vec3 centre(const AdaptiveStep& step) const {
    Vec3 sum;
    double mass = 0;
    for (Index i = 0; i < rest.finest().node_count(); ++i) {
      sum +=
          rest.finest().masses[i] * (rest.finest().elements.positions[i] + to_vec3(step.displacements()[i]));
      mass += rest.finest().masses[i];
    }
    return sum / mass;
  }
  static void take(AdaptiveStep& step, double dt, const BlockVector<double>& forces,
                   const Damping& damping = {}) {
    const BlockVector<double> prescribed(forces.size());
    step.begin(step_scheme(Integrator::kBackwardEuler, damping, dt), forces, prescribed);
    step.solve({}, {.tolerance = kTolerance, .cycles = 0});
    step.end();
    step.commit();
    step.adapt();
  }
};

// Fine on the left, spinning and wobbling.
TEST_F(StepOfABear, momentum_is_kept_in_flight_while_half_of_it_is_fine) {
  AdaptiveStep step(rest, forest, {.changes = false});
  const Vec3 gravity{0, -9.81, 0};
  const BlockVector<double> v = field([&](const Vec3& p) {
    return cross(Vec3{1, 4, 2}, p) + Vec3{0, 3, 0} + 0.5 * std::sin(60 * p.y) * Vec3{1, 0, 0};
  });
  step.set_state(nothing, v);
  for (int l = 1; l < rest.count(); ++l)
    for (Index N = 0; N < rest.levels[l].node_count(); ++N)
      if (rest.levels[l].elements.positions[N].x > 0 && step.front().may_coarsen(l, N))
        step.front().coarsen(l, N);
  step.front_changed();
  take(step, 0.01, weight(gravity));
  const Momentum before = step.momentum_about(centre(step));
  double mass = 0, restored = 0;
  for (const double m : rest.finest().masses) mass += m;
  constexpr int kSteps = 1000;
  for (int n = 0; n < kSteps; ++n) {
    take(step, 0.01, weight(gravity));
    restored = std::max(restored, step.report().speed_restored);
  }
  const Momentum after = step.momentum_about(centre(step));
  EXPECT_FALSE(step.front().is_all_fine());
  const Vec3 expected = before.linear + kSteps * 0.01 * mass * gravity;
  EXPECT_LT(norm(after.linear - expected), 1e-9 * norm(expected));
  EXPECT_LT(norm(after.angular - before.angular), 1e-9 * norm(before.angular));
  std::printf("drift %.1e and %.1e; largest speed restored in a step %.2e m/s\n",
              norm(after.linear - expected) / norm(expected),
              norm(after.angular - before.angular) / norm(before.angular), restored);
}

TEST_F(StepOfABear, refining_and_coarsening_a_spinning_body_keeps_its_momentum) {
  AdaptiveStep step(rest, forest, {.changes = false});
  step.set_state(nothing, field([](const Vec3& p) { return cross(Vec3{1, 4, 2}, p) + Vec3{1, 2, 3}; }));
  const Momentum before = step.momentum_about({});
  Random random(2);
  for (int change = 0; change < 400; ++change) {
    test::change_at_random(rest, random, step.front());
    step.front_changed();
  }
  step.follow_front();
  EXPECT_FALSE(step.front().is_all_fine());
  const Momentum after = step.momentum_about({});
  EXPECT_LT(norm(after.linear - before.linear), 1e-10 * norm(before.linear));
  EXPECT_LT(norm(after.angular - before.angular), 1e-10 * norm(before.angular));
}

TEST_F(StepOfABear, affine_motion_needs_no_refinement) {
  AdaptiveStep step(rest, forest, {.tolerance = 1e-6});
  const Mat3 stretch{{Vec3{0.3, 0.1, 0}, Vec3{0, -0.1, 0}, Vec3{0.05, 0, 0.2}}};
  for (int l = 0; l < rest.count(); ++l)
    for (Index i = 0; i < rest.levels[l].node_count(); ++i)
      step.level(l).u[i] = to_block(stretch * rest.levels[l].elements.positions[i]);
  take(step, 1e-9, nothing);
  EXPECT_EQ(step.front().active_count(), rest.levels.back().node_count());
}

TEST_F(StepOfABear, errors_depend_on_neither_time_step_nor_density_nor_stiffness) {
  const BlockVector<double> bent = field([&](const Vec3& p) {
    return 5 * p.y * p.y * Vec3{1, 0, 0} + 0.002 * std::sin(300 * p.x) * Vec3{0, 1, 0};
  });
  const auto errors = [&](double dt, double density, double young) {
    const AdaptiveRest own =
        make_adaptive_rest(test::bear_levels(2000, 4), std::vector{Material{young, 0.4, density}}, {});
    AdaptiveStep step(own, forest, {.tolerance = 1e9});
    step.set_state(bent, nothing);
    take(step, dt, nothing);
    std::vector<double> all;
    step.set_state(bent, nothing);
    step.find_errors();
    for (int l = 0; l < own.count(); ++l)
      all.insert(all.end(), step.level(l).error.begin(), step.level(l).error.end());
    return all;
  };
  const std::vector<double> expected = errors(0.001, 1200, 5e4);
  EXPECT_GT(std::ranges::max(expected), 0.001 * rest.size);
  const auto expect_same = [&](const std::vector<double>& other) {
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(other[i], expected[i], 1e-6 * rest.size);
  };
  expect_same(errors(0.0005, 1200, 5e4));
  expect_same(errors(0.001, 9600, 5e4));
  expect_same(errors(0.001, 1200, 5e5));
}

// A hand pulls at the head, and lets go.
TEST_F(StepOfABear, refines_where_it_is_bent_and_merges_when_it_rests) {
  const Box3 box = bounding_box(rest.finest().elements.positions);
  AdaptiveStep step(rest, forest, {.tolerance = 0.005}), fine(rest, forest, {.changes = false});
  fine.set_state(nothing, nothing);
  const BlockVector<double> pull = field([&](const Vec3& p) {
    const double top = p.y - 0.9 * box.upper.y;
    return top > 0 ? Vec3{0.016, 0, 0} : Vec3{};
  });
  Index most = 0;
  double worst = 0;
  const Damping damping{2, 0.002};
  for (int n = 0; n < 300; ++n) {
    const BlockVector<double>& forces = n < 40 ? pull : nothing;
    take(step, 0.005, forces, damping), take(fine, 0.005, forces, damping);
    most = std::max(most, step.front().active_count());
    ASSERT_EQ(step.front().broken_rule(), "");
    if (n < 40)
      worst = std::max(worst, shape_difference(rest.finest().elements.positions, step.displacements(),
                                               fine.displacements()) /
                                  rest.size);
  }
  std::printf(
      "active: %d at rest, at most %d of %d; error of the shape %.4f; largest jump %.5f of the size\n",
      step.front().active_count(), most, fine.front().active_count(), worst,
      step.report().largest_pop / rest.size);
  EXPECT_GT(most, 2 * rest.levels.back().node_count());
  EXPECT_LT(step.front().active_count(), most / 2);
  EXPECT_LT(worst, 0.02);
  EXPECT_LT(step.report().largest_pop, 0.005 * rest.size);
}

}  // namespace
}  // namespace sinew
