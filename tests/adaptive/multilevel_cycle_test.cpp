#include "adaptive/multilevel_cycle.h"

#include <gtest/gtest.h>

#include "adaptive/adaptive_step.h"
#include "adaptive/hierarchies.h"
#include "adaptive/random_fronts.h"
#include "sinew/tet/tet_body.h"
#include "stepping/step_scheme.h"

namespace sinew {
namespace {

BlockVector<double> random_field(const AdaptiveRest& rest, double size) {
  Random random(1);
  BlockVector<double> field(rest.finest().node_count());
  for (Block3<double>& b : field) b = to_block(random.in_box({-size, -size, -size}, {size, size, size}));
  return field;
}

BlockVector<double> weight(const AdaptiveRest& rest) {
  BlockVector<double> forces;
  for (const double mass : nodal_masses(rest.finest().elements))
    forces.push_back(to_block(mass * Vec3{0, -9.81, 0}));
  return forces;
}

// The mean factor of the residual per cycle, of a step under weight from random velocities.
double factor_of_cycles(const AdaptiveRest& rest, double dt) {
  const NodeForest forest = make_node_forest(rest);
  AdaptiveStep step(rest, forest, {.changes = false});
  const BlockVector<double> nothing(rest.finest().node_count());
  step.set_state(nothing, random_field(rest, 1));
  step.begin(step_scheme(Integrator::kBackwardEuler, {}, dt), weight(rest), nothing);
  constexpr int kCycles = 16;
  return std::pow(step.solve({}, {.cycles = kCycles}).residual, 1.0 / kCycles);
}

TEST(MultilevelCycle, reduces_the_error_of_a_bear_by_a_third_or_more) {
  const AdaptiveRest rest = make_adaptive_rest(test::bear_levels(), std::vector{test::kJelly}, {});
  for (const double dt : {0.01, 0.1}) {
    const double factor = factor_of_cycles(rest, dt);
    std::printf("dt %g: factor %.3f\n", dt, factor);
    EXPECT_LT(factor, 0.67);
  }
}

TEST(MultilevelCycle, converges_with_layers_of_1_to_100) {
  const std::vector<VolumeMesh>& meshes = test::bear_levels();
  std::vector<Material> materials;
  for (Index e = 0; e < meshes[0].tetrahedron_count(); ++e) {
    Vec3 centre;
    for (const Vec3& p : meshes[0].corners(e)) centre += p / 4;
    materials.push_back(test::kJelly);
    if (static_cast<int>(std::floor(centre.y / 0.006)) % 2 == 0) materials.back().young *= 100;
  }
  const double factor = factor_of_cycles(make_adaptive_rest(meshes, materials, {}), 0.01);
  std::printf("layers: factor %.3f\n", factor);
  EXPECT_LT(factor, 0.98);
}

// Free, with weight and both kinds of damping, from random velocities.
TEST(MultilevelCycle, a_body_that_is_fine_everywhere_moves_as_a_tet_body_does) {
  const std::vector<VolumeMesh>& meshes = test::bear_levels(2000, 4);
  const AdaptiveRest rest = make_adaptive_rest(meshes, std::vector{test::kJelly}, {});
  const NodeForest forest = make_node_forest(rest);
  constexpr double kStep = 0.01;
  const Damping damping{0.5, 0.002};

  TetBodyModel model;
  model.levels = meshes, model.materials = {test::kJelly};
  ElasticParams params;
  params.integrator = Integrator::kBackwardEuler, params.damping = damping;
  params.solver.method = SolverMethod::kCholesky, params.newton_iterations = 1;
  params.lumped_mass = true, params.precision = Precision::kDouble;
  TetBody body("bear", model, params);

  AdaptiveStep step(rest, forest, {.changes = false});
  const BlockVector<double> nothing(rest.finest().node_count()), velocities = random_field(rest, 0.5);
  step.set_state(nothing, velocities);
  BodyState state = body.state();
  for (StateArray& array : state)
    for (Index i = 0; i < rest.finest().node_count() && array.name == "velocity"; ++i)
      for (int k = 0; k < 3; ++k) array.values[3 * i + k] = to_vec3(velocities[i])[k];
  body.restore(state);

  for (int n = 0; n < 20; ++n) {
    body.predict(n * kStep, kStep);
    body.commit();
    step.begin(step_scheme(Integrator::kBackwardEuler, damping, kStep), weight(rest), nothing);
    EXPECT_TRUE(step.solve({}, {.tolerance = 2e-12, .cycles = 0}).converged);
    step.end();
    step.commit();
  }
  const std::vector<Vec3> expected = body.displacements();
  double largest = 0, difference = 0;
  for (Index i = 0; i < rest.finest().node_count(); ++i) {
    const Vec3& u = expected[rest.finest().elements.order.old_of_new[i]];
    largest = std::max(largest, norm(u));
    difference = std::max(difference, distance(u, to_vec3(step.displacements()[i])));
  }
  std::printf("difference %.2e of the motion\n", difference / largest);
  EXPECT_GT(largest, 0.1 * rest.size);
  EXPECT_LT(difference, 1e-10 * largest);
}

}  // namespace
}  // namespace sinew
