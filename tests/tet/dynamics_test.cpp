#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/random.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

using test::params_of;
using test::take_steps;

constexpr std::array kStrains{Strain::kCauchy, Strain::kCorotated, Strain::kGreen};
constexpr double kPi = std::numbers::pi;

std::vector<VolumeMesh> small_cube() { return nested_levels(box_mesh({1, 1, 1}, {2, 2, 2}), 1); }

std::string_view name_of(Strain strain) { return kStrainNames[static_cast<int>(strain)]; }

// How far nodes are from the displacement they should all have.
double largest_distance(const std::vector<Vec3>& u, const Vec3& expected) {
  double most = 0;
  for (const Vec3& v : u) most = std::max(most, distance(v, expected));
  return most;
}

TEST(Dynamics, a_free_body_falls_as_galilei_says_and_keeps_its_shape) {
  for (const Strain strain : kStrains)
    for (const SolverMethod method : {SolverMethod::kCholesky, SolverMethod::kMultigridCg}) {
      TetBodyModel model = test::free_model(small_cube(), {1e6, 0.3, 1000});
      model.forces = {Gravity{{0, -10, 0}}};
      model.velocity = {3, 0, 1};
      TetBody body("stone", model, params_of(strain, Integrator::kNewmark, method, 1e-8));
      const double t = take_steps(body, 20, 0.03);
      const double off = largest_distance(body.displacements(), Vec3{3 * t, -5 * t * t, t});
      EXPECT_LT(off, 1e-6) << name_of(strain);
    }
}

TEST(Dynamics, a_fall_of_a_kilometre_deforms_nothing) {
  for (const Strain strain : kStrains) {
    TetBodyModel model = test::free_model(small_cube(), {1e6, 0.3, 1000});
    model.forces = {Gravity{{0, -10, 0}}};
    TetBody body("stone", model, params_of(strain, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-6));
    const double t = take_steps(body, 142, 0.1);
    const double off = largest_distance(body.displacements(), Vec3{0, -5 * t * t, 0});
    double stress = 0;
    for (const float s : test::frame_of(body).stress) stress = std::max<double>(stress, s);
    EXPECT_LT(off, 2e-5 * 1000) << name_of(strain);
    EXPECT_LT(stress, 1) << name_of(strain);
  }
}

// The stiffer the body beside what its mass weighs in a step, the more the rounding of its matrix counts.
TEST(Dynamics, a_body_of_bone_falls_as_fast_as_one_of_jelly) {
  for (const double young : {1e4, 1e6, 1e9})
    for (const SolverMethod method : {SolverMethod::kCholesky, SolverMethod::kMultigridCg}) {
      TetBodyModel model = test::free_model(small_cube(), {young, 0.3, 1000});
      model.forces = {Gravity{{0, -10, 0}}};
      TetBody body("stone", model, params_of(Strain::kCauchy, Integrator::kNewmark, method, 1e-8));
      const double t = take_steps(body, 20, 0.03), fallen = 5 * t * t;
      EXPECT_LT(largest_distance(body.displacements(), Vec3{0, -fallen, 0}), 1e-3 * fallen) << young;
    }
}

// A body that moves at random, from rest positions; v in the numbers of the body.
void set_random_velocities(TetBody& body, double speed, std::uint64_t seed = 1) {
  Random random(seed);
  BodyState state = body.state();
  for (StateArray& array : state)
    if (array.name == "velocity")
      for (double& v : array.values) v = random.uniform(-speed, speed);
  body.restore(state);
}

void spin(TetBody& body, const Vec3& turning, const Vec3& centre) {
  BodyState state = body.state();
  for (StateArray& array : state)
    if (array.name == "velocity")
      for (Index i = 0; i < body.rest().node_count(); ++i) {
        const Vec3 v = cross(turning, body.rest().positions[i] - centre);
        for (int k = 0; k < 3; ++k) array.values[3 * i + k] = v[k];
      }
  body.restore(state);
}

struct Momenta {
  Vec3 linear, angular;
};

