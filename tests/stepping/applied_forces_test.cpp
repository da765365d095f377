#include "stepping/applied_forces.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/random.h"
#include "mesh/test_surfaces.h"

namespace sinew {
namespace {

// A body of nodes with masses, as bodies hand it over; still and undeformed until told otherwise.
struct Patient {
  SurfaceMesh surface;
  std::vector<double> masses;
  BlockVector<double> displacement, velocity, out;
  bool two_sided = false;

  explicit Patient(SurfaceMesh mesh, bool sheet = false) : surface(std::move(mesh)), two_sided(sheet) {
    const std::size_t n = surface.positions.size();
    for (std::size_t i = 0; i < n; ++i) masses.push_back(0.5 + 0.1 * static_cast<double>(i % 7));
    displacement.resize(n), velocity.resize(n), out.resize(n);
  }
  AppliedForces under(const std::vector<Force>& forces) const {
    return {forces, surface.positions, masses, {surface.triangles}, two_sided};
  }
  const BlockVector<double>& feel(const std::vector<Force>& forces, double time = 0) {
    under(forces).evaluate(time, displacement, velocity, out);
    return out;
  }
  void shake() {
    Random random(7);
    for (auto* blocks : {&displacement, &velocity})
      for (Block3<double>& b : *blocks)
        b = {random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), 0};
  }
  Vec3 total() const {
    Vec3 sum;
    for (const auto& f : out) sum += to_vec3(f);
    return sum;
  }
  Vec3 moment_about(const Vec3& centre) const {
    Vec3 sum;
    for (std::size_t i = 0; i < out.size(); ++i)
      sum += cross(surface.positions[i] + to_vec3(displacement[i]) - centre, to_vec3(out[i]));
    return sum;
  }
  double mass() const {
    double sum = 0;
    for (const double m : masses) sum += m;
    return sum;
  }
};

void expect_near(const Vec3& a, const Vec3& b, double tolerance) { EXPECT_LT(distance(a, b), tolerance); }

// The square [0, 2] x [0, 1] in z = 0, seen from above.
Patient square_sheet() {
  return Patient({{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}, true);
}

TEST(AppliedForces, nothing_acts_where_there_is_no_force) {
  Patient ball(test::sphere(8));
  ball.out.assign(ball.out.size(), {1, 2, 3, 0});
  ball.feel({});
  for (const auto& f : ball.out) EXPECT_EQ(f, Block3<double>{});
}

TEST(AppliedForces, gravity_sums_to_mass_times_acceleration) {
  Patient ball(test::sphere(12));
  ball.feel({Gravity{{1, -9.81, 2}}});
  expect_near(ball.total(), ball.mass() * Vec3{1, -9.81, 2}, 1e-10);
}

TEST(AppliedForces, pressure_on_a_closed_surface_has_no_net_force_and_no_net_moment) {
  Patient ring(test::torus(16, 8));
  ring.shake();
  ring.feel({SurfaceForce{.pressure = 1000}});
  EXPECT_GT(norm<double>(ring.out), 100);
  expect_near(ring.total(), {}, 1e-9);
  expect_near(ring.moment_about({5, -3, 1}), {}, 1e-9);
}

TEST(AppliedForces, pressure_pushes_inward_with_the_current_area) {
  Patient box(test::cube(1));
  const Region lid{HalfSpaceRegion{{0, 0, 0.9}, {0, 0, 1}}};
  box.feel({SurfaceForce{.region = lid, .pressure = 10}});
  expect_near(box.total(), {0, 0, -10}, 1e-12);
  for (std::size_t i = 0; i < box.out.size(); ++i) box.displacement[i] = to_block(box.surface.positions[i]);
  box.feel({SurfaceForce{.region = lid, .pressure = 10}});
  expect_near(box.total(), {0, 0, -40}, 1e-12);
}

TEST(AppliedForces, traction_is_that_of_the_area_at_rest_and_acts_at_its_centre) {
  Patient box(test::cube(2));
  const Region side{HalfSpaceRegion{{0.1, 0, 0}, {-1, 0, 0}}};
  box.feel({SurfaceForce{.region = side, .traction = {0, 3, 1}}});
  expect_near(box.total(), {0, 12, 4}, 1e-12);
  expect_near(box.moment_about({0, 1, 1}), {}, 1e-12);
  const auto before = box.out;
  box.shake();
  EXPECT_EQ(box.feel({SurfaceForce{.region = side, .traction = {0, 3, 1}}}), before);
}

TEST(AppliedForces, a_point_force_keeps_force_and_moment) {
  Patient box(test::cube(1));
  const Vec3 at{0.3, 0.2, 1}, force{1, -2, 5};
  box.feel({PointForce{at, force}});
  expect_near(box.total(), force, 1e-14);
  expect_near(box.moment_about(at), {}, 1e-14);
}

TEST(AppliedForces, a_point_force_beside_the_body_acts_at_the_nearest_point) {
  Patient box(test::cube(1));
  box.feel({PointForce{{0.3, 0.2, 1.4}, {1, 0, 0}}});
  expect_near(box.moment_about({0.3, 0.2, 1}), {}, 1e-14);
}

TEST(AppliedForces, wind_on_a_sheet_is_the_formula_from_either_side) {
  Patient sheet = square_sheet();
  for (const double side : {1.0, -1.0}) {
    sheet.feel({Wind{.velocity = {4, 0, 3 * side}, .air_density = 1.2, .drag = 0.8}});
    expect_near(sheet.total(), {0, 0, side * 0.5 * 1.2 * 0.8 * 2 * 9}, 1e-12);
  }
}

TEST(AppliedForces, wind_vanishes_when_the_sheet_moves_with_it) {
  Patient sheet = square_sheet();
  for (auto& v : sheet.velocity) v = {4, -1, 3, 0};
  for (const auto& f : sheet.feel({Wind{.velocity = {4, -1, 3}}})) EXPECT_EQ(f, Block3<double>{});
}

TEST(AppliedForces, wind_pushes_every_windward_face_of_a_closed_body_and_no_other) {
  Patient ball(test::sphere(16));
  const Vec3 wind{5, 1, 0};
  for (Index t = 0; t < ball.surface.triangle_count(); ++t) {
    Patient face({ball.surface.positions, {ball.surface.triangles[t]}});
    const bool windward = dot(wind, ball.surface.area_vector(t)) < 0;
    face.feel({Wind{.velocity = wind}});
    EXPECT_EQ(dot(face.total(), wind) > 0, windward);
    EXPECT_EQ(norm(face.total()) > 0, windward);
  }
  ball.feel({Wind{.velocity = wind}});
  EXPECT_GT(dot(ball.total(), wind), 0);
}

TEST(AppliedForces, gusts_swing_the_wind) {
  const Wind wind{.velocity = {0, 0, 2}, .gust = 0.5, .gust_frequency = 0.25};
  expect_near(velocity_at(wind, 0), {0, 0, 2}, 1e-15);
  expect_near(velocity_at(wind, 1), {0, 0, 3}, 1e-15);
  expect_near(velocity_at(wind, 3), {0, 0, 1}, 1e-15);
  Patient sheet = square_sheet();
  sheet.feel({wind}, 1);
  expect_near(sheet.total(), {0, 0, 0.5 * 1.2 * 1.2 * 2 * 9}, 1e-12);
}

TEST(AppliedForces, a_radial_field_points_at_its_centre_and_falls_off) {
  const Radial field{.centre = {1, 0, 0}, .strength = 6, .falloff = 2, .core = 0.5};
  expect_near(acceleration_at(field, {1, 2, 0}), {0, -6.0 / 16, 0}, 1e-14);
  expect_near(acceleration_at(field, {1, 0, 0.5}), {0, 0, -6}, 1e-14);
  expect_near(acceleration_at(field, {1.25, 0, 0}), {-3, 0, 0}, 1e-14);
  EXPECT_EQ(acceleration_at(field, {1, 0, 0}), (Vec3{}));
  Patient ball(test::sphere(8, 1, {4, 4, 4}));
  ball.feel({field});
  for (std::size_t i = 0; i < ball.out.size(); ++i) {
    const Vec3 to_centre = field.centre - ball.surface.positions[i];
    expect_near(to_vec3(ball.out[i]), norm(to_vec3(ball.out[i])) * normalized(to_centre), 1e-14);
  }
}

TEST(AppliedForces, forces_act_within_their_interval_only) {
  Patient box(test::cube(1));
  const TimeInterval during{1, 2};
  const std::vector<Force> forces = {Gravity{{0, -1, 0}, during},
                                     Wind{.velocity = {9, 9, 9}, .during = during},
                                     Radial{.centre = {9, 9, 9}, .during = during},
                                     PointForce{{0, 0, 0}, {1, 1, 1}, during},
                                     SurfaceForce{.traction = {1, 2, 3}, .during = during},
                                     SurfaceForce{.pressure = 5, .during = during}};
  for (const Force& force : forces) {
    AppliedForces applied = box.under({force});
    const auto size_at = [&](double time) {
      applied.evaluate(time, box.displacement, box.velocity, box.out);
      return norm<double>(box.out);
    };
    EXPECT_EQ(size_at(0.999), 0);
    EXPECT_GT(size_at(1), 0);
    EXPECT_GT(size_at(1.999), 0);
    EXPECT_EQ(size_at(2), 0);
  }
}

std::vector<Force> all_kinds() {
  return {Gravity{},
          Gravity{{0.1, 0.2, 0.3}, {0.5, 1}},
          Wind{.velocity = {3, 1, 0}, .gust = 0.3, .gust_frequency = 2},
          Radial{.centre = {2, 2, 2}, .strength = 3, .falloff = 1.5},
          PointForce{{0, 0, 1}, {1, 2, 3}, {0, 0.7}},
          SurfaceForce{.region = {HalfSpaceRegion{{0, 0, 0}, {0, 0, 1}}}, .traction = {1, 0, 5}},
          SurfaceForce{.pressure = 100, .during = {0.2, 0.9}},
          CustomForce{"spring",
                      [](double, std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) {
                        for (std::size_t i = 0; i < x.size(); ++i) f[i] -= 2 * x[i] + 0.1 * v[i];
                      },
                      [](double, std::span<const Vec3> x) {
                        double energy = 0;
                        for (const Vec3& p : x) energy += dot(p, p);
                        return energy;
                      }}};
}

CustomForce weight(const std::vector<double>& masses, const Vec3& g) {
  return {"weight",
          [=](double, std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3> f) {
            for (std::size_t i = 0; i < f.size(); ++i) f[i] += masses[i] * g;
          },
          [=](double, std::span<const Vec3> x) {
            double energy = 0;
            for (std::size_t i = 0; i < x.size(); ++i) energy -= masses[i] * dot(g, x[i]);
            return energy;
          }};
}

TEST(AppliedForces, a_custom_force_of_mass_times_acceleration_is_gravity_to_the_bit) {
  Patient ball(test::sphere(20));
  ball.shake();
  const Vec3 g{0.3, -9.81, 0.1};
  const CustomForce custom = weight(ball.masses, g);
  const BlockVector<double> by_gravity = ball.feel({Gravity{g}});
  EXPECT_EQ(ball.feel({custom}), by_gravity);
  const BlockVector<double> still(ball.out.size());
  const auto work = [&](const Force& force) {
    const AppliedForces applied = ball.under({force});
    return applied.potential(0, ball.displacement) - applied.potential(0, still);
  };
  EXPECT_NEAR(work(custom), work(Gravity{g}), 1e-12 * ball.mass());
}

TEST(AppliedForces, custom_forces_see_time_positions_and_velocities_in_the_numbers_of_frames) {
  Patient ball(test::sphere(20));
  ball.shake();
  const std::size_t n = ball.out.size();
  std::vector<Index> reversed(n);
  for (std::size_t i = 0; i < n; ++i) reversed[i] = static_cast<Index>(n - 1 - i);
  const auto here = [&](std::size_t i) { return ball.surface.positions[i] + to_vec3(ball.displacement[i]); };
  int calls = 0;
  const CustomForce watching{
      "watching", [&](double t, std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f) {
        ++calls;
        EXPECT_EQ(t, 0.7);
        for (std::size_t i = 0; i < n; ++i) {
          EXPECT_EQ(x[n - 1 - i], here(i));
          EXPECT_EQ(v[n - 1 - i], to_vec3(ball.velocity[i]));
        }
        f[0] += {1, 2, 3};
      }};
  AppliedForces applied({watching, Gravity{{0, 0, 0}}}, ball.surface.positions, ball.masses,
                        {ball.surface.triangles}, false, reversed);
  applied.evaluate(0.7, ball.displacement, ball.velocity, ball.out);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(to_vec3(ball.out[n - 1]), (Vec3{1, 2, 3}));
  EXPECT_EQ(applied.potential(0.7, ball.displacement), 0) << "it has none";
}

TEST(AppliedForces, a_custom_force_that_is_not_finite_or_does_nothing_is_named) {
  Patient ball(test::sphere(10));
  const CustomForce infinite{"magnet",
                             [](double, std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3> f) {
                               f[3].y = std::numeric_limits<double>::infinity();
                             }};
  EXPECT_EQ(error_of([&] { ball.feel({infinite}); }), "the force 'magnet' is not finite at node 3");
  EXPECT_EQ(error_of([&] {
              ball.feel({Gravity{}, CustomForce{"empty", {}}});
            }),
            "forces[1]: the force 'empty' has no function\n  give it `add`");
}

TEST(AppliedForces, evaluating_afresh_gives_the_same_bits_as_evaluating_again) {
  Patient ball(test::sphere(20));
  ball.shake();
  AppliedForces used = ball.under(all_kinds());
  BlockVector<double> again(ball.out.size());
  for (const double time : {0.0, 0.6, 0.1, 0.95, 0.95, 0.6, 5.0, 0.0}) {
    used.evaluate(time, ball.displacement, ball.velocity, again);
    EXPECT_EQ(again, ball.feel(all_kinds(), time)) << time;
  }
}

TEST(AppliedForces, the_bits_are_the_same_for_any_number_of_threads) {
  Patient ball(test::sphere(160));
  ball.shake();
  set_thread_count(1);
  const BlockVector<double> one = ball.feel(all_kinds(), 0.6);
  const double energy = ball.under(all_kinds()).potential(0.6, ball.displacement);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(ball.feel(all_kinds(), 0.6), one);
    EXPECT_EQ(ball.under(all_kinds()).potential(0.6, ball.displacement), energy);
  }
  set_thread_count(0);
}

TEST(AppliedForces, the_slope_of_the_potential_is_minus_the_force) {
  const std::vector<std::vector<Force>> cases = {
      {Gravity{}},
      {PointForce{{0, 0, 1}, {1, 2, 3}}},
      {SurfaceForce{.traction = {1, 0, 5}}},
      {Radial{.centre = {0.3, 0, 0}, .strength = 3, .falloff = 2, .core = 0.9}},
      {Radial{.centre = {3, 0, 0}, .strength = 3, .falloff = 1, .core = 0.1}},
      {Radial{.centre = {3, 0, 0}, .strength = -3, .falloff = 0, .core = 0.1}},
      {Gravity{}, PointForce{{0, 0, 1}, {1, 2, 3}}, Radial{.centre = {3, 0, 0}, .falloff = 1.5}}};
  for (const auto& forces : cases) {
    Patient ball(test::sphere(6));
    ball.shake();
    const AppliedForces applied = ball.under(forces);
    ball.feel(forces);
    const double h = 1e-5;
    for (std::size_t i = 0; i < ball.out.size(); ++i) {
      auto moved = ball.displacement;
      moved[i].z += h;
      const double up = applied.potential(0, moved);
      moved[i].z -= 2 * h;
      EXPECT_NEAR((up - applied.potential(0, moved)) / (2 * h), -ball.out[i].z, 1e-6);
    }
  }
}

TEST(AppliedForces, the_potential_of_dead_loads_is_zero_at_rest_and_outside_of_their_interval) {
  Patient box(test::cube(1));
  const std::vector<Force> forces = {Gravity{{0, -9, 0}, {1, 2}}, PointForce{{0, 0, 0}, {1, 2, 3}, {1, 2}}};
  EXPECT_EQ(box.under(forces).potential(1, box.displacement), 0);
  box.shake();
  EXPECT_NE(box.under(forces).potential(1, box.displacement), 0);
  EXPECT_EQ(box.under(forces).potential(2, box.displacement), 0);
}

// The arrows at that time if all nodes are moved by `shift`.
std::vector<ForceArrow> arrows_of(Patient& patient, const std::vector<Force>& forces, double time = 0,
                                  const Vec3& shift = {}) {
  patient.displacement.assign(patient.displacement.size(), to_block(shift));
  std::vector<ForceArrow> arrows;
  patient.under(forces).add_arrows(time, patient.displacement, arrows);
  return arrows;
}

TEST(AppliedForces, the_arrow_of_a_point_force_goes_with_its_point) {
  Patient box(test::cube(1));
  const auto arrows = arrows_of(box, {PointForce{{0.3, 0.2, 1}, {1, -2, 5}}}, 0, {1, 2, 3});
  ASSERT_EQ(arrows.size(), 1u);
  EXPECT_EQ(arrows[0].kind, ForceArrow::Kind::kApplied);
  expect_near(arrows[0].at, {1.3, 2.2, 4}, 1e-14);
  expect_near(arrows[0].force, {1, -2, 5}, 1e-14);
}

TEST(AppliedForces, traction_and_pressure_of_one_force_are_one_arrow_with_the_sum_of_what_is_felt) {
  Patient box(test::cube(2));
  const Region side{HalfSpaceRegion{{0.1, 0, 0}, {-1, 0, 0}}};
  for (const Vec3& traction : {Vec3{}, Vec3{0, 3, 1}})
    for (const double pressure : {0.0, 7.0}) {
      const std::vector<Force> forces = {
          SurfaceForce{.region = side, .traction = traction, .pressure = pressure}};
      const auto arrows = arrows_of(box, forces, 0, {1, 1, 1});
      box.feel(forces);
      const bool any = traction != Vec3{} || pressure != 0;
      ASSERT_EQ(arrows.size(), any ? 1u : 0u);
      if (!any) continue;
      expect_near(arrows[0].force, box.total(), 1e-12);
      expect_near(arrows[0].at, {1, 2, 2}, 1e-12);
    }
}

TEST(AppliedForces, forces_that_are_not_active_and_fields_have_no_arrow) {
  Patient box(test::cube(1));
  const TimeInterval during{1, 2};
  const std::vector<Force> forces = {Gravity{}, Wind{.velocity = {1, 0, 0}}, Radial{},
                                     PointForce{{0, 0, 0}, {1, 1, 1}, during},
                                     SurfaceForce{.traction = {1, 2, 3}, .pressure = 4, .during = during}};
  EXPECT_EQ(arrows_of(box, forces, 0.5).size(), 0u);
  EXPECT_EQ(arrows_of(box, forces, 1.5).size(), 2u);
  EXPECT_EQ(arrows_of(box, forces, 2).size(), 0u);
}

TEST(AppliedForces, forces_that_make_no_sense_are_refused_by_number) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const Patient box(test::cube(1));
  const Force bad[] = {Gravity{{nan, 0, 0}},
                       Gravity{{0, 1, 0}, {2, 1}},
                       Gravity{{0, 1, 0}, {nan, 1}},
                       Wind{.velocity = {inf, 0, 0}},
                       Wind{.velocity = {1, 0, 0}, .air_density = -1},
                       Wind{.velocity = {1, 0, 0}, .drag = -1},
                       Wind{.velocity = {1, 0, 0}, .gust = nan},
                       Radial{.centre = {nan, 0, 0}},
                       Radial{.strength = inf},
                       Radial{.core = 0},
                       Radial{.core = -1},
                       PointForce{{0, nan, 0}, {1, 0, 0}},
                       PointForce{{0, 0, 0}, {1, inf, 0}},
                       PointForce{{300, 0, 0}, {1, 0, 0}},
                       SurfaceForce{.traction = {nan, 0, 0}},
                       SurfaceForce{.pressure = inf},
                       SurfaceForce{.region = {SphereRegion{{0, 0, 0}, -1}}, .pressure = 1},
                       SurfaceForce{.region = {SphereRegion{{9, 9, 9}, 1}}, .pressure = 1}};
  for (const Force& force : bad) try {
      box.under({Gravity{}, force});
      ADD_FAILURE() << "no Error for a force of kind " << force.index();
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "forces[1]");
    }
}

