#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mesh/edge_table.h"
#include "shape/structured.h"
#include "sinew/base/error.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

using test::take_steps;

const Material kCloth{1e6, 0.3, 300};

// A sheet centred at the origin, held where the predicate holds, under its weight.
template <typename Held>
TetBodyModel sheet_model(std::vector<SurfaceMesh> levels, double thickness, double bending,
                         const Material& material, Held&& held) {
  TetBodyModel model;
  Hold hold;
  for (Index v = 0; v < levels[0].vertex_count(); ++v)
    if (held(levels[0].positions[v])) hold.nodes.push_back(v);
  model.holds = {hold};
  model.sheet = Sheet{std::move(levels), thickness, bending};
  model.materials = {material};
  model.forces = {Gravity{}};
  return model;
}

std::vector<SurfaceMesh> square_levels() {
  std::vector<SurfaceMesh> levels;
  for (const Index triangles : {512, 128, 32}) levels.push_back(structured_sheet(1, 1, triangles));
  return levels;
}

// The largest relative change of length of an edge.
double largest_stretch(const SurfaceMesh& mesh, const std::vector<Vec3>& positions) {
  const EdgeTable edges(mesh.triangles);
  double most = 0;
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto [v, w] = edges.edge(e);
    const double rest = distance(mesh.positions[v], mesh.positions[w]);
    most = std::max(most, std::abs(distance(positions[v], positions[w]) / rest - 1));
  }
  return most;
}

TEST(Sheet, held_at_an_edge_drapes_without_stretching_or_blowing_up) {
  for (const double bending : {0.0, 1.0}) {
    const TetBodyModel model =
        sheet_model(square_levels(), 1e-3, bending, kCloth, [](const Vec3& p) { return p.x < -0.5 + 1e-9; });
    ElasticParams params;
    params.strain = Strain::kGreen;
    TetBody cloth("cloth", model, params);
    double stretch = 0;
    for (int step = 0; step < 100; ++step) {
      take_steps(cloth, 1, 0.03, step * 0.03);
      stretch = std::max(stretch, largest_stretch(model.sheet->levels[0], test::frame_of(cloth).positions));
    }
    const BodyFrame frame = test::frame_of(cloth);
    double lowest = 0;
    for (const Vec3& p : frame.positions) lowest = std::min(lowest, p.y);
    EXPECT_LT(stretch, 0.1);
    EXPECT_LT(lowest, -0.9);
    EXPECT_GT(lowest, -1.05);
  }
}

// It creases as it swings down. Damped by K of the place that an iteration comes to, instead of by a
// viscosity, most of these steps are not solved.
TEST(Sheet, every_step_of_damped_cloth_that_hangs_from_two_corners_is_solved) {
  const auto corners = [](const Vec3& p) { return std::abs(p.x) > 0.45 && p.z < -0.45; };
  ElasticParams params;
  params.strain = Strain::kGreen;
  params.damping = {0.5, 0.005};
  TetBody cloth("cloth", sheet_model(square_levels(), 1e-3, 8, {5e5, 0.3, 300}, corners), params);
  take_steps(cloth, 60, 0.02);
  EXPECT_EQ(cloth.tally().unsolved, 0);
}

// A strip from x = -h to x = length in squares of side h, whose diagonals turn from square to square across
// the strip, and along it too where `both_ways`.
SurfaceMesh strip(Index cells, Index across, double length, bool both_ways) {
  SurfaceMesh mesh;
  const double h = length / cells;
  for (Index i = -1; i <= cells; ++i)
    for (Index j = 0; j <= across; ++j) mesh.positions.push_back({h * i, 0, h * j});
  for (Index i = 0; i <= cells; ++i)
    for (Index j = 0; j < across; ++j) {
      const Index a = i * (across + 1) + j, b = a + across + 1, c = b + 1, d = a + 1;
      const bool turned = (both_ways ? i + j : j) % 2 == 1;
      mesh.triangles.push_back(turned ? Triangle{a, c, b} : Triangle{a, d, b});
      mesh.triangles.push_back(turned ? Triangle{a, d, c} : Triangle{b, d, c});
    }
  return mesh;
}

