#include "greens/sources/boundary_elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/parallel.h"
#include "boundary_problems.h"
#include "linalg/schur_complement.h"
#include "sinew/base/error.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "tet/quadratic_statics.h"

namespace sinew {
namespace {

const Material kMaterial{1, 0.3, 1000};

ReferenceProblem capped_ball(int steps) {
  const SurfaceMesh surface = sphere(steps);
  return {surface, {}, held_below(surface, 2, -0.7), kMaterial};
}

// The error of displacements where they are free, of a linear field whose tractions are given there, over the field.
double solution_error(const BoundaryMatrices& matrices, const SurfaceMesh& surface,
                      std::span<const char> held, const LinearField& field, std::span<const Vec3> tractions) {
  std::vector<Vec3> u;
  for (const Vec3& x : surface.positions) u.push_back(field.D * x);
  const std::vector<Vec3> found = solve_mixed(matrices, held, u, tractions);
  double error = 0, all = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    if (!held[i]) error += squared_norm(found[i] - u[i]), all += squared_norm(u[i]);
  return std::sqrt(error / all);
}

// Errors for pressure, tension and shear.
template <typename Tractions>
std::array<double, 3> errors_on(const SurfaceMesh& surface, std::span<const char> held,
                                Tractions&& tractions_of) {
  const BoundaryMatrices matrices = boundary_matrices(surface, kMaterial);
  std::array<double, 3> errors{};
  const LinearField* fields[] = {&kPressure, &kTension, &kShear};
  for (int k = 0; k < 3; ++k)
    errors[k] = solution_error(matrices, surface, held, *fields[k],
                               tractions_of(surface, fields[k]->stress(kMaterial)));
  return errors;
}

std::vector<Vec3> tractions_on_ball(const SurfaceMesh& ball, const Mat3& stress) {
  std::vector<Vec3> tractions;
  for (const Vec3& x : ball.positions) tractions.push_back(stress * normalized(x));
  return tractions;
}

// The mean over the triangles at each vertex.
std::vector<Vec3> mean_tractions(const SurfaceMesh& surface, const Mat3& stress) {
  const std::vector<double> areas = vertex_areas(surface);
  std::vector<Vec3> tractions(surface.positions.size());
  for (Index t = 0; t < surface.triangle_count(); ++t)
    for (const Index v : surface.triangles[t])
      tractions[v] += stress * surface.area_vector(t) / (6 * areas[v]);
  return tractions;
}

TEST(BoundaryElements, linear_fields_on_a_sphere_converge_with_a_rate_above_1_3) {
  std::array<double, 3> last{};
  for (const int steps : {1, 2, 3}) {
    const ReferenceProblem problem = capped_ball(steps);
    const auto errors = errors_on(problem.surface, problem.held, tractions_on_ball);
    for (int k = 0; k < 3 && steps > 1; ++k) EXPECT_GT(std::log2(last[k] / errors[k]), 1.3) << k;
    last = errors;
  }
  for (const double error : last) EXPECT_LT(error, 0.004);
}

TEST(BoundaryElements, linear_fields_on_a_box_converge_although_vertices_at_its_edges_have_one_traction) {
  std::array<double, 3> last{};
  Index coarser = 0;
  for (const Index n : {3, 6, 9}) {
    const SurfaceMesh box = cube(n);
    const auto errors = errors_on(box, held_below(box, 2, 1e-9), mean_tractions);
    for (int k = 0; k < 3 && n > 3; ++k)
      EXPECT_GT(std::log(last[k] / errors[k]) / std::log(double(n) / coarser), 1.3) << k;
    last = errors, coarser = n;
  }
  for (const double error : last) EXPECT_LT(error, 0.06);
}

TEST(BoundaryElements, responses_are_symmetric_positive_and_nearly_so_before_the_repair) {
  double last = 1;
  for (const int steps : {2, 3}) {
    const BoundaryElementResult result = boundary_element_responses(capped_ball(steps));
    EXPECT_LT(result.asymmetry, 0.6 * last);
    EXPECT_TRUE(result.faults.empty());
    EXPECT_LT(*std::max_element(result.vertex_asymmetry.begin(), result.vertex_asymmetry.end()), 0.1);
    for (Index j = 0; j < result.G.size; ++j) {
      EXPECT_GT(result.G(j, j), 0);
      for (Index i = 0; i < j; ++i) ASSERT_EQ(result.G(i, j), result.G(j, i));
    }
    EXPECT_NO_THROW(inverse(result.G));  // positive definite
    last = result.asymmetry;
  }
  EXPECT_LT(last, 0.007);
}

TEST(BoundaryElements, responses_scale_with_stiffness_and_size) {
  const ReferenceProblem problem = capped_ball(1);
  ReferenceProblem large = problem;
  for (Vec3& p : large.surface.positions) p *= 2;
  large.material.young = 3;
  const DenseMatrix G = boundary_element_responses(problem).G, scaled = boundary_element_responses(large).G;
  for (std::size_t k = 0; k < G.values.size(); ++k) EXPECT_NEAR(6 * scaled.values[k], G.values[k], 1e-9);
}

TEST(BoundaryElements, have_the_same_bits_for_any_number_of_threads) {
  const ReferenceProblem problem = capped_ball(2);
  const int before = thread_count();
  set_thread_count(1);
  const UnsetVector<double> one = boundary_element_responses(problem).G.values;
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_TRUE(boundary_element_responses(problem).G.values == one);
  }
  set_thread_count(before);
}

// A body of tetrahedra and its surface, whose vertices are nodes.
struct Meshed {
  VolumeMesh volume;
  ReferenceProblem problem;
  std::vector<Index> nodes;  // of the free vertices
};

Meshed meshed(const VolumeMesh& volume, int axis, double held_height) {
  Meshed body{volume, {boundary_surface(volume), {}, {}, kMaterial}, {}};
  std::vector<Index> number(volume.positions.size(), -1);
  SurfaceMesh& surface = body.problem.surface;
  const std::vector<char> used = used_vertices(surface);
  Index next = 0;
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v]) {
      if (volume.positions[v][axis] >= held_height) body.nodes.push_back(static_cast<Index>(v));
      number[v] = next++;
    }
  for (Triangle& t : surface.triangles)
    for (Index& v : t) v = number[v];
  SurfaceMesh packed{{}, surface.triangles};
  for (std::size_t v = 0; v < used.size(); ++v)
    if (used[v]) packed.positions.push_back(volume.positions[v]);
  surface = packed;
  body.problem.held = held_below(surface, axis, held_height);
  return body;
}

