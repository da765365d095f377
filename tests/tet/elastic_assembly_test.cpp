#include "tet/elastic_assembly.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/parallel.h"
#include "base/random.h"
#include "elastic/rotation.h"
#include "linalg/direct_solver.h"
#include "mesh/element_faces.h"
#include "sinew/base/error.h"
#include "tet/bars.h"

namespace sinew {
namespace {

const Material kSoft{1e5, 0.3, 1000};

// Displacements at rest under a force per node, in the numbers of the body.
BlockVector<double> static_solution(const ElasticRest& rest, const BlockVector<double>& f) {
  BlockMatrix<double> K(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop, K);
  DirectSolver solver;
  solver.factor(K);
  BlockVector<double> u(f.size());
  solver.solve<double>(f, u);
  return u;
}

BlockVector<double> weight(const ElasticRest& rest, const Vec3& gravity) {
  const auto masses = nodal_masses(rest);
  BlockVector<double> f(masses.size());
  for (std::size_t v = 0; v < f.size(); ++v)
    if (rest.held[v] == 0) f[v] = to_block(masses[v] * gravity);
  return f;
}

// Up to the rounding of the mass, which is kept in single precision.
TEST(ElasticAssembly, equals_the_sum_over_elements_block_by_block) {
  const VolumeMesh mesh = box_mesh({1.5, 1, 0.8}, {3, 2, 2});
  std::vector<Material> materials(mesh.tetrahedra.size());
  Random random(1);
  for (Material& m : materials)
    m = {random.uniform(1e3, 1e6), random.uniform(0, 0.45), random.uniform(500, 2000)};
  const ElasticRest rest = make_elastic_rest(mesh, materials, {});
  BlockMatrix<double> A(rest.pattern), expected(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {2, 30}, HeldColumns::kDrop, A);
  for (Index e = 0; e < rest.element_count(); ++e) {
    const TetrahedronShape shape = tetrahedron_shape(mesh.corners(e));
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        const auto block =
            expected.block(rest.pattern.find(rest.stars.element(e)[i], rest.stars.element(e)[j]));
        const ElementBlock K = stiffness_block(shape, materials[e].lambda(), materials[e].mu(), i, j);
        for (int k = 0; k < 9; ++k)
          block[k] += 2 * K[k] + (k % 4 == 0 ? 30 * consistent_mass(shape, materials[e].density, i, j) : 0);
      }
  }
  for (std::size_t k = 0; k < A.values.size(); ++k) EXPECT_NEAR(A.values[k], expected.values[k], 1e-4);
}

TEST(ElasticAssembly, a_linear_displacement_is_in_balance_in_the_interior) {
  // The patch test: constant strain, so no net force at a node that is not on the boundary.
  VolumeMesh mesh = box_mesh({1, 1, 1}, {4, 4, 4});
  Random random(2);
  auto interior = [](const Vec3& p) {
    return p.x > 1e-9 && p.x < 1 - 1e-9 && p.y > 1e-9 && p.y < 1 - 1e-9 && p.z > 1e-9 && p.z < 1 - 1e-9;
  };
  std::vector<char> inner;
  for (Vec3& p : mesh.positions) {
    inner.push_back(interior(p) ? 1 : 0);
    if (inner.back() != 0) p += random.in_box({-.04, -.04, -.04}, {.04, .04, .04});
  }
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{kSoft}, {});
  BlockMatrix<double> K(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop, K);
  BlockVector<double> u, f(rest.positions.size());
  for (const Vec3& p : rest.positions)
    u.push_back(to_block({0.1 * p.x + 0.2 * p.y, -0.05 * p.y + 0.1 * p.z, 0.3 * p.x + 0.02 * p.z}));
  multiply<double>(K, u, f);
  for (Index v = 0; v < rest.node_count(); ++v)
    EXPECT_TRUE(inner[rest.order.old_of_new[v]] == 0 || norm(to_vec3(f[v])) < 1e-9 * kSoft.young);
}

