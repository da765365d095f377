#include "haptics/touch.h"

#include <gtest/gtest.h>

#include <limits>

#include "haptics/patches.h"
#include "linalg/inverse3.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TouchParams without_friction() { return {2000, 0, 0.01}; }

// Presses straight down to this depth in steps.
Touch::Force press(Touch& touch, double depth, const Vec3& at = {}) {
  Touch::Force force;
  for (int k = -10; k <= 10; ++k) force = touch.tick(at + Vec3{0, 0, -depth * k / 10});
  return force;
}

TEST(Touch, pressing_a_plane_gives_the_force_of_body_and_coupling_in_series) {
  const LocalResponse plane = flat_patch();
  Touch touch(without_friction());
  ASSERT_TRUE(touch.take(plane));
  const Touch::Force force = press(touch, 0.002);
  ASSERT_TRUE(force.touches);
  EXPECT_NEAR(force.on_body.z, -0.002 / (1.0 / 1000 + 1.0 / 2000), 1e-12);
  EXPECT_NEAR(norm(force.on_body), -force.on_body.z, 1e-12);
  EXPECT_NEAR(force.energy, 0.5 * 0.002 * norm(force.on_body), 1e-15);
}

TEST(Touch, on_a_dome_the_walk_finds_the_nearest_point_of_all_triangles) {
  LocalResponse dome = height_patch(14, 0.1, [](double x, double y) { return -4 * (x * x + y * y); });
  Random random(3);
  dome.compliance = random_compliance(random);
  Touch touch(without_friction());
  ScaledPatch patch;
  ASSERT_TRUE(touch.take(dome) && patch.take(dome, 2000));
  int compared = 0;
  for (int tick = 0; tick < 4000; ++tick) {
    const double t = tick / 4000.0;
    const Vec3 over{0.03 * std::sin(9 * t), 0.03 * std::cos(7 * t) - 0.03, 0};
    const Vec3 tool = over + Vec3{0, 0, 0.01 - 0.014 * std::min(1.0, 5 * t) - 4 * squared_norm(over)};
    const Touch::Force force = touch.tick(tool);
    const ScaledPatch::Nearest all = patch.nearest(patch.scaled(tool));
    if (!force.touches || !all.is_behind) continue;
    ++compared;
    EXPECT_NEAR(force.energy, 0.5 * all.squared, 1e-6 * all.squared + 1e-15) << tick;
  }
  EXPECT_GT(compared, 2000);
}

TEST(Touch, without_friction_the_force_is_the_gradient_of_the_energy) {
  LocalResponse bumps = bumpy_patch();
  Random random(5);
  bumps.compliance = random_compliance(random);
  for (int k = 0; k < 50; ++k) {
    Touch touch(without_friction());
    ASSERT_TRUE(touch.take(bumps));
    const Vec3 at = random.in_box({-0.03, -0.03, 0}, {0.03, 0.03, 0});
    press(touch, 0.008, at);
    const Vec3 tool = at + Vec3{0, 0, -0.008};
    const Vec3 force = touch.tick(tool).on_body;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 d;
      d[axis] = 1e-8;
      const double slope = (touch.tick(tool + d).energy - touch.tick(tool - d).energy) / 2e-8;
      EXPECT_NEAR(slope, force[axis], 2e-3 * norm(force) + 1e-6) << k;
    }
  }
}

TEST(Touch, friction_sticks_up_to_its_cone_and_then_slips_at_its_border) {
  const LocalResponse plane = flat_patch();
  Touch touch({2000, 0.3, 0.01});
  ASSERT_TRUE(touch.take(plane));
  press(touch, 0.003);
  const double stiffness = 1 / (1.0 / 1000 + 1.0 / 2000), normal = 0.003 * stiffness;
  const double reach = 0.3 * 0.003;  // m, where it begins to slip
  for (int k = 1; k <= 40; ++k) {
    const double way = 2 * reach * k / 40;
    const Touch::Force force = touch.tick({way, 0, -0.003});
    EXPECT_NEAR(force.on_body.z, -normal, 1e-9);
    EXPECT_NEAR(force.on_body.x, std::min(way, reach) * stiffness, 1e-9) << k;
  }
  // Back again: it sticks first.
  EXPECT_NEAR(touch.tick({reach, 0, -0.003}).on_body.x, 0, 1e-9);
}

