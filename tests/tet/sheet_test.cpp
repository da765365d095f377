#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "elastic/plate_bending.h"
#include "elastic/triangulations.h"
#include "mesh/edge_table.h"
#include "shape/structured.h"
#include "sinew/base/error.h"
#include "tet/bodies.h"
#include "tet/elastic_forces.h"

namespace sinew {
namespace {

using test::take_steps;
using test::Triangulation;

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

std::vector<Index> vertices_where(const SurfaceMesh& mesh,
                                  const std::function<bool(const Vec3&)>& predicate) {
  std::vector<Index> found;
  for (Index v = 0; v < mesh.vertex_count(); ++v)
    if (predicate(mesh.positions[v])) found.push_back(v);
  return found;
}

constexpr double kPlateThickness = 0.01, kPlateGravity = 0.05;

// Displacements of a sheet in balance with its weight.
template <typename Held>
std::vector<Vec3> sagged(const SurfaceMesh& mesh, const Material& material, Strain strain, Held&& held) {
  TetBodyModel model = sheet_model({mesh}, kPlateThickness, 1, material, held);
  model.forces = {Gravity{{0, -kPlateGravity, 0}}};
  return test::balanced(model, test::params_of(strain, Integrator::kStatic));
}

double weight_over_stiffness(const Material& material) {
  return material.density * kPlateThickness * kPlateGravity / bending_stiffness(material, kPlateThickness);
}

// The deflection of the tip over the q L^4 / (8 D) of a beam. The strip is held at two rows of nodes, and bends
// from the middle between them on.
double deflection_over_that_of_a_beam(Index cells, Strain strain, Triangulation kind) {
  const Material material{1e7, 0, 1000};
  const SurfaceMesh mesh = test::strip(cells, 4, 1, kind);
  const auto u = sagged(mesh, material, strain, [](const Vec3& p) { return p.x < 1e-9; });
  const auto tip = vertices_where(mesh, [](const Vec3& p) { return p.x > 1 - 1e-9; });
  return -test::mean_over(u, tip).y * 8 / (weight_over_stiffness(material) * std::pow(1 + 0.5 / cells, 4));
}

TEST(Sheet, a_clamped_strip_bends_under_its_weight_as_a_beam_on_any_triangles) {
  for (const Triangulation kind : test::kTriangulations) {
    EXPECT_NEAR(deflection_over_that_of_a_beam(40, Strain::kCauchy, kind), 1, 0.01) << name_of(kind);
    EXPECT_NEAR(deflection_over_that_of_a_beam(20, Strain::kGreen, kind), 1, 0.01) << name_of(kind);
  }
}

// The middle sinks by 0.00406 q a^4 / D.
TEST(Sheet, a_simply_supported_square_bends_under_its_weight_as_a_plate_on_any_triangles) {
  const Material material{1e7, 0.3, 1000};
  for (const Triangulation kind : test::kTriangulations) {
    const SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {40, 40}, kind);
    const auto at_the_rim = [](const Vec3& p) { return std::min({p.x, p.z, 1 - p.x, 1 - p.z}) < 1e-9; };
    double lowest = 0;
    for (const Vec3& u : sagged(mesh, material, Strain::kCauchy, at_the_rim)) lowest = std::min(lowest, u.y);
    EXPECT_NEAR(-lowest / (0.0040624 * weight_over_stiffness(material)), 1, 0.01) << name_of(kind);
  }
}

TEST(Sheet, the_bending_factor_divides_the_deflection_and_a_softer_half_bends_more) {
  const SurfaceMesh mesh = test::strip(40, 2, 1, Triangulation::kIrregular);
  const auto tip = vertices_where(mesh, [](const Vec3& p) { return p.x > 1 - 1e-9; });
  const auto deflection = [&](double factor, double young_of_outer_half) {
    TetBodyModel model =
        sheet_model({mesh}, kPlateThickness, factor, kCloth, [](const Vec3& p) { return p.x < 1e-9; });
    model.materials.clear();
    for (Index t = 0; t < mesh.triangle_count(); ++t) {
      const auto [a, b, c] = mesh.corners(t);
      const bool outer = (a + b + c).x / 3 > 0.5;
      model.materials.push_back({outer ? young_of_outer_half : 1e6, 0.3, 300});
    }
    model.forces = {Gravity{{0, -1e-4, 0}}};
    return -test::mean_over(test::balanced(model, test::params_of(Strain::kCauchy, Integrator::kStatic)), tip)
                .y;
  };
  const double plain = deflection(1, 1e6);
  EXPECT_NEAR(deflection(4, 1e6), plain / 4, 1e-6 * plain);
  // The outer part of length l contributes (l / L)^4 of the tip's deflection.
  EXPECT_NEAR(deflection(1, 1e6 / 3) / plain, 1 + 2 * std::pow(0.5 / (1 + 0.5 / 40), 4), 0.01);
}

TEST(Sheet, rows_of_one_material_have_no_blocks_that_cancel) {
  const auto mean_row = [](Triangulation kind, std::span<const Material> materials) {
    const SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {30, 30}, kind);
    const ElasticRest rest = make_elastic_rest(mesh, 1e-3, 1, materials, {});
    return static_cast<double>(rest.pattern.blocks()) / rest.node_count();
  };
  std::vector<Material> several(2 * 30 * 30, kCloth);
  several[0].young *= 2;
  EXPECT_LT(mean_row(Triangulation::kStriped, {&kCloth, 1}), 13);
  EXPECT_LT(mean_row(Triangulation::kStriped, several), 19);
  EXPECT_LT(mean_row(Triangulation::kChessBoard, {&kCloth, 1}), 22);
  EXPECT_LT(mean_row(Triangulation::kIrregular, {&kCloth, 1}), 37);
}

