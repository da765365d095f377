#include <gtest/gtest.h>

#include "shape/structured.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

using test::take_steps;

// A square of light cloth across the x axis, 1 m wide, in a wind of 10 m/s that blows straight at it.
TetBodyModel cloth_in_wind(const Vec3& wind) {
  TetBodyModel model;
  SurfaceMesh sheet = structured_sheet(1, 1, 200);
  for (Vec3& p : sheet.positions) p = {p.y, p.x, p.z};
  model.sheet = Sheet{{sheet}, 2e-4, 1};
  model.materials = {{1e6, 0.3, 200}};  // 0.04 kg/m^2
  model.forces = {Wind{.velocity = wind}};
  return model;
}

TEST(Wind, no_part_of_a_light_cloth_is_blown_faster_than_the_wind) {
  for (const double dt : {0.02, 0.2}) {
    TetBody cloth("cloth", cloth_in_wind({10, 0, 0}), {.strain = Strain::kGreen});
    double fastest = 0, last = 0;
    for (int step = 0; step < 60; ++step) {
      take_steps(cloth, 1, dt, step * dt);
      for (const Vec3& v : test::frame_of(cloth).velocities) fastest = std::max(fastest, norm(v));
      last = test::frame_of(cloth).velocities[0].x;
    }
    EXPECT_LT(fastest, 10.01) << dt;
    EXPECT_GT(last, 8) << dt;
  }
}

TEST(Wind, light_cloth_that_flutters_at_an_edge_stays_in_bounds) {
  TetBodyModel model = cloth_in_wind({2, 0, 10});
  model.forces.push_back(Gravity{});
  Hold hold;
  for (Index v = 0; v < model.sheet->levels[0].vertex_count(); ++v)
    if (model.sheet->levels[0].positions[v].z < -0.5 + 1e-9) hold.nodes.push_back(v);
  model.holds = {hold};
  TetBody cloth("cloth", model, {.strain = Strain::kGreen});
  take_steps(cloth, 200, 0.02);
  EXPECT_LT(test::largest_distance(cloth.displacements(), {}), 2);
  EXPECT_LT(cloth.energies().kinetic, 0.5 * 0.04 * 15 * 15);
}

// What holds the cloth in a steady wind is the whole drag, however long the steps.
TEST(Wind, a_steady_bulge_does_not_depend_on_the_step) {
  std::vector<double> bulge;
  for (const double dt : {0.005, 0.05}) {
    TetBodyModel model = cloth_in_wind({10, 0, 0});
    Hold rim;
    for (Index v = 0; v < model.sheet->levels[0].vertex_count(); ++v) {
      const Vec3& p = model.sheet->levels[0].positions[v];
      if (std::max(std::abs(p.y), std::abs(p.z)) > 0.5 - 1e-9) rim.nodes.push_back(v);
    }
    model.holds = {rim};
    TetBody cloth("cloth", model, {.strain = Strain::kGreen, .damping = {.mass = 5}});
    take_steps(cloth, static_cast<int>(2 / dt), dt);
    bulge.push_back(test::largest_distance(cloth.displacements(), {}));
  }
  EXPECT_GT(bulge[0], 0.01);
  EXPECT_NEAR(bulge[1], bulge[0], 0.01 * bulge[0]);
}

}  // namespace
}  // namespace sinew
