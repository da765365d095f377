#include <gtest/gtest.h>

#include <cmath>

#include "octree/octree_bodies.h"

namespace sinew {
namespace {

using test::take_steps;

Region edge_at_the_origin() { return {BoxRegion{{{-1e-6, -1e-6, -10}, {1e-6, 1e-6, 10}}}}; }

// Small enough to have no coarser level: its matrix is stored.
TEST(OctreeStability, a_small_free_body_of_steel_falls_as_galilei_says) {
  for (const double side : {1e-2, 1e-6}) {
    OctreeBodyModel model = test::box_model({3, 2, 2}, side, {2e11, 0.3, 7800});
    model.forces = {Gravity{{0, -10, 0}}};
    OctreeBody body("part", model, {});
    const double t = take_steps(body, 20, 0.02), fallen = 10 * 0.02 * (t + 0.02) / 2 * 20;
    for (const Vec3& u : body.displacements()) EXPECT_LT(distance(u, {0, -fallen, 0}), 1e-3 * fallen) << side;
  }
}

// Straight turns would stretch it by more than its kinetic energy.
TEST(OctreeStability, a_bar_of_wood_that_swings_on_a_hinge_holds_hardly_any_elastic_energy) {
  OctreeBodyModel model = test::box_model({16, 4, 4}, 1.0 / 16, {1e10, 0.3, 600});
  model.holds.push_back({edge_at_the_origin(), {}});
  model.forces = {Gravity{}};
  OctreeBody body("bar", model, {});
  double elastic = 0, kinetic = 0, total = 0;
  for (int step = 0; step < 30; ++step) {
    take_steps(body, 1, 0.02, 0.02 * step);
    const Energies e = body.energies();
    elastic = std::max(elastic, e.elastic), kinetic = std::max(kinetic, e.kinetic);
    total = std::max(total, e.total());
  }
  EXPECT_GT(kinetic, 50);
  EXPECT_LT(elastic, 0.1 * kinetic);
  EXPECT_LT(total, 0.01 * kinetic);
  EXPECT_EQ(body.tally().unsolved, 0);
}

// Damped steps depend on the energy that the body may have, which its history gave it.
TEST(OctreeStability, a_run_that_is_damped_goes_on_from_a_saved_state_with_the_same_bits) {
  OctreeBodyModel model = test::box_model({10, 2, 2}, 0.1, {3e4, 0.3, 1000});
  model.holds.push_back({Region{BoxRegion{{{-1, -1, -1}, {1e-6, 1, 1}}}}, {}});
  model.forces = {Gravity{}};
  ElasticParams params;
  params.integrator = Integrator::kNewmark;
  OctreeBody whole("bar", model, params), resumed("bar", model, params);
  const double t = take_steps(whole, 100, 0.1);
  resumed.restore(whole.state());
  const std::int64_t damped_before = whole.tally().damped;
  take_steps(whole, 50, 0.1, t);
  take_steps(resumed, 50, 0.1, t);
  EXPECT_GT(whole.tally().damped, damped_before);
  EXPECT_EQ(resumed.displacements(), whole.displacements());
  EXPECT_EQ(resumed.tally().damped, whole.tally().damped - damped_before);
}

TEST(OctreeStability, foam_in_a_storm_is_never_faster_than_the_wind) {
  for (const Strain strain : {Strain::kCauchy, Strain::kCorotated}) {
    OctreeBodyModel model = test::box_model({16, 4, 2}, 0.05, {5e4, 0.2, 30});
    model.forces = {Wind{.velocity = {0, 0, 100}}};
    ElasticParams params;
    params.strain = strain;
    params.integrator = Integrator::kBackwardEuler;
    OctreeBody body("foam", model, params);
    for (int step = 0; step < 40; ++step) {
      take_steps(body, 1, 0.02, 0.02 * step);
      BodyFrame frame;
      body.publish({}, frame);
      for (const Vec3& v : frame.velocities) EXPECT_LT(norm(v), 105) << step;
    }
  }
}

TEST(OctreeStability, pieces_of_a_stiff_body_that_was_cut_gain_no_energy) {
  OctreeBodyModel model = test::held_box({16, 4, 4}, 1.0 / 16, {2e11, 0.3, 7800});
  model.forces = {Gravity{}};
  OctreeBody body("bar", model, {});
  ASSERT_TRUE(body.cut(test::wall_at(0.53, {0, -1, -1}, {0, 2, 2})));
  double work = 0, above = 0;
  for (int step = 0; step < 40; ++step) {
    take_steps(body, 1, 0.02, 0.02 * step);
    work = std::max(work, -body.energies().external);
    above = std::max(above, body.energies().total());
  }
  EXPECT_GT(work, 100);
  EXPECT_LT(above, 0.01 * work);
}

// The limit of stiffness is for what nothing holds.
TEST(OctreeStability, a_held_part_keeps_its_stiffness_however_stiff_it_is) {
  const Material steel{2e11, 0.3, 7800};
  OctreeBodyModel model = test::held_box({16, 4, 4}, 1e-5, steel);
  model.forces = {Gravity{}};
  OctreeBody moving("part", model, {}),
      still("part", model, test::octree_params(Strain::kCorotated, Integrator::kStatic));
  take_steps(moving, 5, 0.1), take_steps(still, 1, 1);
  const std::vector<Vec3> u = moving.displacements(), expected = still.displacements();
  double most = 0, off = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    most = std::max(most, norm(expected[i])), off = std::max(off, distance(u[i], expected[i]));
  EXPECT_LT(off, 1e-3 * most);
}

}  // namespace
}  // namespace sinew
