#include <gtest/gtest.h>

#include "shape/structured.h"
#include "tet/bodies.h"
#include "tet/tet_system.h"

namespace sinew {
namespace {

using test::take_steps;

TetBodyModel bar_model() {
  TetBodyModel model = test::held_model(test::small_bar(), {1e4, 0.3, 1000}, test::at_the_left);
  model.forces = {Gravity{}};
  return model;
}

bool share_rest(const TetBody& a, const TetBody& b) { return &a.rest() == &b.rest(); }

std::vector<Vec3> after_steps(TetBody& body, int steps) {
  take_steps(body, steps, 0.02);
  return test::frame_of(body).positions;
}

TEST(SharedTetRest, equal_bodies_share_rest_data_and_what_frames_show) {
  const TetBody a("a", bar_model(), {}), b("b", bar_model(), {});
  EXPECT_TRUE(share_rest(a, b));
  EXPECT_EQ(test::frame_of(a).topology, test::frame_of(b).topology);
}

TEST(SharedTetRest, velocity_forces_and_parameters_may_differ) {
  const TetBody a("a", bar_model(), {});
  TetBodyModel other = bar_model();
  other.velocity = {1, 2, 3};
  other.forces.push_back(Wind{{1, 0, 0}});
  other.holds[0].motion.velocity = {0, 1, 0};
  ElasticParams params;
  params.strain = Strain::kGreen;
  params.damping.stiffness = 0.01;
  EXPECT_TRUE(share_rest(a, TetBody("b", other, params)));
}

TEST(SharedTetRest, bodies_that_differ_at_rest_do_not_share) {
  const TetBody a("a", bar_model(), {});
  std::vector<TetBodyModel> others(5, bar_model());
  others[0].materials[0].young *= 2;
  others[1].holds[0].nodes.pop_back();
  others[2].levels[0].positions.back().x += 1e-12;
  others[3].levels.pop_back();
  others[4].surface = boundary_surface(others[4].levels[1]);
  for (const TetBodyModel& other : others) EXPECT_FALSE(share_rest(a, TetBody("b", other, {})));
  ElasticParams lumped;
  lumped.lumped_mass = true;
  EXPECT_FALSE(share_rest(a, TetBody("b", bar_model(), lumped)));
}

TetBodyModel sheet_model(double thickness = 1e-3, double bending = 1) {
  TetBodyModel model;
  model.sheet = Sheet{{structured_sheet(1, 1, 32)}, thickness, bending};
  model.holds = {{{0, 1, 2}, {}}};
  return model;
}

TEST(SharedTetRest, equal_sheets_share_and_those_of_another_thickness_or_bending_do_not) {
  ElasticParams params;
  params.strain = Strain::kGreen;
  const TetBody a("a", sheet_model(), params), b("b", sheet_model(), params);
  EXPECT_TRUE(share_rest(a, b));
  EXPECT_EQ(test::frame_of(a).topology, test::frame_of(b).topology);
  for (const TetBodyModel& other : {sheet_model(2e-3), sheet_model(1e-3, 0.5)})
    EXPECT_FALSE(share_rest(a, TetBody("c", other, params)));
}

TEST(SharedTetRest, a_tuned_body_leaves_its_twin_as_it_was_and_moves_as_one_that_has_no_twin) {
  for (const Strain strain : test::kStrains) {
    ElasticParams params;
    params.strain = strain;
    TetBody alone("alone", bar_model(), params);
    take_steps(alone, 2, 0.02);
    alone.tune("young", 2e4), alone.tune("density", 500);
    const std::vector<Vec3> tuned_alone = after_steps(alone, 3);
    TetBody untouched("untouched", bar_model(), params);
    const std::vector<Vec3> expected = after_steps(untouched, 5);

    TetBody a("a", bar_model(), params), b("b", bar_model(), params);
    ASSERT_TRUE(share_rest(a, b));
    take_steps(a, 2, 0.02), take_steps(b, 2, 0.02);
    a.tune("young", 2e4), a.tune("density", 500);
    EXPECT_FALSE(share_rest(a, b));
    EXPECT_EQ(after_steps(a, 3), tuned_alone) << test::name_of(strain);
    EXPECT_EQ(after_steps(b, 3), expected) << test::name_of(strain);
    EXPECT_NE(tuned_alone, expected) << test::name_of(strain);
    EXPECT_EQ(b.rest().elements[0].density, 1000);
  }
}

}  // namespace
}  // namespace sinew
