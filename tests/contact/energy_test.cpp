#include <gtest/gtest.h>

#include <cmath>

#include "contact_bodies.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {
namespace {

constexpr double kRadius = 0.1;

TetBodyModel ball_model(double height) {
  const SurfaceMesh surface = surface_of(SphereShape{{0, kRadius + height, 0}, kRadius}, 2e-3);
  TetBodyModel model;
  model.levels = {tetrahedralize(surface, SignedDistance(surface), 600)};
  model.materials = {{.young = 5e4, .poisson = 0.3, .density = 1000}};
  return model;
}

ElasticParams linear_euler() {
  ElasticParams params{.strain = Strain::kCauchy, .integrator = Integrator::kBackwardEuler};
  params.solver.method = SolverMethod::kCholesky;
  return params;
}

std::vector<double> array_of(const Body& body, std::string_view name) {
  for (const StateArray& array : body.state())
    if (array.name == name) return array.values;
  throw std::logic_error("no such array");
}

std::vector<double> difference(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

// The energies of a body with these displacements and velocities.
Energies energies_of(TetBody& body, const std::vector<double>& displacement,
                     const std::vector<double>& velocity) {
  BodyState state = body.state();
  for (StateArray& array : state) {
    if (array.name == "displacement") array.values = displacement;
    if (array.name == "velocity") array.values = velocity;
  }
  body.restore(state);
  return body.energies();
}

// What contacts did in the last step, J: their forces, times how far the vertices went that they act on.
double work_of_contacts(const World& world, const std::vector<Vec3>& before) {
  const std::vector<Vec3> after = surface_positions(world.frame().bodies[0]);
  double work = 0;
  for (const ContactForce& contact : world.frame().contact.forces) {
    const auto at =
        std::ranges::min_element(after, {}, [&](const Vec3& p) { return distance(p, contact.at); });
    work += dot(contact.force, *at - before[at - after.begin()]);
  }
  return work;
}

// A step of backward Euler with forces f of contact takes a body from (u, v) to (u + w, v + d), w = dt (v + d), by
//   M d / dt + K (u + w) = g + f.
// Times w, and with a.A(a + b) = 1/2 (|a|_A^2 + |a + b|_A^2 - |b|_A^2) turned around, that is
//   E1 - E0 = w . f - 1/2 d . M d - 1/2 w . K w:
// the scheme dissipates the energies of the changes, and contact what it takes to stop the fall within the step.
TEST(BouncingBall, never_gains_energy_and_loses_what_the_scheme_dissipates) {
  constexpr double dt = 1.0 / 240;
  World world;
  const TetBodyModel model = ball_model(0.1);
  const Body& ball = world.add(std::make_unique<TetBody>("ball", model, linear_euler()));
  TetBody measure("measure", model, linear_euler());
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  world.publish({.energies = true});

  double lost = 0, dissipated = 0, lost_by_contact = 0, highest = 0, largest = 0;
  bool has_bounced = false;
  for (int step = 0; step < 120; ++step) {
    const double energy = world.frame().bodies[0].energies.total();
    const std::vector<double> u = array_of(ball, "displacement"), v = array_of(ball, "velocity");
    const std::vector<Vec3> before = surface_positions(world.frame().bodies[0]);
    world.step(dt, {.energies = true, .forces = true});
    const Energies after = world.frame().bodies[0].energies;
    const Energies changes = energies_of(measure, difference(array_of(ball, "displacement"), u),
                                         difference(array_of(ball, "velocity"), v));
    largest = std::max(largest, std::abs(energy));
    EXPECT_LE(after.total(), energy + 1e-6 * largest) << "step " << step;
    const double work = work_of_contacts(world, before);
    lost += energy - after.total();
    dissipated += changes.kinetic + changes.elastic;
    lost_by_contact -= work;
    if (work == 0 && lost_by_contact > 0) has_bounced = true;
    if (has_bounced) highest = std::max(highest, bounding_box(world.frame().bodies[0].positions).lower.y);
  }
  EXPECT_GT(highest, 0.005);
  EXPECT_GT(lost, 0);
  EXPECT_NEAR((dissipated + lost_by_contact) / lost, 1, 0.01);
  RecordProperty("lost", std::to_string(lost));
  RecordProperty("by_contact", std::to_string(lost_by_contact));
}

// Most of the loss is that of the long steps: with shorter ones the ball comes back higher.
TEST(BouncingBall, bounces_higher_in_shorter_steps) {
  double before = 0;
  for (const double dt : {1.0 / 120, 1.0 / 480}) {
    World world;
    world.add(std::make_unique<TetBody>("ball", ball_model(0.1), linear_euler()));
    world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
    double highest = 0;
    bool has_touched = false;
    while (world.time() < 0.4) {
      world.step(dt);
      has_touched |= world.frame().contact.active > 0;
      if (has_touched) highest = std::max(highest, bounding_box(world.frame().bodies[0].positions).lower.y);
    }
    EXPECT_GT(highest, before + 0.005);
    EXPECT_LT(highest, 0.1);
    before = highest;
  }
}

}  // namespace
}  // namespace sinew
