#include "elastic/plate_bending.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <cmath>
#include <map>
#include <numbers>

#include "elastic/triangulations.h"
#include "shape/structured.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::Triangulation;

// The sheet y = 0 of D = 1, bent by a function w of its nodes.
class Plate {
 public:
  Plate(SurfaceMesh mesh, double poisson) : mesh_(std::move(mesh)), plate_(plate_elements(mesh_)) {
    const Material material{12 * (1 - poisson * poisson), poisson, 1};
    stiffness_ = plate_stiffnesses(plate_, {&material, 1}, 1);
  }

  const SurfaceMesh& mesh() const { return mesh_; }
  const PlateElements& plate() const { return plate_; }
  const PlateElement& element(Index t) const { return plate_.elements[t]; }
  std::span<const CurvatureTerm> terms(Index e) const { return plate_.terms_of(e); }
  double energy(Index e, const Eigen::VectorXd& w) const {
    Vec3 k;
    for (const CurvatureTerm& term : terms(e)) k += w[term.node] * term.weight;
    return 0.5 * dot(k, stiffness_[e] * k);
  }
  Eigen::SparseMatrix<double> matrix() const {
    std::vector<Eigen::Triplet<double>> entries;
    for (Index e = 0; e < plate_.count(); ++e)
      for (const CurvatureTerm& a : terms(e))
        for (const CurvatureTerm& b : terms(e))
          entries.emplace_back(a.node, b.node, dot(a.weight, stiffness_[e] * b.weight));
    Eigen::SparseMatrix<double> K(mesh_.vertex_count(), mesh_.vertex_count());
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
  }
  // w under a load of 1 per area, zero where the predicate holds.
  template <typename Held>
  Eigen::VectorXd deflection(Held&& held) const {
    Eigen::SparseMatrix<double> K = matrix();
    Eigen::VectorXd load = Eigen::VectorXd::Zero(mesh_.vertex_count());
    for (Index t = 0; t < mesh_.triangle_count(); ++t)
      for (const Index v : mesh_.triangles[t]) load[v] += element(t).area / 3;
    std::vector<char> is_held;
    for (const Vec3& p : mesh_.positions) is_held.push_back(held(p));
    for (Index column = 0; column < K.outerSize(); ++column)
      for (Eigen::SparseMatrix<double>::InnerIterator entry(K, column); entry; ++entry)
        if (is_held[entry.row()] != 0 || is_held[column] != 0) entry.valueRef() = entry.row() == column;
    for (Index v = 0; v < mesh_.vertex_count(); ++v)
      if (is_held[v] != 0) load[v] = 0;
    return Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(K).solve(load);
  }

 private:
  SurfaceMesh mesh_;
  PlateElements plate_;
  std::vector<Mat3> stiffness_;
};

template <typename F>
Eigen::VectorXd at_nodes(const SurfaceMesh& mesh, F&& f) {
  Eigen::VectorXd w(mesh.vertex_count());
  for (Index v = 0; v < mesh.vertex_count(); ++v) w[v] = f(mesh.positions[v]);
  return w;
}

Plate unit_square(Index squares, Triangulation kind, double poisson) {
  return {test::rectangle({0, 0, 0}, {1, 0, 1}, {squares, squares}, kind), poisson};
}

TEST(PlateBending, constant_curvature_has_the_energy_of_a_plate_in_every_direction) {
  const double a = 0.7, b = -0.4, c = 1.1, nu = 0.3;
  for (const Triangulation kind : test::kTriangulations) {
    const Plate plate = unit_square(8, kind, nu);
    const auto w = at_nodes(plate.mesh(), [&](const Vec3& p) {
      return 1 + p.x - 2 * p.z + 0.5 * a * p.x * p.x + 0.5 * b * p.z * p.z + c * p.x * p.z;
    });
    const double per_area = 0.5 * (a * a + b * b + 2 * nu * a * b + 2 * (1 - nu) * c * c);
    for (Index t = 0; t < plate.mesh().triangle_count(); ++t)
      if (plate.element(t).free_sides == 0) {
        EXPECT_NEAR(plate.energy(t, w) / plate.element(t).area, per_area, 1e-9) << name_of(kind);
      }
  }
}

