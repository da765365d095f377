#include <gtest/gtest.h>

#include "body/contact_side.h"
#include "contact_bodies.h"
#include "multigrid/system_levels.h"

namespace sinew {
namespace {

using test::kStep;

struct Way {
  Strain strain;
  Integrator integrator;
};

class StrainAndIntegrator : public testing::TestWithParam<Way> {};

// Newmark's scheme and generalized-alpha take contact at the end of the step, Green strain in each Newton iteration.
TEST_P(StrainAndIntegrator, a_box_lands_and_comes_to_rest) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.1, 0};
  options.rotation = test::turned_about_z(0.6);
  options.params.strain = GetParam().strain;
  options.params.integrator = GetParam().integrator;
  options.params.damping = {.mass = 0, .stiffness = 0.01};
  const double weight = test::weight_of(world.add(test::soft_box(options)));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  for (int step = 0; step < 150; ++step) {
    world.step(kStep, {.forces = true});
    ASSERT_EQ(test::crossings(world), 0) << "step " << step;
  }
  EXPECT_NEAR(test::contact_force_on(world, "box").y / weight, 1, 1e-3);
  EXPECT_LT(test::rms_speed(world), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(All, StrainAndIntegrator,
                         testing::Values(Way{Strain::kCauchy, Integrator::kBackwardEuler},
                                         Way{Strain::kCauchy, Integrator::kNewmark},
                                         Way{Strain::kCauchy, Integrator::kGeneralizedAlpha},
                                         Way{Strain::kCorotated, Integrator::kBackwardEuler},
                                         Way{Strain::kCorotated, Integrator::kNewmark},
                                         Way{Strain::kCorotated, Integrator::kGeneralizedAlpha},
                                         Way{Strain::kGreen, Integrator::kBackwardEuler},
                                         Way{Strain::kGreen, Integrator::kNewmark},
                                         Way{Strain::kGreen, Integrator::kGeneralizedAlpha}));

// Contact relaxes a step many times: the forces are those of where the body is, the operators those of the first time.
TEST(GreenStrain, rounds_of_contact_keep_their_operators_and_reach_the_solution) {
  test::BoxOptions options;
  options.params.strain = Strain::kGreen;
  options.params.solver.cycles = 1;
  options.velocity = {0, -1, 0};
  options.held_below = 0.02;
  const std::unique_ptr<Body> body = test::soft_box(options);
  options.params.solver.cycles = 0;
  const std::unique_ptr<Body> solved = test::soft_box(options);

  ContactSide& side = *body->contact_side();
  body->begin_step(0, kStep);
  side.begin_contact();
  const BlockVector<double> forces(side.increment().size());
  side.relax(forces, 1);
  const std::int64_t revision = side.system_levels().revision;
  for (int round = 0; round < 8; ++round) side.relax(forces, 1);
  EXPECT_EQ(side.system_levels().revision, revision);

  solved->begin_step(0, kStep);
  while (!solved->relax()) {
  }
  const auto expected = solved->contact_side()->increment(), found = side.increment();
  double largest = 0, off = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, norm(to_vec3(expected[i])));
    off = std::max(off, distance(to_vec3(found[i]), to_vec3(expected[i])));
  }
  EXPECT_GT(largest, 0.005);
  EXPECT_LT(off, 0.01 * largest);
}

}  // namespace
}  // namespace sinew