Momenta momenta(const TetBody& body, bool lumped = false) {
  const ElasticRest& rest = body.rest();
  const BodyFrame frame = test::frame_of(body);
  BlockVector<double> v(rest.positions.size()), p(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = to_block(frame.velocities[rest.order.old_of_new[i]]);
  multiply_mass(rest.pattern, mass_matrix(rest, lumped), v, p);
  Momenta sum;
  for (std::size_t i = 0; i < v.size(); ++i) {
    sum.linear += to_vec3(p[i]);
    sum.angular += cross(frame.positions[rest.order.old_of_new[i]], to_vec3(p[i]));
  }
  return sum;
}

TEST(Dynamics, momentum_is_kept_where_nothing_acts) {
  for (const Strain strain : kStrains)
    for (const Integrator integrator : {Integrator::kNewmark, Integrator::kBackwardEuler}) {
      TetBody body("stone", test::free_model(small_cube(), {1e5, 0.3, 1000}), params_of(strain, integrator));
      set_random_velocities(body, 1);
      const Momenta before = momenta(body);
      take_steps(body, 30, 0.01);
      const Momenta after = momenta(body);
      EXPECT_LT(distance(before.linear, after.linear), 1e-5 * norm(before.linear));
    }
}

TEST(Dynamics, angular_momentum_is_kept_in_a_slow_spin) {
  for (const Strain strain : {Strain::kCorotated, Strain::kGreen}) {
    TetBody body("stone", test::free_model(small_cube(), {1e5, 0.3, 1000}),
                 params_of(strain, Integrator::kNewmark));
    spin(body, {0, 0, 1}, {0.5, 0.5, 0.5});
    const Momenta before = momenta(body);
    take_steps(body, 100, 0.02);
    const Momenta after = momenta(body);
    EXPECT_LT(distance(before.angular, after.angular), 0.02 * norm(before.angular));
  }
}

// A bar held at its left, bent by its weight, which is then taken away.
std::unique_ptr<TetBody> released_bar(const std::vector<VolumeMesh>& levels, const Material& material,
                                      const TetBodyParams& params, double gravity) {
  TetBodyModel model = test::held_model(levels, material, test::at_the_left);
  model.forces = {Gravity{{0, -gravity, 0}}};
  TetBody bent("bar", model, params_of(params.strain, Integrator::kStatic));
  take_steps(bent, 1, 1);
  model.forces.clear();
  auto bar = std::make_unique<TetBody>("bar", model, params);
  bar->restore(bent.state());
  return bar;
}

TEST(Dynamics, a_cantilever_swings_at_the_first_frequency_of_the_beam) {
  // Without Poisson's effect. Euler's beam lacks shear and rotary inertia, which lower a bar of ten heights
  // by 0.7 percent; linear elements, sixteen through the height, raise it by as much.
  const double length = 10, height = 1, width = 0.5;
  const Material material{1e6, 0, 1000};
  const double I_over_A = height * height / 12;
  const double omega =
      1.8751 * 1.8751 * std::sqrt(material.young * I_over_A / (material.density * std::pow(length, 4)));
  const double dt = 2 * kPi / omega / 60;
  const VolumeMesh mesh = box_mesh({length, height, width}, {80, 16, 1});
  const auto bar = released_bar({mesh}, material, params_of(Strain::kCauchy, Integrator::kNewmark), 1e-3);
  const auto tip = test::nodes_where(mesh, [&](const Vec3& p) { return p.x > length - 1e-9; });
  std::vector<double> crossings;
  double before = test::mean_over(bar->displacements(), tip).y;
  for (double time = 0; crossings.size() < 4; time += dt) {
    take_steps(*bar, 1, dt, time);
    const double now = test::mean_over(bar->displacements(), tip).y;
    if (now * before < 0) crossings.push_back(time + dt * before / (before - now));
    before = now;
  }
  const double measured = 3 * kPi / (crossings.back() - crossings.front());
  EXPECT_NEAR(measured, omega, 0.02 * omega);
}

// The largest energy on the way over that at the start.
double growth_of_energy(TetBody& body, int steps, double dt) {
  const double start = body.energies().total();
  double most = 0;
  for (int step = 0; step < steps; ++step) {
    take_steps(body, 1, dt, step * dt);
    most = std::max(most, body.energies().total());
  }
  return most / start;
}

std::vector<VolumeMesh> small_bar() { return nested_levels(box_mesh({2, 1, 1}, {4, 2, 2}), 1); }

TEST(Dynamics, energy_stays_the_same_under_newmark_over_a_thousand_small_steps) {
  const TetBodyModel model =
      test::held_model({box_mesh({2, 1, 1}, {4, 2, 2})}, {1e5, 0.3, 1000}, test::at_the_left);
  TetBody body("bar", model, params_of(Strain::kCauchy, Integrator::kNewmark));
  set_random_velocities(body, 1);
  body.predict(0, 1e-3);
  body.commit();
  const double start = body.energies().total();
  const double growth = growth_of_energy(body, 1000, 1e-3);
  EXPECT_LT(growth, 1 + 1e-4);
  EXPECT_GT(body.energies().total(), (1 - 1e-4) * start);
}

TEST(Dynamics, energy_stays_bounded_where_every_step_is_left_after_one_cycle) {
  for (const double young : {1e5, 1e9})
    for (const double dt : {0.001, 0.03, 1.0}) {
      TetBodyParams params = params_of(Strain::kCauchy, Integrator::kNewmark, SolverMethod::kMultigrid);
      params.solver.cycles = 1;
      TetBody body("bar", test::held_model(small_bar(), {young, 0.3, 1000}, test::at_the_left), params);
      set_random_velocities(body, 1);
      const double start = body.energies().total();
      const double early = start * growth_of_energy(body, 200, dt);
      const double late = body.energies().total() * growth_of_energy(body, 1800, dt);
      EXPECT_LT(late, 1.5 * early) << young << " " << dt;
    }
}

TEST(Dynamics, a_weight_hung_on_a_stiff_bar_stays_bounded_where_every_step_is_left_after_one_cycle) {
  for (const double dt : {0.03, 1.0}) {
    TetBodyParams params = params_of(Strain::kCauchy, Integrator::kNewmark, SolverMethod::kMultigrid);
    params.solver.cycles = 1;
    TetBodyModel model = test::held_model(small_bar(), {1e9, 0.3, 1000}, test::at_the_left);
    model.forces = {Gravity{}};
    TetBody body("bar", model, params);
    const auto still = test::balanced(model, params_of(Strain::kCauchy, Integrator::kStatic));
    double most = 0;
    for (int step = 0; step < 1000; ++step) {
      take_steps(body, 1, dt, step * dt);
      most = std::max(most, test::relative_difference(still, body.displacements()));
    }
    EXPECT_LT(most, 3);
  }
}

// Where a bar is a while after it is let go from a slight bend, alike for all strains.
std::vector<Vec3> after_a_while(Strain strain, Integrator integrator, int steps) {
  TetBodyParams params = params_of(strain, integrator);
  params.newton_iterations = 5;
  const auto bar = released_bar({box_mesh({4, 1, 1}, {4, 1, 1})}, {1e5, 0, 1000}, params, 1e-4);
  take_steps(*bar, steps, 2.5 / steps);
  return bar->displacements();
}

TEST(Dynamics, newmark_is_of_second_order_and_backward_euler_of_first) {
  const auto reference = after_a_while(Strain::kGreen, Integrator::kNewmark, 2000);
  auto order = [&](Strain strain, Integrator integrator, int steps) {
    const double coarse = test::relative_difference(reference, after_a_while(strain, integrator, steps));
    const double fine = test::relative_difference(reference, after_a_while(strain, integrator, 2 * steps));
    return std::log2(coarse / fine);
  };
  for (const Strain strain : kStrains) {
    EXPECT_NEAR(order(strain, Integrator::kNewmark, 200), 2, 0.2) << name_of(strain);
    EXPECT_NEAR(order(strain, Integrator::kBackwardEuler, 200), 1, 0.2) << name_of(strain);
  }
}

double largest(const std::vector<Vec3>& u) {
  double most = 0;
  for (const Vec3& v : u) most = std::max(most, norm(v));
  return most;
}

// A beam under its weight, in the integrator that each strain takes by itself.
TEST(Dynamics, steps_of_up_to_a_second_stay_stable) {
  for (const Strain strain : kStrains)
    for (const double young : {1e5, 1e7}) {
      TetBodyModel model = test::held_model(small_bar(), {young, 0.3, 1000}, test::at_the_left);
      model.forces = {Gravity{}};
      const auto still = test::balanced(model, params_of(strain, Integrator::kStatic));
      for (const double dt : {0.1, 1.0}) {
        TetBody body("bar", model, {.strain = strain});
        double most = 0;
        for (int step = 0; step < 30; ++step) {
          take_steps(body, 1, dt, step * dt);
          most = std::max(most, largest(body.displacements()));
        }
        EXPECT_LT(most, 3 * largest(still)) << name_of(strain) << " " << dt;
        // Backward Euler comes to rest, too.
        if (strain == Strain::kCauchy || dt < 1) continue;
        EXPECT_LT(test::relative_difference(still, body.displacements()), 1e-2) << name_of(strain);
      }
    }
}

// In the default integrator; axes taken at the end of each step would cost a tenth of the spin here.
TEST(Dynamics, a_spinning_body_of_corotated_strain_keeps_turning) {
  TetBody body("stone", test::free_model(small_cube(), {1e6, 0.3, 1000}), {});
  spin(body, {0, 0, 1}, {0.5, 0.5, 0.5});
  const Momenta before = momenta(body);
  take_steps(body, 50, 0.05);
  EXPECT_LT(distance(before.angular, momenta(body).angular), 1e-3 * norm(before.angular));
}

TEST(Dynamics, a_body_that_turns_by_a_radian_in_every_step_holds_together) {
  TetBody body("stone", test::free_model(small_cube(), {1e6, 0.3, 1000}), {});
  spin(body, {0, 0, 40}, {0.5, 0.5, 0.5});
  EXPECT_LT(growth_of_energy(body, 100, 0.025), 10);
}

TEST(Dynamics, damping_by_mass_takes_a_swing_down_at_half_its_rate) {
  TetBodyParams params = params_of(Strain::kCauchy, Integrator::kNewmark);
  params.damping.mass = 2;
  const auto bar = released_bar({box_mesh({4, 1, 1}, {4, 1, 1})}, {1e8, 0, 1000}, params, 1e-3);
  const double before = bar->energies().total();
  take_steps(*bar, 1000, 0.002);
  // Amplitude as exp(-alpha t / 2), energy as exp(-alpha t).
  EXPECT_NEAR(std::log(before / bar->energies().total()) / 2, 2, 0.05);
}

TEST(Dynamics, damping_by_mass_stops_a_free_body_and_damping_by_stiffness_does_not) {
  TetBodyModel model = test::free_model({box_mesh({1, 1, 1}, {2, 2, 2})}, {1e5, 0.3, 1000});
  model.velocity = {1, 2, 3};
  for (const Strain strain : kStrains) {
    TetBodyParams params = params_of(strain, Integrator::kNewmark);
    params.damping = {0, 0.1};
    TetBody glider("glider", model, params);
    take_steps(glider, 50, 0.02);
    EXPECT_LT(largest_distance(glider.displacements(), model.velocity), 1e-5);
    params.damping = {1, 0};
    TetBody stopping("stopping", model, params);
    take_steps(stopping, 50, 0.02);
    EXPECT_LT(largest_distance(stopping.displacements(), (1 - std::exp(-1)) * model.velocity), 1e-3);
  }
}

TEST(Dynamics, damping_by_stiffness_stops_a_shaking_body) {
  for (const Strain strain : kStrains)
    for (const Integrator integrator : {Integrator::kNewmark, Integrator::kBackwardEuler}) {
      TetBodyParams params = params_of(strain, integrator);
      params.damping.stiffness = 0.05;
      TetBody body("bar",
                   test::held_model({box_mesh({2, 1, 1}, {4, 2, 2})}, {1e5, 0.3, 1000}, test::at_the_left),
                   params);
      set_random_velocities(body, 1);
      const double before = body.energies().total();
      take_steps(body, 60, 0.03);
      EXPECT_LT(body.energies().total(), 0.1 * before);
    }
}

TEST(Dynamics, an_end_that_is_pulled_takes_the_bar_along) {
  const double length = 2;
  const VolumeMesh mesh = box_mesh({length, 0.5, 0.5}, {8, 2, 2});
  const auto end = test::nodes_where(mesh, [&](const Vec3& p) { return p.x > length - 1e-9; });
  for (const Strain strain : kStrains) {
    TetBodyModel model = test::held_model({mesh}, {1e6, 0, 1000}, test::at_the_left);
    Motion pull;
    pull.velocity = {0.01, 0, 0};
    pull.during = {0, 1};
    model.holds.push_back({end, pull});
    TetBodyParams params = params_of(strain, Integrator::kBackwardEuler);
    TetBody body("bar", model, params);
    take_steps(body, 30, 0.1);
    const auto u = body.displacements();
    double off = 0;
    for (std::size_t v = 0; v < u.size(); ++v)
      off = std::max(off, distance(u[v], {0.01 * mesh.positions[v].x / length, 0, 0}));
    EXPECT_LT(off, 1e-4);
  }
}

TEST(Dynamics, a_turntable_turns_a_body_as_if_it_were_rigid) {
  const VolumeMesh mesh = box_mesh({1, 0.5, 0.5}, {4, 2, 2});
  for (const Strain strain : {Strain::kCorotated, Strain::kGreen}) {
    TetBodyModel model = test::free_model({mesh}, {1e6, 0.3, 1000});
    Motion turn;
    turn.centre = {0.5, 0, 0.25};
    turn.axis = {0, 1, 0};
    turn.turning = 1;
    model.holds = {{test::nodes_where(mesh, [](const Vec3& p) { return p.y == 0; }), turn}};
    TetBody body("table", model, params_of(strain, Integrator::kBackwardEuler));
    const double t = take_steps(body, 80, 0.05);
    const auto u = body.displacements();
    double off = 0;
    for (std::size_t v = 0; v < u.size(); ++v)
      off = std::max(off, distance(u[v], displacement_at(turn, mesh.positions[v], t)));
    EXPECT_LT(off, 1e-2);
  }
}

TEST(Dynamics, lumped_and_consistent_masses_fall_alike_and_gain_the_same_momentum) {
  const Vec3 load{1000, 500, 0};
  std::array<Momenta, 2> after;
  for (const bool lumped : {false, true}) {
    TetBodyModel model = test::free_model(small_cube(), {1e5, 0.3, 1000});
    model.forces = {Gravity{}, PointForce{{1, 1, 1}, load}};
    TetBodyParams params = params_of(Strain::kCauchy, Integrator::kNewmark);
    params.lumped_mass = lumped;
    TetBody body("stone", model, params);
    take_steps(body, 10, 0.01);
    after[lumped ? 1 : 0] = momenta(body, lumped);
  }
  const Vec3 expected = 0.1 * (load + Vec3{0, -9810, 0});
  EXPECT_LT(distance(after[0].linear, expected), 1e-5 * norm(expected));
  EXPECT_LT(distance(after[1].linear, expected), 1e-5 * norm(expected));
}

bool same_bits(const BodyState& a, const BodyState& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k].name != b[k].name || a[k].values != b[k].values) return false;
  return a.size() == b.size();
}

