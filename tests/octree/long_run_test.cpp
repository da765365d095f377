#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "octree/octree_bodies.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"
#include "stepping/long_run.h"

namespace sinew {
namespace {

using test::counted_cycles;
using test::energy_ratio;
using test::take_steps;

constexpr double kStep = 0.03;

OctreeBodyModel standing_box(const std::array<Index, 3>& voxels, double spacing) {
  OctreeBodyModel model = test::held_box(voxels, spacing, {1e6, 0.3, 1000});
  model.forces = {Gravity{}};
  model.surface = OctreeSurface::kCells;
  return model;
}

// Cuts the right half into rods, lengthwise, and the rods' ends off.
void cut_into_rods(OctreeBody& body, double length, double height) {
  const auto lengthwise = [&](double y) {
    const std::vector<Vec3> before{{0.4 * length, y, -1}, {0.4 * length, y, 10}},
        after{{10, y, -1}, {10, y, 10}};
    return swept_blade(before, after);
  };
  ASSERT_TRUE(body.cut(lengthwise(0.37 * height)));
  ASSERT_TRUE(body.cut(lengthwise(0.71 * height)));
  ASSERT_TRUE(body.cut(test::wall_at(0.83 * length, {0, -1, -1}, {0, 10, 10})));
}

TEST(OctreeLongRun, a_slender_bar_keeps_its_energy_for_300_steps_of_counted_cycles) {
  OctreeBody body("bar", standing_box({24, 4, 4}, 1.0 / 24), counted_cycles(Integrator::kGeneralizedAlpha));
  EXPECT_LT(energy_ratio(body, kStep), 2);
  EXPECT_EQ(body.tally().damped, 0);
}

TEST(OctreeLongRun, a_bar_cut_into_rods_keeps_its_energy_for_300_steps_of_counted_cycles) {
  OctreeBody body("bar", standing_box({24, 12, 6}, 1.0 / 24), counted_cycles(Integrator::kGeneralizedAlpha));
  cut_into_rods(body, 1, 0.5);
  EXPECT_LT(energy_ratio(body, kStep), 2);
  EXPECT_EQ(body.tally().damped, 0);
}

// The rabbit of [Dick11, table 1] on its feet, of this many voxels along its longest side, cut into slices of
// which some come off, as `sinew bench dick-table1` has it.
std::unique_ptr<OctreeBody> sliced_rabbit(Index resolution) {
  const SurfaceMesh surface = make_model("rabbit");
  const SignedDistance solid(surface);
  const Box3& box = solid.box();
  const Vec3 size = box.size(), middle = box.center();
  OctreeBodyModel model;
  model.voxels = voxels_inside(surface, solid, voxel_frame(box, resolution));
  model.materials.base = {1e6, 0.3, 1000};
  model.holds.push_back({{HalfSpaceRegion{box.lower + Vec3{0, 0.05 * size.y, 0}, {0, -1, 0}}}, {}});
  model.surface = OctreeSurface::kCells;
  auto body = std::make_unique<OctreeBody>("rabbit", model, counted_cycles(Integrator::kGeneralizedAlpha));
  Blade slices;
  for (const double x : {-0.22, -0.09, 0.04, 0.14}) {
    const Vec3 at = middle + Vec3{x * size.x, 0.05 * size.y, 0}, a{0.05 * size.x, 0.45 * size.y, 0},
               b{0, 0, size.z};
    const std::vector<Vec3> before{at - a - b, at - a + b}, after{at + a - b, at + a + b};
    append(slices, swept_blade(before, after));
  }
  EXPECT_TRUE(body->cut(slices));
  return body;
}

TEST(OctreeLongRun, a_sliced_rabbit_of_8000_cells_keeps_its_energy_for_300_steps_of_counted_cycles) {
  const auto body = sliced_rabbit(50);
  EXPECT_GT(body->measure().elements, 7'000);
  EXPECT_LT(energy_ratio(*body, kStep), 2);
}

TEST(OctreeLongRun, a_sliced_rabbit_of_40000_cells_does_too) {
  const auto body = sliced_rabbit(99);
  EXPECT_GT(body->measure().elements, 35'000);
  EXPECT_LT(energy_ratio(*body, kStep), 2);
}

// What makes the others worth their while.
TEST(OctreeLongRun, newmark_does_not) {
  OctreeBody body("bar", standing_box({24, 4, 4}, 1.0 / 24), counted_cycles(Integrator::kNewmark));
  double most = 0;
  for (int step = 0; step < 300; ++step) {
    take_steps(body, 1, kStep, step * kStep);
    most = std::max(most, body.energies().elastic);
  }
  EXPECT_GT(most, 10 * 43);  // twice the weight times the sag at rest
}

TEST(OctreeLongRun, generalized_alpha_goes_on_through_a_cut_from_a_saved_state_with_the_same_bits) {
  const OctreeBodyModel model = standing_box({16, 8, 8}, 1.0 / 16);
  const ElasticParams params = counted_cycles(Integrator::kGeneralizedAlpha);
  OctreeBody whole("bar", model, params), resumed("bar", model, params);
  double t = take_steps(whole, 4, kStep);
  ASSERT_TRUE(whole.cut(test::wall_at(0.6, {0, -1, -1}, {0, 1, 2})));
  t = take_steps(whole, 2, kStep, t);
  resumed.restore(whole.state());
  EXPECT_TRUE(test::same_bits(resumed.state(), whole.state()));
  take_steps(whole, 4, kStep, t), take_steps(resumed, 4, kStep, t);
  EXPECT_TRUE(test::same_bits(resumed.state(), whole.state()));
}

TEST(OctreeLongRun, generalized_alpha_has_the_same_bits_for_1_2_and_4_threads) {
  BodyState one;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    OctreeBody body("bar", standing_box({32, 16, 16}, 1.0 / 32),
                    counted_cycles(Integrator::kGeneralizedAlpha));
    take_steps(body, 3, kStep);
    cut_into_rods(body, 1, 0.5);
    take_steps(body, 3, kStep, 3 * kStep);
    if (threads == 1) one = body.state();
    EXPECT_TRUE(test::same_bits(body.state(), one)) << threads;
  }
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