// Share of each node in the cross-sections y = const that are made of element faces, as an area.
std::vector<double> cross_section_shares(const VolumeMesh& mesh) {
  std::vector<double> shares(mesh.positions.size(), 0);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const auto& [i, j, k] : kTetrahedronFaces) {
      const Vec3 &p = mesh.positions[t[i]], &q = mesh.positions[t[j]], &r = mesh.positions[t[k]];
      if (std::abs(p.y - q.y) > 1e-9 || std::abs(p.y - r.y) > 1e-9) continue;
      for (const int corner : {i, j, k}) shares[t[corner]] += norm(cross(q - p, r - p)) / 6;
    }
  return shares;
}

TEST(ElasticAssembly, a_hanging_bar_without_poisson_effect_stretches_exactly_as_the_closed_form_says) {
  // u(y) = rho g / E (L y - y^2 / 2) measured from the held end. Linear elements have it exactly in the mean
  // over every cross-section of nodes: the functions of y alone are among their test functions.
  const double length = 2;
  constexpr Index kLayers = 10;
  const Material material{1e5, 0, 1000};
  const VolumeMesh mesh = box_mesh({0.4, length, 0.4}, {2, kLayers, 2});
  const auto held = test::nodes_where(mesh, [](const Vec3& p) { return p.y == 0; });
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{material}, held);
  const auto u = static_solution(rest, weight(rest, {0, 9.81, 0}));
  const auto shares = cross_section_shares(mesh);
  for (Index layer = 1; layer <= kLayers; ++layer) {
    const double y = length * layer / kLayers;
    double area = 0, mean = 0;
    for (Index v = 0; v < rest.node_count(); ++v) {
      if (std::abs(rest.positions[v].y - y) > 1e-9) continue;
      area += shares[rest.order.old_of_new[v]];
      mean += shares[rest.order.old_of_new[v]] * u[v].y;
    }
    const double exact = material.density * 9.81 / material.young * (length * y - y * y / 2);
    EXPECT_NEAR(mean / area, exact, 1e-11);
  }
}

// Deflection of the tip of a bar 4 x 1 x 1, held at x = 0, with a load across its other end.
double cantilever_deflection(Index cells, const Material& material, double load) {
  const VolumeMesh mesh = box_mesh({4, 1, 1}, {4 * cells, cells, cells});
  const auto held = test::nodes_where(mesh, [](const Vec3& p) { return p.x == 0; });
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{material}, held);
  const auto tip = test::nodes_where(mesh, [](const Vec3& p) { return p.x > 4 - 1e-9; });
  BlockVector<double> f(rest.positions.size());
  for (const Index v : tip) f[rest.order.new_of_old[v]].y = -load / static_cast<double>(tip.size());
  const auto u = static_solution(rest, f);
  double deflection = 0;
  for (const Index v : tip) deflection -= u[rest.order.new_of_old[v]].y / static_cast<double>(tip.size());
  return deflection;
}

TEST(ElasticAssembly, a_cantilever_without_poisson_effect_converges_to_the_deflection_of_timoshenko) {
  // Without Poisson's effect, which the held end would hinder and the theory does not know.
  const Material material{1e6, 0, 1000};
  const double load = 10, length = 4, I = 1.0 / 12, shear = material.mu() * 5.0 / 6;
  const double exact = load * length * length * length / (3 * material.young * I) + load * length / shear;
  const double coarse = cantilever_deflection(4, material, load),
               fine = cantilever_deflection(8, material, load);
  EXPECT_LT(coarse, fine);
  EXPECT_LT(fine, exact);
  // The error falls with the square of the cell size: extrapolated, only what beam theory neglects is left.
  EXPECT_NEAR(fine + (fine - coarse) / 3, exact, 0.02 * exact);
}