// The triangles of such a strip have one free side each, across which the strip takes the curvature that costs
// least: it bends as a beam of E I = D (1 - nu^2) per width.
TEST(PlateBending, a_strip_of_one_square_bends_as_a_beam) {
  const double nu = 0.3;
  for (const Triangulation kind : test::kTriangulations) {
    const Plate strip(test::rectangle({0, 0, 0}, {1, 0, 0.1}, {10, 1}, kind), nu);
    const auto w = at_nodes(strip.mesh(), [&](const Vec3& p) { return 0.5 * p.x * p.x; });
    for (Index t = 0; t < strip.mesh().triangle_count(); ++t)
      if (strip.element(t).free_sides == 1) {
        EXPECT_NEAR(strip.energy(t, w) / strip.element(t).area, 0.5 * (1 - nu * nu), 1e-9) << name_of(kind);
      }
  }
}

TEST(PlateBending, a_uniform_moment_pushes_no_inner_node) {
  for (const Triangulation kind : test::kTriangulations) {
    const Plate plate = unit_square(12, kind, 0.3);
    const auto w = at_nodes(plate.mesh(), [](const Vec3& p) { return p.x * p.x - 0.6 * p.x * p.z; });
    const Eigen::SparseMatrix<double> K = plate.matrix();
    const Eigen::VectorXd force = K * w;
    std::vector<char> is_inner(plate.mesh().positions.size(), 1);
    for (Index t = 0; t < plate.mesh().triangle_count(); ++t)
      if (plate.element(t).free_sides > 0)
        for (const CurvatureTerm& term : plate.terms(t)) is_inner[term.node] = 0;
    Index inner = 0;
    for (Index v = 0; v < plate.mesh().vertex_count(); ++v) {
      if (is_inner[v] == 0) continue;
      EXPECT_LT(std::abs(force[v]), 1e-12 * K.coeff(v, v)) << name_of(kind);
      ++inner;
    }
    EXPECT_GT(inner, 20);
  }
}

TEST(PlateBending, only_linear_functions_have_no_energy_and_none_has_less) {
  for (const Triangulation kind : test::kTriangulations)
    for (const std::array<Index, 2>& squares :
         {std::array<Index, 2>{6, 6}, std::array<Index, 2>{6, 1}, std::array<Index, 2>{1, 1}}) {
      const Plate plate(test::rectangle({0, 0, 0}, {1, 0, 1}, squares, kind), 0.3);
      const Eigen::MatrixXd K = plate.matrix();
      EXPECT_LT((K - K.transpose()).norm(), 1e-13 * K.norm());
      const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues();
      const double largest = values[values.size() - 1];
      EXPECT_GT(values[0], -1e-12 * largest);
      EXPECT_LT(values[2], 1e-12 * largest);
      EXPECT_GT(values[3], 1e-6 * largest) << name_of(kind) << squares[0] << " " << squares[1];
      const auto w = at_nodes(plate.mesh(), [](const Vec3& p) { return 5 + p.x - 3 * p.z; });
      EXPECT_LT((K * w).norm(), 1e-12 * K.norm() * w.norm());
    }
}