// The nodes of quadratic elements that lie on the held part of the surface.
std::vector<Index> held_nodes(const Meshed& body, double held_height) {
  const QuadraticMesh mesh = make_quadratic_mesh(body.volume);
  const SurfaceMesh surface = boundary_surface(body.volume);
  const auto is_held = [&](Index v) { return body.volume.positions[v].z < held_height; };
  std::set<Index> held;
  for (const Triangle& t : surface.triangles)
    for (int k = 0; k < 3; ++k) {
      if (!is_held(t[k])) continue;
      held.insert(t[k]);
      if (is_held(t[(k + 1) % 3])) held.insert(mesh.middle_of(t[k], t[(k + 1) % 3]));
    }
  return {held.begin(), held.end()};
}

// |G - G_fe| / |G_fe| over blocks of vertices farther apart than `far`.
double far_field_difference(const Meshed& body, double held_height, double far) {
  const QuadraticStatics fe(body.volume, std::span(&kMaterial, 1), held_nodes(body, held_height));
  const DenseMatrix expected = fe.responses(body.nodes), G = boundary_element_responses(body.problem).G;
  double difference = 0, all = 0;
  for (Index j = 0; j < G.size; ++j)
    for (Index i = 0; i < G.size; ++i) {
      const Vec3 a = body.volume.positions[body.nodes[i / 3]], b = body.volume.positions[body.nodes[j / 3]];
      if (distance(a, b) < far) continue;
      difference += std::pow(G(i, j) - expected(i, j), 2), all += std::pow(expected(i, j), 2);
    }
  return std::sqrt(difference / all);
}

// The ball inside of a sphere around the origin: shells of prisms, each cut into three along the diagonals that begin
// at the smaller vertex, and a core of tetrahedra.
VolumeMesh ball(const SurfaceMesh& surface, std::span<const double> radii) {
  VolumeMesh mesh;
  const Index n = surface.vertex_count();
  for (const double radius : radii)
    for (const Vec3& p : surface.positions) mesh.positions.push_back(radius * p);
  const Index centre = mesh.node_count(), shells = static_cast<Index>(radii.size()) - 1;
  mesh.positions.push_back({});
  for (Triangle t : surface.triangles) {
    mesh.tetrahedra.push_back({t[0] + shells * n, t[1] + shells * n, t[2] + shells * n, centre});
    std::sort(t.begin(), t.end());
    for (Index s = 0; s < shells; ++s) {
      const auto [a, b, c] = Triangle{t[0] + s * n, t[1] + s * n, t[2] + s * n};
      mesh.tetrahedra.insert(mesh.tetrahedra.end(),
                             {{a, b, c, c + n}, {a, b, b + n, c + n}, {a, a + n, b + n, c + n}});
    }
  }
  for (Tetrahedron& t : mesh.tetrahedra)
    if (six_volume(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]], mesh.positions[t[3]]) <
        0)
      std::swap(t[0], t[1]);
  return mesh;
}