TEST(ElasticAssembly, turning_every_element_turns_the_operator) {
  const VolumeMesh mesh = box_mesh({1, 1, 1}, {2, 2, 2});
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{kSoft}, {});
  const Mat3 R = to_matrix(nearest_rotation({{Vec3{0.3, 1, 0}, Vec3{-1, 0.4, 0.2}, Vec3{0, 0.1, 1}}}));
  std::vector<StiffnessElement<double>> turned;
  for (const RestElement& element : rest.elements) {
    std::array<Vec3, 4> gradients = element.shape.gradient;
    for (Vec3& g : gradients) g = R * g;
    turned.push_back(stiffness_element<double>(element, gradients));
  }
  BlockMatrix<double> linear(rest.pattern), corotated(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop,
                   linear);
  assemble<double>(rest, turned, mass_matrix(rest), {1, 0}, HeldColumns::kDrop, corotated);
  // R_e K_e R_e^T (R x) = R (K x)
  BlockVector<double> x, Rx, Kx(rest.positions.size()), y(rest.positions.size());
  Random random(3);
  for (Index v = 0; v < rest.node_count(); ++v) {
    const Vec3 p = random.in_box({-1, -1, -1}, {1, 1, 1});
    x.push_back(to_block(p));
    Rx.push_back(to_block(R * p));
  }
  multiply<double>(linear, x, Kx);
  multiply<double>(corotated, Rx, y);
  for (Index v = 0; v < rest.node_count(); ++v) EXPECT_LT(norm(to_vec3(y[v]) - R * to_vec3(Kx[v])), 1e-8);
}

TEST(ElasticAssembly, masses_add_up_and_lumping_keeps_the_sum) {
  const VolumeMesh mesh = box_mesh({1.5, 1, 0.8}, {3, 2, 2});
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{kSoft}, {});
  const double expected = 1000 * 1.5 * 1 * 0.8;
  double nodal = 0;
  for (const double m : nodal_masses(rest)) nodal += m;
  EXPECT_NEAR(nodal, expected, 1e-9);
  BlockVector<double> ones(rest.positions.size(), {1, 1, 1, 0}), y(ones.size());
  for (const bool lumped : {false, true}) {
    multiply_mass(rest.pattern, mass_matrix(rest, lumped), ones, y);
    EXPECT_NEAR(dot<double>(ones, y), 3 * expected, 1e-3);
  }
}

TEST(ElasticAssembly, held_nodes_keep_a_diagonal_of_their_own_and_nothing_else) {
  const VolumeMesh mesh = box_mesh({1, 1, 1}, {2, 2, 2});
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{kSoft}, std::vector<Index>{0, 13});
  BlockMatrix<double> K(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop, K);
  for (Index v = 0; v < rest.node_count(); ++v)
    for (Index at = rest.pattern.row_start[v]; at < rest.pattern.row_start[v + 1]; ++at) {
      const Index w = rest.pattern.column[at];
      if (v == w || (rest.held[v] == 0 && rest.held[w] == 0)) continue;
      for (const double entry : K.block(at)) EXPECT_EQ(entry, 0);
    }
  EXPECT_GT(K.block(rest.pattern.diagonal[rest.order.new_of_old[13]])[4], 0);
}

TEST(ElasticAssembly, has_the_same_bits_for_1_2_and_4_threads) {
  const VolumeMesh mesh = box_mesh({1, 1, 1}, {8, 8, 8});
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>{kSoft}, {});
  BlockMatrix<float> one(rest.pattern), many(rest.pattern);
  set_thread_count(1);
  assemble<float>(rest, stiffness_elements<float>(rest), mass_matrix(rest), {1, 100}, HeldColumns::kDrop,
                  one);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    assemble<float>(rest, stiffness_elements<float>(rest), mass_matrix(rest), {1, 100}, HeldColumns::kDrop,
                    many);
    EXPECT_EQ(many.values, one.values);
  }
  set_thread_count(0);
}

TEST(ElasticRest, refuses_what_is_no_body) {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {1, 1, 1});
  const std::vector<Material> one{kSoft};
  EXPECT_THROW(make_elastic_rest(VolumeMesh{}, one, {}), Error);
  EXPECT_THROW(make_elastic_rest(mesh, std::vector<Material>(2), {}), Error);
  EXPECT_THROW(make_elastic_rest(mesh, std::vector<Material>{{1e5, 0.7, 1000}}, {}), Error);
  EXPECT_THROW(make_elastic_rest(mesh, one, std::vector<Index>{99}), Error);
  std::swap(mesh.tetrahedra[2][0], mesh.tetrahedra[2][1]);
  EXPECT_THROW(make_elastic_rest(mesh, one, {}), Error);
}

}  // namespace
}  // namespace sinew
