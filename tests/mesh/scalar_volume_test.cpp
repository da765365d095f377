#include "sinew/mesh/scalar_volume.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

double linear(const Vec3& p) { return 3 + 2 * p.x - p.y + 0.5 * p.z; }

// A slanted grid of unequal steps, holding the field above.
ScalarVolume linear_volume() {
  ScalarVolume volume;
  volume.dimensions = {4, 3, 5};
  volume.origin = {1, -2, 0.5};
  volume.axes = {{Vec3{0.5, 0.1, 0}, Vec3{0, 2, 0.2}, Vec3{-0.25, 0, 1}}};
  for (int k = 0; k < 5; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i)
        volume.values.push_back(
            static_cast<float>(linear(volume.origin + volume.axes * Vec3{1.0 * i, 1.0 * j, 1.0 * k})));
  return volume;
}

Vec3 grid_point(const ScalarVolume& volume, const Vec3& at) { return volume.origin + volume.axes * at; }

TEST(ScalarVolume, sampling_reproduces_a_linear_field) {
  const ScalarVolume volume = linear_volume();
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = grid_point(volume, {random.uniform(0, 3), random.uniform(0, 2), random.uniform(0, 4)});
    EXPECT_NEAR(volume.sample(p).value(), linear(p), 1e-6);
  }
}

TEST(ScalarVolume, samples_are_met_where_they_are) {
  const ScalarVolume volume = linear_volume();
  for (const Vec3& at : {Vec3{0, 0, 0}, Vec3{3, 2, 4}, Vec3{1, 2, 3}})
    EXPECT_NEAR(volume.sample(grid_point(volume, at)).value(), linear(grid_point(volume, at)), 1e-6);
}

TEST(ScalarVolume, the_outermost_samples_go_on_for_half_a_step_and_no_further) {
  const ScalarVolume volume = linear_volume();
  EXPECT_NEAR(volume.sample(grid_point(volume, {-0.49, 1, 1})).value(),
              volume.sample(grid_point(volume, {0, 1, 1})).value(), 1e-6);
  EXPECT_NEAR(volume.sample(grid_point(volume, {1, 1, 4.49})).value(),
              volume.sample(grid_point(volume, {1, 1, 4})).value(), 1e-6);
  for (const Vec3& at : {Vec3{-0.51, 1, 1}, Vec3{3.51, 1, 1}, Vec3{1, -0.6, 1}, Vec3{1, 1, 4.6}})
    EXPECT_FALSE(volume.sample(grid_point(volume, at)));
  EXPECT_FALSE(volume.sample({std::numeric_limits<double>::quiet_NaN(), 0, 0}));
}

TEST(ScalarVolume, a_single_slice_fills_its_thickness) {
  ScalarVolume slice;
  slice.dimensions = {2, 1, 1};
  slice.values = {10, 20};
  EXPECT_NEAR(slice.sample({0.5, 0.4, -0.4}).value(), 15, 1e-12);
  EXPECT_FALSE(slice.sample({0.5, 0.6, 0}));
}

TEST(ScalarVolume, beside_a_sample_that_is_not_finite_there_is_nothing) {
  ScalarVolume volume = linear_volume();
  volume.values[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(volume.sample(grid_point(volume, {0.5, 0.5, 0.5})));
  EXPECT_TRUE(volume.sample(grid_point(volume, {1.5, 0.5, 0.5})));
}

TEST(ScalarVolume, volumes_that_do_not_fit_together_are_refused) {
  EXPECT_NO_THROW(require_valid(linear_volume(), "here"));
  ScalarVolume few = linear_volume(), flat = few, none = few, nowhere = few;
  few.values.pop_back();
  flat.axes.column[2] = flat.axes.column[0];
  none.dimensions[1] = 0;
  nowhere.origin.x = std::numeric_limits<double>::infinity();
  for (const ScalarVolume& bad : {few, flat, none, nowhere, ScalarVolume{}})
    EXPECT_THROW(require_valid(bad, "here"), Error);
}

TEST(ScalarVolume, files_of_other_kinds_are_refused_by_extension) {
  EXPECT_THROW(read_scalar_volume("scan.dcm"), Error);
  EXPECT_THROW(read_scalar_volume("scan"), Error);
  EXPECT_THROW(read_scalar_volume("there_is_no_such_scan.nrrd"), Error);
}

}  // namespace
}  // namespace sinew
