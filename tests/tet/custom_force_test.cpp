#include <gtest/gtest.h>

#include "base/parallel.h"
#include "sinew/tet/tet_body.h"
#include "stepping/custom_weight.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

using test::params_of;
using test::take_steps;

const Vec3 kG{0, -9.81, 1};
const Material kRubber{1e5, 0.3, 1000};

// What the nodes of a mesh weigh, by its own numbers.
std::vector<double> masses_of(const VolumeMesh& mesh) {
  std::vector<double> masses(mesh.positions.size());
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    for (const Index v : mesh.tetrahedra[t]) masses[v] += kRubber.density * tetrahedron_volume(mesh, t) / 4;
  return masses;
}

CustomForce weight_of(const VolumeMesh& mesh) {
  return test::custom_weight(masses_of(mesh), mesh.positions, kG);
}

TetBody bar_under(const Force& force, Strain strain) {
  TetBodyModel model = test::held_model(test::small_bar(), kRubber, test::at_the_left);
  model.forces = {force};
  return TetBody("bar", model,
                 params_of(strain, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-10));
}

TEST(CustomForce, a_bar_moves_under_a_custom_weight_as_under_gravity_and_has_its_energy) {
  for (const Strain strain : test::kStrains) {
    TetBody custom = bar_under(weight_of(test::small_bar()[0]), strain);
    TetBody gravity = bar_under(Gravity{kG}, strain);
    take_steps(custom, 10, 0.02), take_steps(gravity, 10, 0.02);
    const BodyFrame a = test::frame_of(custom), b = test::frame_of(gravity);
    ASSERT_GT(b.energies.kinetic, 0);
    for (std::size_t i = 0; i < a.positions.size(); ++i)
      EXPECT_LT(distance(a.positions[i], b.positions[i]), 1e-7) << test::name_of(strain);
    EXPECT_NEAR(a.energies.external, b.energies.external, 1e-6 * std::abs(b.energies.external));
  }
}

TEST(CustomForce, the_bits_of_a_bar_do_not_depend_on_the_number_of_threads) {
  const auto positions_with = [](int threads) {
    set_thread_count(threads);
    TetBody bar = bar_under(weight_of(test::small_bar()[0]), Strain::kCorotated);
    take_steps(bar, 5, 0.02);
    set_thread_count(0);
    return test::frame_of(bar).positions;
  };
  const std::vector<Vec3> one = positions_with(1);
  EXPECT_EQ(positions_with(2), one);
  EXPECT_EQ(positions_with(4), one);
}

}  // namespace
}  // namespace sinew
