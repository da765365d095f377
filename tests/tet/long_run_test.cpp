#include <gtest/gtest.h>

#include "stepping/long_run.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

constexpr double kStep = 0.03;

TEST(TetLongRun, bars_keep_their_energy_for_300_steps_of_counted_cycles) {
  for (const Vec3& size : {Vec3{1, 0.5, 0.5}, Vec3{1, 0.17, 0.17}}) {
    const Index across = size.y > 0.3 ? 3 : 1;
    TetBodyModel model = test::held_model(nested_levels(box_mesh(size, {6, across, across}), 1),
                                          {1e6, 0.3, 1000}, test::at_the_left);
    model.forces = {Gravity{}};
    for (const Strain strain : {Strain::kCauchy, Strain::kCorotated}) {
      TetBody body("bar", model, test::counted_cycles(Integrator::kGeneralizedAlpha, strain));
      EXPECT_LT(test::energy_ratio(body, kStep), 2) << test::name_of(strain) << " " << size.y;
      EXPECT_EQ(body.tally().damped, 0);
    }
  }
}

}  // namespace
}  // namespace sinew