// Each coordinate of the rolled sheet is a function w. Only triangles without free sides count.
TEST(PlateBending, a_rolled_sheet_has_the_energy_of_a_plate_for_every_direction_of_rolling) {
  const double radius = 0.5;
  for (const Triangulation kind : test::kTriangulations)
    for (const double degrees : {0.0, 22.5, 45.0, 90.0}) {
      const double angle = degrees * std::numbers::pi / 180;
      const Vec3 across{std::cos(angle), 0, std::sin(angle)}, along{-std::sin(angle), 0, std::cos(angle)};
      std::vector<double> errors;
      for (const Index n : {16, 32}) {
        const Plate plate = unit_square(n, kind, 0.3);
        double energy = 0, area = 0;
        for (int axis = 0; axis < 3; ++axis) {
          const auto w = at_nodes(plate.mesh(), [&](const Vec3& p) {
            const double turn = dot(p, across) / radius;
            const Vec3 x = radius * std::sin(turn) * across + dot(p, along) * along +
                           Vec3{0, radius * (1 - std::cos(turn)), 0};
            return x[axis];
          });
          for (Index t = 0; t < plate.mesh().triangle_count(); ++t)
            if (plate.element(t).free_sides == 0)
              energy += plate.energy(t, w), area += plate.element(t).area / 3;
        }
        errors.push_back(std::abs(energy / (0.5 / (radius * radius) * area) - 1));
      }
      EXPECT_LT(errors[1], 0.01) << name_of(kind) << " at " << degrees;
      EXPECT_LT(errors[1], 0.35 * errors[0]) << name_of(kind) << " at " << degrees;
    }
}

// The largest deflection is 0.00406 q a^4 / D [Timoshenko, Woinowsky-Krieger, table 8].
TEST(PlateBending, a_simply_supported_square_bends_as_a_plate) {
  for (const Triangulation kind : test::kTriangulations) {
    std::vector<double> errors;
    for (const Index n : {10, 20, 40}) {
      const auto w = unit_square(n, kind, 0.3).deflection([](const Vec3& p) {
        return std::min({p.x, p.z, 1 - p.x, 1 - p.z}) < 1e-9;
      });
      errors.push_back(std::abs(w.maxCoeff() / 0.0040624 - 1));
    }
    EXPECT_LT(errors[0], 0.03) << name_of(kind);
    EXPECT_LT(errors[2], 0.003) << name_of(kind);
    EXPECT_LT(errors[2], 0.2 * errors[0]) << name_of(kind);
  }
}

// The tip of a beam of length L sinks by q L^4 / (8 E I).
TEST(PlateBending, a_clamped_strip_bends_as_a_beam) {
  for (const Triangulation kind : test::kTriangulations)
    for (const double nu : {0.0, 0.3}) {
      std::vector<double> errors;
      for (const Index n : {10, 20, 40}) {
        // One square wide, which leaves it free to curve across.
        const Plate strip(test::strip(n, nu > 0 ? 1 : 4, 1, kind), nu);
        const auto w = strip.deflection([](const Vec3& p) { return p.x < 1e-9; });
        double tip = 0;
        int count = 0;
        for (Index v = 0; v < strip.mesh().vertex_count(); ++v)
          if (strip.mesh().positions[v].x > 1 - 1e-9) tip += w[v], ++count;
        errors.push_back(std::abs(tip / count * 8 * (1 - nu * nu) / std::pow(1 + 0.5 / n, 4) - 1));
      }
      EXPECT_LT(errors[0], 0.03) << name_of(kind) << nu;
      EXPECT_LT(errors[2], 0.003) << name_of(kind) << nu;
      EXPECT_LT(errors[2], 0.5 * errors[0]) << name_of(kind) << nu;
    }
}

TEST(PlateBending, a_triangle_alone_does_not_bend_and_two_do) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0.3, 0, 0.7}, {0.6, 0, -1.1}};
  EXPECT_EQ(Plate({points, {{0, 1, 2}}}, 0.3).matrix().norm(), 0);
  const Plate pair({points, {{0, 1, 2}, {1, 0, 3}}}, 0.3);
  EXPECT_GT(pair.energy(0, Eigen::Vector4d(0, 0, 0, 1)), 0.01);
}

