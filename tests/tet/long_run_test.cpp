#include <gtest/gtest.h>

#include <algorithm>

#include "tet/bodies.h"

namespace sinew {
namespace {

using test::take_steps;

// Elastic energy after 300 steps of three V(1,1)-cycles over the largest of the first 60.
double energy_ratio(TetBody& body) {
  constexpr double kStep = 0.03;
  double largest = 0;
  for (int step = 0; step < 60; ++step) {
    take_steps(body, 1, kStep, step * kStep);
    largest = std::max(largest, body.energies().elastic);
  }
  take_steps(body, 240, kStep, 60 * kStep);
  return body.energies().elastic / largest;
}

ElasticParams counted_cycles(Strain strain) {
  ElasticParams params;
  params.strain = strain;
  params.integrator = Integrator::kGeneralizedAlpha;
  params.solver.method = SolverMethod::kMultigrid;
  params.solver.cycles = 3;
  return params;
}

TEST(TetLongRun, bars_keep_their_energy_for_300_steps_of_counted_cycles) {
  for (const Vec3& size : {Vec3{1, 0.5, 0.5}, Vec3{1, 0.17, 0.17}}) {
    const Index across = size.y > 0.3 ? 3 : 1;
    TetBodyModel model = test::held_model(nested_levels(box_mesh(size, {6, across, across}), 1),
                                          {1e6, 0.3, 1000}, test::at_the_left);
    model.forces = {Gravity{}};
    for (const Strain strain : {Strain::kCauchy, Strain::kCorotated}) {
      TetBody body("bar", model, counted_cycles(strain));
      EXPECT_LT(energy_ratio(body), 2) << test::name_of(strain) << " " << size.y;
      EXPECT_EQ(body.tally().damped, 0);
    }
  }
}

}  // namespace
}  // namespace sinew
