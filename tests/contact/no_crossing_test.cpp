#include <gtest/gtest.h>

#include "base/random.h"
#include "collision/crossing_pairs.h"
#include "contact_bodies.h"

namespace sinew {
namespace {

constexpr double kStep = 1.0 / 60;

// Triangles of bodies and obstacles that cross each other or themselves, and vertices below the ground (y < 0).
Index crossings(const World& world, std::span<const SurfaceMesh> obstacles) {
  std::vector<std::vector<Vec3>> positions;
  for (const BodyFrame& body : world.frame().bodies) positions.push_back(surface_positions(body));
  std::vector<SurfaceState> surfaces;
  Index below = 0;
  for (std::size_t b = 0; b < positions.size(); ++b) {
    surfaces.push_back({world.frame().bodies[b].topology.surface->mesh.triangles, positions[b]});
    for (const Vec3& p : positions[b]) below += p.y < 0;
  }
  for (const SurfaceMesh& mesh : obstacles) surfaces.push_back({mesh.triangles, mesh.positions});
  return below + static_cast<Index>(crossing_pairs(surfaces).size());
}

test::BoxOptions random_box(Random& random, int number) {
  test::BoxOptions options;
  options.name = "box" + std::to_string(number);
  options.at = {random.uniform(-0.15, 0.15), 0.25 + 0.3 * number, random.uniform(-0.15, 0.15)};
  options.velocity = {random.uniform(-2, 2), random.uniform(-6, 0), random.uniform(-2, 2)};
  options.young = std::pow(10, random.uniform(4, 6.5));
  options.poisson = random.uniform(0, 0.45);
  options.params.strain = random.below(2) == 0 ? Strain::kCorotated : Strain::kCauchy;
  options.params.solver.cycles = static_cast<int>(random.below(3));
  return options;
}

class Heap : public testing::TestWithParam<int> {};

TEST_P(Heap, nothing_crosses_in_any_step) {
  Random random(100 + GetParam());
  World world;
  for (int b = 0; b < 4; ++b) {
    const test::BoxOptions options = random_box(random, b);
    world.add(random.below(3) == 0 ? test::soft_voxel_box(options) : test::soft_box(options));
  }
  const ObstacleShape ball = SphereShape{{0.05, 0.1, 0}, 0.1};
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  world.add(Obstacle{.name = "ball", .shape = ball});
  const SurfaceMesh surface = surface_of(ball, 5e-4 * 0.2 * std::sqrt(3.0));
  for (int step = 0; step < 45; ++step) {
    world.step(kStep);
    ASSERT_EQ(crossings(world, std::span(&surface, 1)), 0) << "step " << step;
    ASSERT_EQ(world.frame().contact.blocked, 0) << "step " << step;
  }
}

TEST(Fast, a_box_of_100_m_per_s_does_not_fall_through_the_ground) {
  World world;
  test::BoxOptions options;
  options.at = {0, 1.9, 0};
  options.velocity = {3, -100, 0};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  for (int step = 0; step < 30; ++step) {
    world.step(kStep);
    ASSERT_EQ(crossings(world, {}), 0) << "step " << step;
  }
}

TEST(Fast, a_box_of_100_m_per_s_does_not_fly_through_another) {
  World world;
  test::BoxOptions options;
  options.gravity = {};
  options.at = {0, 0.5, 0};
  world.add(test::soft_box(options));
  options.name = "bullet";
  options.at = {-1.5, 0.55, 0.03};
  options.velocity = {100, 0, 0};
  world.add(test::soft_box(options));
  world.set_contact({});
  for (int step = 0; step < 20; ++step) {
    world.step(kStep);
    ASSERT_EQ(crossings(world, {}), 0) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Heap, testing::Range(0, 4));

}  // namespace
}  // namespace sinew