TEST(Touch, friction_on_a_curved_surface_stays_in_its_cone) {
  LocalResponse bumps = bumpy_patch();
  Touch rough({2000, 0.4, 0.01}), smooth(without_friction());
  ASSERT_TRUE(rough.take(bumps) && smooth.take(bumps));
  Random random(8);
  const ClosedPath path(random, 3000);
  for (int tick = 0; tick < path.ticks(); ++tick) {
    const Vec3 f = rough.tick(path.at(tick)).on_body, normal = smooth.tick(path.at(tick)).on_body;
    EXPECT_LE(norm(f - normal), 0.4 * 1.05 * norm(normal) + 1e-9) << tick;
  }
}

// Work of the hand with the force of the mean of two ticks: exact for forces that are linear between them.
double worst_closed_path(const TouchParams& params, int ticks) {
  Random random(11);
  double worst = 0;
  for (int k = 0; k < 8; ++k) {
    LocalResponse bumps = bumpy_patch();
    bumps.compliance = random_compliance(random);
    Touch touch(params);
    touch.take(bumps);
    const ClosedPath path(random, ticks);
    double work = 0, put_in = 0;
    Vec3 before;
    for (int tick = 1; tick <= ticks; ++tick) {
      const Vec3 force = touch.tick(path.at(tick)).on_body;
      const double part = dot(0.5 * (before + force), path.at(tick) - path.at(tick - 1));
      work += part, put_in += std::max(0.0, part);
      before = force;
    }
    EXPECT_GT(put_in, 1e-3);
    worst = std::min(worst, work / put_in);
  }
  return worst;
}

TEST(Touch, a_closed_path_over_a_still_response_gives_back_nothing_as_ticks_get_shorter) {
  for (const double friction : {0.0, 0.3, 1.0}) {
    const double coarse = worst_closed_path({2000, friction, 0.01}, 500);
    const double fine = worst_closed_path({2000, friction, 0.01}, 5000);
    EXPECT_GT(coarse, -1e-2) << friction;
    EXPECT_GT(fine, std::min(coarse / 5, -1e-9)) << friction;
  }
}

TEST(Touch, a_tool_that_was_never_outside_is_not_in_contact) {
  const LocalResponse plane = flat_patch();
  Touch touch({});
  ASSERT_TRUE(touch.take(plane));
  EXPECT_FALSE(touch.tick({0, 0, -0.002}).touches);
  EXPECT_FALSE(touch.is_outside());
  touch.tick({0, 0, 0.001});
  EXPECT_TRUE(touch.is_outside());
  EXPECT_TRUE(touch.tick({0, 0, -0.001}).touches);
}

TEST(Touch, a_tool_beside_the_patch_and_below_its_plane_is_outside) {
  const LocalResponse plane = flat_patch();
  Touch touch({});
  ASSERT_TRUE(touch.take(plane));
  touch.tick({0.08, 0, 0.01});
  EXPECT_FALSE(touch.tick({0.08, 0, -0.001}).touches);
  EXPECT_TRUE(touch.is_outside());
}

TEST(Touch, a_sheet_is_touched_from_the_side_from_which_the_tool_comes) {
  LocalResponse sheet = flat_patch();
  sheet.is_two_sided = true;
  for (const double side : {1.0, -1.0}) {
    Touch touch(without_friction());
    ASSERT_TRUE(touch.take(sheet));
    EXPECT_FALSE(touch.tick({0, 0, side * 0.002}).touches);
    const Touch::Force force = touch.tick({0, 0, -side * 0.001});
    EXPECT_TRUE(force.touches);
    EXPECT_LT(side * force.on_body.z, 0);
    EXPECT_FALSE(touch.tick({0, 0, side * 0.001}).touches);
  }
}

TEST(Touch, a_proxy_stays_with_the_material_if_the_response_is_replaced) {
  LocalResponse first = flat_patch(), second = first;
  second.step = 1;
  for (Vec3& x : second.positions) x += Vec3{0.001, 0, 0};
  Touch touch({2000, 10, 0.01});
  ASSERT_TRUE(touch.take(first));
  press(touch, 0.003);
  ASSERT_TRUE(touch.take(second));
  const Vec3 force = touch.tick({0, 0, -0.003}).on_body;
  EXPECT_NEAR(force.x, -0.001 / (1.0 / 1000 + 1.0 / 2000), 1e-9);
}

TEST(Touch, a_proxy_finds_its_place_after_triangles_were_renumbered_by_a_cut) {
  LocalResponse first = flat_patch(), second = first;
  std::ranges::reverse(second.triangles);
  connect(second);
  second.surface = 1;
  Touch touch({2000, 10, 0.01});
  ASSERT_TRUE(touch.take(first));
  press(touch, 0.003);
  const Vec3 before = touch.tick({0.0005, 0, -0.003}).on_body;
  ASSERT_TRUE(touch.take(second));
  EXPECT_LT(distance(touch.tick({0.0005, 0, -0.003}).on_body, before), 1e-9);
}

