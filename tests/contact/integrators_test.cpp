#include <gtest/gtest.h>

#include "contact_bodies.h"

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

}  // namespace
}  // namespace sinew