// Energies are summed over elements, forces are rows of the matrix.
TEST(Sheet, forces_of_bending_are_minus_the_slope_of_its_energy_for_one_and_several_materials) {
  for (const Triangulation kind : test::kTriangulations)
    for (const bool several : {false, true}) {
      const SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {6, 6}, kind);
      std::vector<Material> materials(mesh.triangles.size(), kCloth);
      Random random(3);
      for (Material& m : materials) m.young *= several ? random.uniform(0.5, 2) : 1;
      const ElasticRest rest = make_elastic_rest(mesh, 0.01, 1, materials, {});
      BlockVector<double> u(rest.positions.size()), f(u.size());
      for (auto& b : u) b = to_block({0, random.uniform(-1, 1), 0});
      ElasticForces elastic(rest, Strain::kCauchy);
      elastic.add_internal_forces(u, f);
      // The energy is quadratic: U = -u . f / 2.
      double work = 0;
      for (std::size_t i = 0; i < u.size(); ++i) work -= u[i].y * f[i].y / 2;
      EXPECT_NEAR(work / elastic.energy(u), 1, 1e-10) << name_of(kind);
    }
}

TEST(Sheet, made_of_one_material_it_stays_of_one_in_each_part) {
  SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {4, 4}, Triangulation::kStriped);
  const Index triangles = mesh.triangle_count();
  append(mesh, test::rectangle({2, 0, 0}, {3, 0, 1}, {4, 4}, Triangulation::kStriped));
  ElasticRest rest = make_elastic_rest(mesh, 0.01, 1, {&kCloth, 1}, {});
  std::vector<Material> materials(mesh.triangles.size(), kCloth);
  for (Index t = 0; t < triangles; ++t) materials[t].young *= 2;
  const double before = rest.bending.matrix[0];
  EXPECT_NO_THROW(set_materials(rest, materials));
  materials[0].young *= 2;
  EXPECT_THROW(set_materials(rest, materials), Error);
  EXPECT_THROW(set_materials(rest, std::vector<Material>{{1e6, -0.1, 300}}), Error);
  EXPECT_NO_THROW(set_materials(rest, {&kCloth, 1}));
  EXPECT_EQ(rest.bending.matrix[0], before);
  EXPECT_NO_THROW(make_elastic_rest(mesh, 0.01, 1, materials, {}));
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