// The deflection of the tip under the strip's weight, over the w L^4 / (8 D) of a beam. The strip is held at
// two rows of nodes, and bends from the middle between them on.
double deflection_over_that_of_a_beam(Index cells, Strain strain, bool both_ways) {
  const double thickness = 0.01, gravity = 0.05, length = 1 + 0.5 / cells;
  const Material material{1e7, 0, 1000};
  TetBodyModel model = sheet_model({strip(cells, 4, 1, both_ways)}, thickness, 1, material,
                                   [](const Vec3& p) { return p.x < 1e-6; });
  model.forces = {Gravity{{0, -gravity, 0}}};
  const SurfaceMesh& mesh = model.sheet->levels[0];
  std::vector<Index> tip;
  for (Index v = 0; v < mesh.vertex_count(); ++v)
    if (mesh.positions[v].x > 1 - 1e-9) tip.push_back(v);
  const auto u = test::balanced(model, test::params_of(strain, Integrator::kStatic));
  const double D = material.young * std::pow(thickness, 3) / 12;
  return -test::mean_over(u, tip).y /
         (material.density * thickness * gravity * std::pow(length, 4) / (8 * D));
}

TEST(Sheet, a_strip_bends_under_its_weight_as_a_beam) {
  EXPECT_NEAR(deflection_over_that_of_a_beam(20, Strain::kCauchy, false), 1, 0.05);
  EXPECT_NEAR(deflection_over_that_of_a_beam(20, Strain::kGreen, false), 1, 0.05);
}

// A sheet rolled up has the right energy on such a mesh, but under a load nodes of four and of eight
// neighbours give way differently.
TEST(Sheet, a_strip_of_squares_with_diagonals_alternating_both_ways_is_softer_by_a_third) {
  EXPECT_NEAR(deflection_over_that_of_a_beam(20, Strain::kCauchy, true), 1.43, 0.1);
}

TEST(Sheet, corotated_strain_is_refused_with_advice) {
  const TetBodyModel model = sheet_model(square_levels(), 1e-3, 1, kCloth, [](const Vec3&) { return false; });
  try {
    const TetBody cloth("cloth", model, {.strain = Strain::kCorotated});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("'cloth'"), testing::HasSubstr("green")));
  }
}

TEST(Sheet, falls_free_without_deforming) {
  for (const Strain strain : {Strain::kCauchy, Strain::kGreen}) {
    const TetBodyModel model =
        sheet_model(square_levels(), 1e-3, 1, kCloth, [](const Vec3&) { return false; });
    TetBody cloth("cloth", model,
                  test::params_of(strain, Integrator::kNewmark, SolverMethod::kMultigridCg, 1e-8));
    const double t = take_steps(cloth, 10, 0.03);
    for (const Vec3& u : cloth.displacements()) EXPECT_LT(distance(u, {0, -9.81 * t * t / 2, 0}), 1e-6);
  }
}

TEST(Sheet, the_solvers_agree) {
  const TetBodyModel model =
      sheet_model(square_levels(), 1e-3, 1, kCloth, [](const Vec3& p) { return p.x < -0.5 + 1e-9; });
  for (const Strain strain : {Strain::kCauchy, Strain::kGreen}) {
    std::vector<Vec3> reference;
    for (const SolverMethod method :
         {SolverMethod::kCholesky, SolverMethod::kMultigrid, SolverMethod::kMultigridCg, SolverMethod::kCg}) {
      TetBody cloth("cloth", model, test::params_of(strain, Integrator::kBackwardEuler, method));
      take_steps(cloth, 2, 0.03);
      if (reference.empty()) reference = cloth.displacements();
      EXPECT_LT(test::relative_difference(reference, cloth.displacements()), 1e-7);
    }
  }
}

TEST(Sheet, bad_ones_are_refused) {
  auto make = [](TetBodyModel model) { const TetBody cloth("cloth", model, {.strain = Strain::kGreen}); };
  const TetBodyModel good = sheet_model(square_levels(), 1e-3, 1, kCloth, [](const Vec3&) { return false; });
  EXPECT_NO_THROW(make(good));
  TetBodyModel model = good;
  model.sheet->thickness = 0;
  EXPECT_THROW(make(model), Error);
  model = good;
  model.sheet->bending = -1;
  EXPECT_THROW(make(model), Error);
  model = good;
  model.sheet->levels.clear();
  EXPECT_THROW(make(model), Error);
  model = good;
  model.levels = {box_mesh({1, 1, 1}, {1, 1, 1})};
  EXPECT_THROW(make(model), Error);
  model = good;
  model.holds = {{{100'000}, Motion{}}};
  EXPECT_THROW(make(model), Error);
  EXPECT_THROW(make(TetBodyModel{}), Error);
}

}  // namespace
}  // namespace sinew