TEST(Dynamics, a_body_that_leaves_the_finite_numbers_says_so_by_name_and_keeps_its_last_state) {
  for (const Strain strain : kStrains)
    for (const SolverMethod method :
         {SolverMethod::kMultigrid, SolverMethod::kMultigridCg, SolverMethod::kCg, SolverMethod::kCholesky})
      for (const double force : {1e308, 1e200}) {
        if (strain == Strain::kCauchy && method == SolverMethod::kCholesky && force == 1e200) continue;
        TetBodyModel model = test::held_model(small_bar(), {1e5, 0.3, 1000}, test::at_the_left);
        model.forces = {Gravity{}, PointForce{{2, 1, 1}, {0, force, 0}, {0.035, 1}},
                        PointForce{{2, 1, 1}, {0, force, 0}, {0.035, 1}}};
        TetBody body("jelly", model, params_of(strain, Integrator::kBackwardEuler, method, 1e-4));
        take_steps(body, 3, 0.01);
        const BodyState good = body.state();
        const std::string what =
            fmt::format("{} {} {}", name_of(strain), kSolverMethodNames[static_cast<int>(method)], force);
        try {
          body.predict(0.03, 0.01);
          ADD_FAILURE() << what << " went on";
        } catch (const Error& error) {
          EXPECT_THAT(error.what(), testing::HasSubstr("'jelly'")) << what;
        }
        EXPECT_TRUE(same_bits(body.state(), good)) << what;
        // It can go on where the force is gone.
        body.predict(2, 0.01);
        body.commit();
        for (const Vec3& u : body.displacements()) EXPECT_TRUE(is_finite(u));
      }
}

