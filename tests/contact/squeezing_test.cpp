#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"

namespace sinew {
namespace {

using test::kStep;

// How much the distances between the nodes of a body differ from those at rest at most, over its size.
double deformation(const BodyFrame& body) {
  const std::vector<Vec3>& rest = body.topology.elements->rest_positions;
  double most = 0;
  for (std::size_t i = 0; i < rest.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      most = std::max(most,
                      std::abs(distance(body.positions[i], body.positions[k]) - distance(rest[i], rest[k])));
  return most / bounding_box(rest).diagonal();
}

class Squeezed : public testing::TestWithParam<test::Kind> {};

// Corotated strain: the stress of Green strain falls again below 0.58 of the length.
// A plate comes down to a third of its height and goes up again, as half a period of a sine.
TEST_P(Squeezed, to_a_third_between_plates_a_box_recovers_its_shape) {
  test::BoxOptions options;
  options.at = {0, 1e-3, 0};
  options.gravity = {};
  options.poisson = 0.2;
  options.voxels = 4;
  options.params.damping.stiffness = 0.02;
  World world;
  world.add(test::soft_body(GetParam(), options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  const Motion press{.swing = {0, -0.2 * 2 / 3 - 3e-3, 0}, .swing_frequency = 0.5, .during = {0, 1}};
  world.add(
      Obstacle{.name = "plate", .shape = BoxShape{{-0.4, 0.203, -0.4}, {0.4, 0.25, 0.4}}, .motion = press});
  double lowest = 1;
  for (int step = 0; step < 120; ++step) {
    world.step(kStep);
    ASSERT_EQ(test::crossings(world), 0) << "step " << step;
    const Box3 box = bounding_box(world.frame().bodies[0].positions);
    lowest = std::min(lowest, box.upper.y - box.lower.y);
  }
  EXPECT_LT(lowest, 0.2 / 3);
  EXPECT_LT(deformation(world.frame().bodies[0]), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Squeezed, testing::Values(test::Kind::kTetrahedra, test::Kind::kVoxels));

}  // namespace
}  // namespace sinew