TEST(BoundaryElements, agree_with_quadratic_tetrahedra_on_a_sphere_away_from_the_force) {
  // The smaller the part that is held, the more its rim counts: 2.2% here, 3.8% if it is held below -0.7.
  const double radii[] = {1, 0.75, 0.5, 0.25};
  const Meshed body = meshed(ball(sphere(3), radii), 2, -0.3);
  EXPECT_LT(far_field_difference(body, -0.3, 1), 0.03);
}

TEST(BoundaryElements, agree_with_quadratic_tetrahedra_on_a_cube_away_from_the_force) {
  const Meshed body = meshed(box_mesh({1, 1, 1}, {8, 8, 8}), 2, 1e-9);
  EXPECT_LT(far_field_difference(body, 1e-9, 0.5), 0.05);
}

// What the message about a problem says.
std::string refusal(const ReferenceProblem& problem) {
  try {
    boundary_element_responses(problem);
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

TEST(BoundaryElements, refuse_surfaces_that_bound_no_body) {
  const ReferenceProblem good = capped_ball(1);
  ReferenceProblem bad = good;
  bad.surface.triangles.pop_back();
  EXPECT_EQ(refusal(bad), "the surface is open: 3 edges lie on one triangle only");
  bad = good;
  bad.surface.triangles.push_back(bad.surface.triangles[0]);
  EXPECT_EQ(refusal(bad), "the surface is not manifold at 3 edges and 0 vertices");
  bad = good;
  std::swap(bad.surface.triangles[7][0], bad.surface.triangles[7][1]);
  EXPECT_EQ(refusal(bad), "3 edges lie between triangles of opposite orientation");
  bad = good;
  for (Triangle& t : bad.surface.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(refusal(bad), "the surface is inside out");
  bad = good;
  bad.surface.positions.push_back({5, 5, 5}), bad.held.push_back(1);
  EXPECT_EQ(refusal(bad), "1 vertex belongs to no triangle");
  bad = good;
  append(bad.surface, sphere(1));
  EXPECT_EQ(refusal(bad), "the surface has 2 pieces");
  bad.surface = {};
  EXPECT_EQ(refusal(bad), "the surface has no triangles");
  bad = good;
  bad.surface.positions[3].y = std::nan("");
  EXPECT_THAT(refusal(bad), testing::HasSubstr("finite"));
  bad = good;
  bad.surface.triangles[4][1] = 400;
  EXPECT_NE(refusal(bad), "");
  bad = good;
  bad.surface.positions[bad.surface.triangles[9][0]] = bad.surface.positions[bad.surface.triangles[9][1]];
  EXPECT_NE(refusal(bad), "");
}

TEST(BoundaryElements, refuse_bodies_that_nothing_holds_and_materials_that_do_not_exist) {
  const ReferenceProblem good = capped_ball(1);
  ReferenceProblem bad = good;
  bad.held.assign(bad.held.size(), 0);
  EXPECT_EQ(refusal(bad), "no vertex is held");
  bad.held[0] = bad.held[1] = 1;
  EXPECT_EQ(refusal(bad), "the held vertices (2) lie on one line, about which the body turns freely");
  bad.held.assign(bad.held.size(), 1);
  EXPECT_EQ(refusal(bad), "all vertices are held");
  bad.held.pop_back();
  EXPECT_EQ(refusal(bad), "41 marks of held vertices for 42 vertices");
  for (const double nu : {0.5, -1.0, 0.7}) {
    bad = good, bad.material.poisson = nu;
    EXPECT_THAT(refusal(bad), testing::HasSubstr("Poisson's ratio is"));
  }
  bad = good, bad.material.young = 0;
  EXPECT_THAT(refusal(bad), testing::HasSubstr("Young's modulus is"));
}

TEST(BoundaryElements, name_vertices_whose_triangles_are_too_coarse) {
  // A plate whose sides are 0.02 of its edges apart: each side hardly sees where the other is loaded.
  ReferenceProblem plate{cube(4), {}, {}, kMaterial};
  for (Vec3& p : plate.surface.positions) p.z *= 0.005;
  plate.held = held_below(plate.surface, 0, 0.1);
  const BoundaryElementResult result = boundary_element_responses(plate);
  EXPECT_FALSE(result.faults.empty());
  for (const Index v : result.faults) EXPECT_FALSE(plate.held[v]);
}

}  // namespace
}  // namespace sinew