// A patch that is stretched by a half along x, and turned about z.
LocalResponse stretched_patch() {
  LocalResponse patch = flat_patch();
  patch.rest = patch.positions;
  for (Vec3& x : patch.positions) x = {-x.y, 1.5 * x.x, 0};
  return patch;
}

TEST(Relief, the_slope_is_the_gradient_of_the_height_along_the_deformed_surface) {
  const LocalResponse patch = stretched_patch();
  const Relief relief{.height = 1e-4, .wavelength = 0.004};
  Random random(3);
  for (int k = 0; k < 50; ++k) {
    const double u = random.uniform(0.1, 0.4), v = random.uniform(0.1, 0.4), step = 1e-6;
    const SurfacePoint point{static_cast<Index>(random.below(200)), {1 - u - v, u, v}};
    const Vec3 slope = slope_at(relief, point, patch);
    for (const Vec3& d : {Vec3{-step, step, 0}, Vec3{0, -step, step}}) {
      SurfacePoint more = point, less = point;
      more.weight += d, less.weight -= d;
      const double rise = height_at(relief, at(more, patch.triangles, patch.rest)) -
                          height_at(relief, at(less, patch.triangles, patch.rest));
      const Vec3 way =
          at(more, patch.triangles, patch.positions) - at(less, patch.triangles, patch.positions);
      EXPECT_NEAR(dot(slope, way), rise, 1e-5 * norm(way));
    }
    EXPECT_NEAR(slope.z, 0, 1e-12);
  }
}

TEST(Touch, a_relief_adds_the_slope_of_its_bumps_times_the_normal_force) {
  LocalResponse patch = stretched_patch();
  TouchParams plain{.friction = 0}, bumpy{.friction = 0, .relief = {.height = 2e-4, .wavelength = 0.004}};
  Touch smooth(plain), rough(bumpy);
  smooth.take(patch), rough.take(patch);
  const auto to = [&](Touch& touch, const Vec3& tool) { return touch.tick(tool); };
  to(smooth, {0.001, 0.002, 0.002}), to(rough, {0.001, 0.002, 0.002});
  double sum = 0, most = 0;
  int ticks = 0;
  for (double x = 0.001; x < 0.0210001; x += 5e-5, ++ticks) {
    const Touch::Force a = to(smooth, {x, 0.002, -0.002}), b = to(rough, {x, 0.002, -0.002});
    const Vec3 more = b.on_body - a.on_body;
    EXPECT_EQ(a.at, b.at);
    EXPECT_NEAR(norm(more - std::abs(a.on_body.z) * slope_at(bumpy.relief, b.at, patch)), 0, 1e-12);
    sum += more.x, most = std::max(most, std::abs(more.x));
  }
  EXPECT_GT(most, 0.05 * 1.3);
  // Over five waves it is felt as often uphill as downhill.
  EXPECT_LT(std::abs(sum / ticks), 0.02 * most);
}

TEST(Relief, invalid_numbers_are_refused) {
  EXPECT_THROW(require_valid(Relief{.height = -1}), Error);
  EXPECT_THROW(require_valid(Relief{.height = 1e-4, .wavelength = 0}), Error);
  EXPECT_THROW(require_valid(Relief{.height = std::nan("")}), Error);
}

TEST(Touch, an_invalid_response_ends_the_contact) {
  const auto broken = [](const std::function<void(LocalResponse&)>& breaks) {
    LocalResponse response = flat_patch();
    breaks(response);
    return response;
  };
  const LocalResponse bad[] = {
      broken([](LocalResponse& r) { r.positions[3].y = kNaN; }),
      broken([](LocalResponse& r) { r.compliance(0, 0) = kNaN; }),
      broken([](LocalResponse& r) { r.compliance(1, 1) = -1e-3; }),
      broken([](LocalResponse& r) { r.force.x = kNaN; }),
      broken([](LocalResponse& r) { r.positions.resize(kMostPatchVertices + 1); }),
  };
  for (const LocalResponse& response : bad) {
    const LocalResponse good = flat_patch();
    Touch touch({});
    ASSERT_TRUE(touch.take(good));
    ASSERT_TRUE(press(touch, 0.002).touches);
    EXPECT_FALSE(touch.take(response));
    EXPECT_FALSE(touch.tick({0, 0, -0.002}).touches);
    EXPECT_FALSE(touch.is_outside());
  }
}

}  // namespace
}  // namespace sinew
