#include <gtest/gtest.h>

#include "base/parallel.h"
#include "octree/octree_bodies.h"
#include "stepping/custom_weight.h"

namespace sinew {
namespace {

using test::frame_of;
using test::held_box;
using test::octree_params;
using test::take_steps;

const Vec3 kG{0, -9.81, 1};

OctreeBody bar_under(std::vector<Force> forces) {
  OctreeBodyModel model = held_box({32, 16, 16}, 1.0 / 16, {1e5, 0.3, 1000});
  model.coarsest = 3;
  model.forces = std::move(forces);
  return OctreeBody(
      "bar", model,
      octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-10));
}

// Hanging vertices have masses of their own, as frames have them.
CustomForce weight_of(const OctreeBody& body) {
  const std::vector<double> masses(body.rest().vertex_mass.begin(), body.rest().vertex_mass.end());
  return test::custom_weight(masses, frame_of(body).topology.elements->rest_positions, kG);
}

TEST(CustomForce, an_octree_moves_under_a_custom_weight_as_under_gravity_and_has_its_energy) {
  OctreeBody gravity = bar_under({Gravity{kG}});
  OctreeBody custom = bar_under({weight_of(gravity)});
  ASSERT_GT(gravity.rest().grid.vertices.hanging(), 0);
  take_steps(gravity, 4, 0.02), take_steps(custom, 4, 0.02);
  const BodyFrame a = frame_of(custom), b = frame_of(gravity);
  for (std::size_t i = 0; i < a.positions.size(); ++i)
    EXPECT_LT(distance(a.positions[i], b.positions[i]), 1e-7);
  EXPECT_NEAR(a.energies.external, b.energies.external, 1e-6 * std::abs(b.energies.external));
}

TEST(CustomForce, the_bits_of_an_octree_do_not_depend_on_the_number_of_threads) {
  const CustomForce weight = weight_of(bar_under({}));
  const auto positions_with = [&](int threads) {
    set_thread_count(threads);
    OctreeBody bar = bar_under({weight});
    take_steps(bar, 2, 0.02);
    set_thread_count(0);
    return frame_of(bar).positions;
  };
  const std::vector<Vec3> one = positions_with(1);
  EXPECT_EQ(positions_with(2), one);
  EXPECT_EQ(positions_with(4), one);
}

}  // namespace
}  // namespace sinew