// With nu = 0 these are the 13 points of finite differences on squares; Poisson's ratio changes nothing inside.
TEST(PlateBending, parallel_diagonals_give_the_biharmonic_stencil_of_finite_differences) {
  const Index n = 8, middle = (n + 1) * n / 2 + n / 2;
  for (const double nu : {0.0, 0.3}) {
    const Eigen::SparseMatrix<double> K = unit_square(n, Triangulation::kStriped, nu).matrix() / (n * n);
    const std::map<std::array<int, 2>, double> expected{{{0, 0}, 20}, {{0, 1}, -8}, {{1, 1}, 2}, {{0, 2}, 1}};
    for (int i = -3; i <= 3; ++i)
      for (int k = -3; k <= 3; ++k) {
        const auto at =
            expected.find({std::min(std::abs(i), std::abs(k)), std::max(std::abs(i), std::abs(k))});
        EXPECT_NEAR(K.coeff(middle, middle + i + (n + 1) * k), at == expected.end() ? 0 : at->second, 1e-10);
      }
  }
}

// The elements of regular vertices are also within irregular triangles.
TEST(PlateBending, no_poissons_ratio_makes_a_sheet_unstable) {
  SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {8, 8}, Triangulation::kStriped);
  for (Vec3& p : mesh.positions)
    if (p.x > 0.55 && p.x < 0.95 && p.z > 0.1 && p.z < 0.9) p += Vec3{0.02 * std::sin(40 * p.z), 0, 0.01};
  for (const double nu : {-0.9, 0.0, 0.3, 0.499}) {
    const Eigen::MatrixXd K = Plate(mesh, nu).matrix();
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues();
    EXPECT_GT(values[0], -1e-12 * values[values.size() - 1]) << nu;
    EXPECT_GT(values[3], 1e-7 * values[values.size() - 1]) << nu;
  }
}

TEST(PlateBending, does_not_depend_on_which_way_triangles_turn) {
  SurfaceMesh mesh = test::rectangle({0, 0, 0}, {1, 0, 1}, {6, 6}, Triangulation::kIrregular);
  const Eigen::MatrixXd K = Plate(mesh, 0.3).matrix();
  for (Index t = 0; t < mesh.triangle_count(); t += 3) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  EXPECT_LT((K - Eigen::MatrixXd(Plate(mesh, 0.3).matrix())).norm(), 1e-12 * K.norm());
}

// Its triangles are unfolded around each edge; what overlaps or does not close has some weights, not exact ones.
TEST(PlateBending, a_closed_surface_resists_everything_but_translations) {
  const Plate box(structured_box({1, 1, 1}, 300), 0.3);
  const Eigen::MatrixXd K = box.matrix();
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues();
  const double largest = values[values.size() - 1];
  EXPECT_TRUE(std::isfinite(largest));
  EXPECT_LT(std::abs(values[0]), 1e-12 * largest);
  EXPECT_GT(values[1], 1e-6 * largest);
  EXPECT_LT((K * Eigen::VectorXd::Ones(K.rows())).norm(), 1e-12 * largest);
}

TEST(PlateBending, the_stiffness_of_a_plate_grows_with_the_cube_of_its_thickness) {
  const Material steel{2e11, 0.3, 7850};
  EXPECT_NEAR(bending_stiffness(steel, 1e-3), 2e11 * 1e-9 / (12 * 0.91), 1e-9);
  EXPECT_NEAR(bending_stiffness(steel, 2e-3) / bending_stiffness(steel, 1e-3), 8, 1e-12);
}

TEST(PlateBending, what_cannot_bend_is_refused) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {2, 0, 0}};
  EXPECT_THROW(plate_elements({points, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}}), Error);  // three at an edge
  EXPECT_THROW(plate_elements({points, {{0, 1, 2}, {0, 1, 5}}}), Error);             // no area
  EXPECT_THROW(plate_elements({points, {{0, 1, 1}}}), Error);                        // a corner twice
  EXPECT_THROW(plate_elements({points, {{0, 1, 9}}}), Error);                        // no such vertex
}

}  // namespace
}  // namespace sinew
