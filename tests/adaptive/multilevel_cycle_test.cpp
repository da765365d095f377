#include "adaptive/multilevel_cycle.h"

#include <gtest/gtest.h>

#include "adaptive/bear_steps.h"
#include "adaptive/random_fronts.h"
#include "sinew/tet/tet_body.h"

namespace sinew {
namespace {

std::vector<Vec3> random_field(Index nodes, double size) {
  Random random(1);
  std::vector<Vec3> field(nodes);
  for (Vec3& v : field) v = random.in_box({-size, -size, -size}, {size, size, size});
  return field;
}

// With random velocities of the nodes of level 0.
void shake(test::BearSteps& bear, double size) {
  NodeState& state = bear.stepper.state_to_change();
  const std::vector<Vec3> v = random_field(bear.body.rest().finest().node_count(), size);
  for (std::size_t i = 0; i < v.size(); ++i) state.v[i] = to_block(v[i]);
  bear.system().follow(state.v);
  bear.stepper.state_changed();
}

// The mean factor of the residual per cycle, of a step under weight from random velocities.
double factor_of_cycles(const TetBodyModel& model, double dt) {
  constexpr int kCycles = 16;
  test::BearSteps bear(model, {.changes = false}, {}, 1e-30, kCycles);
  bear.control.refine_all();
  bear.set_weight({0, -9.81, 0});
  shake(bear, 1);
  bear.stepper.begin_step(0, dt);
  bear.stepper.relax();
  return std::pow(bear.stepper.last_solve().residual, 1.0 / kCycles);
}

TEST(MultilevelCycle, reduces_the_error_of_a_bear_by_a_third_or_more) {
  const TetBodyModel model = test::model_of(test::bear_levels());
  for (const double dt : {0.01, 0.1}) {
    const double factor = factor_of_cycles(model, dt);
    std::printf("dt %g: factor %.3f\n", dt, factor);
    EXPECT_LT(factor, 0.67);
  }
}

TEST(MultilevelCycle, converges_with_layers_of_1_to_100) {
  const std::vector<VolumeMesh>& meshes = test::bear_levels();
  TetBodyModel model = test::model_of(meshes);
  std::vector<Material>& materials = model.materials;
  materials.clear();
  for (Index e = 0; e < meshes[0].tetrahedron_count(); ++e) {
    Vec3 centre;
    for (const Vec3& p : meshes[0].corners(e)) centre += p / 4;
    materials.push_back(test::kJelly);
    if (static_cast<int>(std::floor(centre.y / 0.006)) % 2 == 0) materials.back().young *= 100;
  }
  const double factor = factor_of_cycles(model, 0.01);
  std::printf("layers: factor %.3f\n", factor);
  EXPECT_LT(factor, 0.98);
}

// Free, with weight and both kinds of damping, from random velocities.
TEST(MultilevelCycle, a_body_that_is_fine_everywhere_moves_as_a_tet_body_does) {
  constexpr double kStep = 0.01;
  const Damping damping{0.5, 0.002};
  const TetBodyModel model = test::model_of(test::bear_levels(2000, 4));
  ElasticParams params;
  params.integrator = Integrator::kBackwardEuler, params.damping = damping;
  params.solver.method = SolverMethod::kCholesky, params.newton_iterations = 1;
  params.lumped_mass = true, params.precision = Precision::kDouble;
  TetBody body("bear", model, params);

  test::BearSteps bear(model, {.changes = false}, damping, 1e-13);
  bear.control.refine_all();
  bear.set_weight({0, -9.81, 0});
  shake(bear, 0.5);
  BodyState state = body.state();
  const AdaptiveRest& rest = bear.body.rest();
  for (StateArray& array : state)
    for (Index i = 0; i < rest.finest().node_count() && array.name == "velocity"; ++i)
      for (int k = 0; k < 3; ++k) array.values[3 * i + k] = to_vec3(bear.stepper.state().v[i])[k];
  body.restore(state);

  for (int n = 0; n < 20; ++n) {
    body.predict(n * kStep, kStep);
    body.commit();
    bear.take(kStep);
  }
  const std::vector<Vec3> expected = body.displacements();
  double largest = 0, difference = 0;
  for (Index i = 0; i < rest.finest().node_count(); ++i) {
    const Vec3& u = expected[rest.finest().elements.order.old_of_new[i]];
    largest = std::max(largest, norm(u));
    difference = std::max(difference, distance(u, to_vec3(bear.displacements()[i])));
  }
  std::printf("difference %.2e of the motion\n", difference / largest);
  EXPECT_GT(largest, 0.1 * rest.size);
  EXPECT_LT(difference, 1e-10 * largest);
}

}  // namespace
}  // namespace sinew