TEST(Dynamics, a_step_worked_out_twice_is_the_same) {
  for (const Strain strain : kStrains) {
    TetBodyModel model = test::held_model(small_bar(), {1e4, 0.3, 1000}, test::at_the_left);
    model.forces = {Gravity{}};
    TetBody once("bar", model, {.strain = strain}), twice("bar", model, {.strain = strain});
    for (int step = 0; step < 4; ++step) {
      take_steps(once, 1, 0.03, 0.03 * step);
      twice.predict(0.03 * step, 0.03);
      take_steps(twice, 1, 0.03, 0.03 * step);
    }
    EXPECT_TRUE(same_bits(once.state(), twice.state()));
  }
}

// Puts every node where a map of its rest position says.
template <typename Map>
void place(TetBody& body, Map&& displaced) {
  BodyState state = body.state();
  for (StateArray& array : state)
    if (array.name == "displacement")
      for (Index i = 0; i < body.rest().node_count(); ++i) {
        const Vec3 u = displaced(body.rest().positions[i]) - body.rest().positions[i];
        for (int k = 0; k < 3; ++k) array.values[3 * i + k] = u[k];
      }
  body.restore(state);
}

TEST(Dynamics, uniaxial_tension_has_its_stress_and_pressure_from_all_sides_has_none) {
  const Material material{1e5, 0.3, 1000};
  const double strain = 1e-4;
  for (const Strain kind : kStrains) {
    TetBody body("bar", test::free_model(small_bar(), material), params_of(kind, Integrator::kNewmark));
    place(body, [&](const Vec3& p) {
      const double across = 1 - material.poisson * strain;
      return Vec3{p.x * (1 + strain), p.y * across, p.z * across};
    });
    for (const float stress : test::frame_of(body).stress) EXPECT_NEAR(stress, 1e5 * strain, 0.01);
    place(body, [&](const Vec3& p) { return (1 - strain) * p; });
    for (const float stress : test::frame_of(body).stress) EXPECT_NEAR(stress, 0, 1e-4);
  }
}

TEST(Dynamics, a_stretched_bar_that_is_turned_has_the_same_stress_and_energy) {
  const Mat3 R = to_matrix(nearest_rotation({{Vec3{-1, 0.3, 0}, Vec3{0.1, -1, 0.4}, Vec3{0, 0.3, 1}}}));
  for (const Strain kind : {Strain::kCorotated, Strain::kGreen}) {
    TetBody body("bar", test::free_model(small_bar(), {1e5, 0.3, 1000}),
                 params_of(kind, Integrator::kNewmark));
    place(body, [&](const Vec3& p) { return Vec3{1.1 * p.x, p.y, p.z}; });
    const BodyFrame straight = test::frame_of(body);
    place(body, [&](const Vec3& p) { return R * Vec3{1.1 * p.x, p.y, p.z} + Vec3{5, 6, 7}; });
    const BodyFrame turned = test::frame_of(body);
    EXPECT_NEAR(turned.energies.elastic, straight.energies.elastic, 1e-9 * straight.energies.elastic);
    for (std::size_t e = 0; e < turned.stress.size(); ++e)
      EXPECT_NEAR(turned.stress[e], straight.stress[e], 1e-3F);
  }
}

}  // namespace
}  // namespace sinew