TEST(AppliedForces, a_body_that_does_not_fit_together_is_refused) {
  const std::vector<Vec3> rest = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<double> masses = {1, 1, 1}, few = {1, 1}, negative = {1, -1, 1};
  EXPECT_THROW(AppliedForces({}, rest, few, {}, false), Error);
  EXPECT_THROW(AppliedForces({}, rest, negative, {}, false), Error);
  EXPECT_THROW(AppliedForces({}, rest, masses, {{{0, 1, 3}}}, false), Error);
  EXPECT_THROW(AppliedForces({Wind{}}, rest, masses, {}, false), Error);
  EXPECT_THROW(AppliedForces({PointForce{}}, rest, masses, {}, false), Error);
  EXPECT_NO_THROW(AppliedForces({Gravity{}}, rest, masses, {}, false));
}

TEST(AppliedForces, drag_is_what_the_force_of_the_wind_loses_with_speed) {
  const std::vector<Vec3> rest{{0, 0, 0}, {1, 0, 0.2}, {0.3, 1, 0}};
  const std::vector<double> masses(3, 1);
  AppliedForces forces({Wind{.velocity = {1, 2, 5}}}, rest, masses, {{{0, 1, 2}}}, true);
  const BlockVector<double> u(3);
  const auto force_at = [&](const Vec3& v) {
    const BlockVector<double> velocity(3, to_block(v));
    BlockVector<double> f(3);
    forces.evaluate(0, u, velocity, f);
    return to_vec3(f[0]) + to_vec3(f[1]) + to_vec3(f[2]);
  };
  const Vec3 v{0.2, -0.1, 0.3};
  force_at(v);
  ASSERT_EQ(forces.drag().size(), 3);
  const Mat3 D = forces.drag()[0] + forces.drag()[1] + forces.drag()[2];
  const double h = 1e-5;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 dv;
    dv[axis] = h;
    const Vec3 slope = (force_at(v + dv) - force_at(v - dv)) / (2 * h);
    EXPECT_LT(norm(slope + D.column[axis]), 1e-6 * norm(D.column[2]));
  }
}

TEST(AppliedForces, there_is_no_drag_without_wind) {
  const std::vector<Vec3> rest{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<double> masses(3, 1);
  AppliedForces forces({Gravity{}, SurfaceForce{.pressure = 10}}, rest, masses, {{{0, 1, 2}}}, true);
  const BlockVector<double> zero(3);
  BlockVector<double> f(3);
  forces.evaluate(0, zero, zero, f);
  EXPECT_TRUE(forces.drag().empty());
}

}  // namespace
}  // namespace sinew
