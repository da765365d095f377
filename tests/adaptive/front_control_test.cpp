#include "adaptive/front_control.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "adaptive/bear_steps.h"
#include "adaptive/random_fronts.h"

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

class StepsOfABear : public testing::Test {
 protected:
  const TetBodyModel model = test::model_of(test::bear_levels(2000, 4));
  static Vec3 nothing(const Vec3&) { return {}; }
};

// Fine on the left, spinning and wobbling.
TEST_F(StepsOfABear, momentum_is_kept_in_flight_while_half_of_it_is_fine) {
  test::BearSteps bear(model, {.changes = false}, {}, kTolerance);
  test::refine_where(bear.body.rest(), bear.system().front(), [](const Vec3& p) { return p.x < 0; });
  bear.system().front_changed();
  const Vec3 gravity{0, -9.81, 0};
  // By the masses as steps have them, in single precision: weight then has no moment.
  for (std::size_t i = 0; i < bear.masses().size(); ++i)
    bear.forces.force[i] = to_block(bear.masses()[i] * gravity);
  bear.set_state(nothing, [&](const Vec3& p) {
    return cross(Vec3{1, 4, 2}, p) + Vec3{0, 3, 0} + 0.5 * std::sin(60 * p.y) * Vec3{1, 0, 0};
  });
  bear.take(0.01);
  const Momentum before = bear.momentum_about(bear.centre());
  double mass = 0;
  for (const double m : bear.masses()) mass += m;
  constexpr int kSteps = 1000;
  for (int n = 0; n < kSteps; ++n) bear.take(0.01);
  const Momentum after = bear.momentum_about(bear.centre());
  EXPECT_FALSE(bear.system().front().is_all_fine());
  const Vec3 expected = before.linear + kSteps * 0.01 * mass * gravity;
  EXPECT_LT(norm(after.linear - expected), 1e-9 * norm(expected));
  EXPECT_LT(norm(after.angular - before.angular), 1e-9 * norm(before.angular));
  std::printf("drift %.1e and %.1e; largest speed restored in a step %.2e m/s\n",
              norm(after.linear - expected) / norm(expected),
              norm(after.angular - before.angular) / norm(before.angular),
              bear.stepper.tally().momentum_given);
}

TEST_F(StepsOfABear, refining_and_coarsening_a_spinning_body_keeps_its_momentum) {
  test::BearSteps bear(model, {.changes = false});
  bear.control.refine_all();
  bear.set_state(nothing, [](const Vec3& p) { return cross(Vec3{1, 4, 2}, p) + Vec3{1, 2, 3}; });
  const Momentum before = bear.momentum_about({});
  Random random(2);
  for (int change = 0; change < 400; ++change) {
    test::change_at_random(bear.body.rest(), random, bear.system().front());
    bear.system().front_changed();
  }
  bear.system().follow_front(bear.stepper.state_to_change().u);
  bear.system().follow_front(bear.stepper.state_to_change().v);
  EXPECT_FALSE(bear.system().front().is_all_fine());
  const Momentum after = bear.momentum_about({});
  EXPECT_LT(norm(after.linear - before.linear), 1e-10 * norm(before.linear));
  EXPECT_LT(norm(after.angular - before.angular), 1e-10 * norm(before.angular));
}

TEST_F(StepsOfABear, affine_motion_needs_no_refinement) {
  test::BearSteps bear(model, {.tolerance = 1e-6});
  const Mat3 stretch{{Vec3{0.3, 0.1, 0}, Vec3{0, -0.1, 0}, Vec3{0.05, 0, 0.2}}};
  bear.set_state([&](const Vec3& p) { return stretch * p; }, nothing);
  bear.take(1e-9), bear.take(1e-9);
  EXPECT_EQ(bear.system().front().active_count(), bear.body.rest().levels.back().node_count());
}

TEST_F(StepsOfABear, errors_depend_on_neither_time_step_nor_density_nor_stiffness) {
  const auto bent = [&](const Vec3& p) {
    return 5 * p.y * p.y * Vec3{1, 0, 0} + 0.002 * std::sin(300 * p.x) * Vec3{0, 1, 0};
  };
  double size = 0;
  const auto errors = [&](double dt, double density, double young) {
    test::BearSteps bear(test::model_of(test::bear_levels(2000, 4), {young, 0.4, density}),
                         {.tolerance = 1e9});
    bear.control.refine_all();
    size = bear.body.rest().size;
    bear.set_state(bent, nothing);
    bear.take(dt);
    bear.set_state(bent, nothing);
    bear.control.find_errors(dt, bear.stepper.state().u, {});
    std::vector<double> all;
    for (int l = 0; l < bear.body.rest().count(); ++l)
      for (Index n = 0; n < bear.body.rest().levels[l].node_count(); ++n)
        all.push_back(bear.control.error(l, n));
    return all;
  };
  const std::vector<double> expected = errors(0.001, 1200, 5e4);
  EXPECT_GT(std::ranges::max(expected), 0.001 * size);
  const auto expect_same = [&](const std::vector<double>& other) {
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(other[i], expected[i], 1e-6 * size);
  };
  expect_same(errors(0.0005, 1200, 5e4));
  expect_same(errors(0.001, 9600, 5e4));
  expect_same(errors(0.001, 1200, 5e5));
}

// A hand pulls at the head, and lets go.
TEST_F(StepsOfABear, refines_where_it_is_bent_and_merges_when_it_rests) {
  const Damping damping{2, 0.002};
  test::BearSteps bear(model, {.tolerance = 0.005}, damping, kTolerance),
      fine(model, {.changes = false}, damping, kTolerance);
  fine.control.refine_all();
  const Box3 box = bounding_box(bear.places());
  const auto pull = [&](test::BearSteps& one, bool pulls) {
    for (std::size_t i = 0; i < one.forces.force.size(); ++i) {
      const bool top = one.places()[i].y > 0.9 * box.upper.y;
      one.forces.force[i] = to_block(pulls && top ? Vec3{0.016, 0, 0} : Vec3{});
    }
  };
  const double size = bear.body.rest().size;
  Index most = 0;
  double worst = 0;
  for (int n = 0; n < 300; ++n) {
    for (test::BearSteps* one : {&bear, &fine}) pull(*one, n < 40), one->take(0.005);
    most = std::max(most, bear.system().front().active_count());
    ASSERT_EQ(bear.system().front().broken_rule(), "");
    if (n < 40)
      worst =
          std::max(worst, shape_difference(bear.places(), bear.displacements(), fine.displacements()) / size);
  }
  const Index at_rest = bear.system().front().active_count();
  std::printf(
      "active: %d at rest, at most %d of %d; error of the shape %.4f; largest jump %.5f of the size\n",
      at_rest, most, fine.system().front().active_count(), worst, bear.control.largest_pop() / size);
  EXPECT_GT(most, 2 * bear.body.rest().levels.back().node_count());
  EXPECT_LT(at_rest, most / 2);
  EXPECT_LT(worst, 0.02);
  EXPECT_LT(bear.control.largest_pop(), 0.001 * size);
}

}  // namespace
}  // namespace sinew
