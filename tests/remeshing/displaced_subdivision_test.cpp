#include "remeshing/displaced_subdivision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "mesh/triangle_tree.h"
#include "remesh_shapes.h"
#include "remeshing/loop_limit.h"
#include "remeshing/semi_regular.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

struct FineSurface {
  std::vector<Vec3> positions, normals;
};

FineSurface evaluated(const DisplacedSubdivision& surface, std::span<const Vec3> control) {
  FineSurface fine{std::vector<Vec3>(surface.vertex_count()), std::vector<Vec3>(surface.vertex_count())};
  surface.evaluate(control, fine.positions, fine.normals);
  return fine;
}

Vec3 value_of(const ControlSum& sum, std::span<const Vec3> control) {
  Vec3 value;
  for (const auto& [vertex, weight] : sum) value += weight * control[vertex];
  return value;
}

TEST(LoopLimit, sums_are_what_subdivision_gives) {
  const SurfaceMesh control = limbed_ball(1);
  ControlMesh sums = own_control(control.triangles, control.vertex_count());
  SurfaceMesh surface = control;
  for (int step = 0; step < 2; ++step) sums = subdivide_loop(sums), surface = subdivide_loop(surface);
  ASSERT_EQ(sums.triangles, surface.triangles);
  for (Index v = 0; v < surface.vertex_count(); ++v)
    EXPECT_LT(distance(value_of(sums.vertices[v], control.positions), surface.positions[v]), 1e-14);
}

TEST(LoopLimit, many_subdivisions_approach_the_limit_and_its_normal) {
  const SurfaceMesh control = limbed_ball(1);
  const auto limits = loop_limits(own_control(control.triangles, control.vertex_count()));
  SurfaceMesh surface = control;
  for (int step = 0; step < 5; ++step) surface = subdivide_loop(surface);
  std::vector<Vec3> normals(surface.positions.size());
  for (Index t = 0; t < surface.triangle_count(); ++t)
    for (const Index v : surface.triangles[t]) normals[v] += normalized(surface.area_vector(t));
  for (Index v = 0; v < control.vertex_count(); ++v) {
    EXPECT_LT(distance(value_of(limits[v].point, control.positions), surface.positions[v]), 2e-3);
    const Vec3 normal = cross(value_of(limits[v].tangent, control.positions),
                              value_of(limits[v].other_tangent, control.positions));
    EXPECT_GT(dot(normalized(normal), normalized(normals[v])), 0.999);
  }
}

// The largest and mean distance of fine vertices to a surface.
std::array<double, 2> distances_to(const SurfaceMesh& surface, std::span<const Vec3> points) {
  const TriangleTree tree(surface);
  double largest = 0, sum = 0;
  for (const Vec3& p : points) {
    const double d = std::sqrt(tree.nearest(p).squared_distance);
    largest = std::max(largest, d), sum += d;
  }
  return {largest, sum / static_cast<double>(points.size())};
}

TEST(DisplacedSubdivision, lies_on_the_detailed_surface_at_rest) {
  const SurfaceMesh detailed = limbed_ball(4), control = limbed_ball(2);
  const DisplacedSubdivision surface(control, 2, detailed);
  EXPECT_EQ(surface.control_count(), control.vertex_count());
  EXPECT_EQ(surface.vertex_count(), detailed.vertex_count());
  EXPECT_EQ(surface.missed(), 0);
  const FineSurface fine = evaluated(surface, control.positions);
  EXPECT_LT(distances_to(detailed, fine.positions)[0], 1e-9);
}

TEST(DisplacedSubdivision, of_a_rabbit_is_nearer_to_it_than_its_control_mesh_by_far) {
  const SurfaceMesh detailed = make_model("rabbit", 8000);
  SemiRegularParams params;
  params.base_triangles = 80, params.levels = 2;
  const SurfaceMesh control = remesh_semi_regular(detailed, params).mesh.finest;
  const DisplacedSubdivision surface(control, 2, detailed);
  EXPECT_LT(surface.missed(), surface.vertex_count() / 100);
  const FineSurface fine = evaluated(surface, control.positions);
  const double size = bounding_box(detailed).diagonal();
  EXPECT_LT(distances_to(detailed, fine.positions)[1], 1e-4 * size);
  const auto there = distances_to({fine.positions, surface.triangles()}, detailed.positions);
  EXPECT_LT(there[1], 0.4 * distances_to(control, detailed.positions)[1]);
}

TEST(DisplacedSubdivision, follows_rigid_motions_exactly) {
  const SurfaceMesh detailed = limbed_ball(3), control = limbed_ball(1);
  const DisplacedSubdivision surface(control, 2, detailed);
  const FineSurface rest = evaluated(surface, control.positions);
  const Mat3 R = to_matrix({0.5, 0.5, -0.5, 0.5});
  const auto move = [&](const Vec3& p) { return R * p + Vec3{3, -1, 2}; };
  std::vector<Vec3> moved;
  for (const Vec3& p : control.positions) moved.push_back(move(p));
  const FineSurface now = evaluated(surface, moved);
  for (std::size_t v = 0; v < rest.positions.size(); ++v) {
    EXPECT_LT(distance(now.positions[v], move(rest.positions[v])), 1e-13);
    EXPECT_LT(distance(now.normals[v], R * rest.normals[v]), 1e-12);
  }
}

TEST(DisplacedSubdivision, normals_of_a_ball_point_outwards) {
  const DisplacedSubdivision surface(sphere(1), 3, sphere(4));
  const FineSurface fine = evaluated(surface, sphere(1).positions);
  for (std::size_t v = 0; v < fine.positions.size(); ++v)
    EXPECT_GT(dot(fine.normals[v], normalized(fine.positions[v])), 0.995);
}

TEST(DisplacedSubdivision, has_the_same_bits_for_any_number_of_threads) {
  const SurfaceMesh detailed = limbed_ball(4), control = limbed_ball(2);
  const int before = thread_count();
  set_thread_count(1);
  const FineSurface one = evaluated(DisplacedSubdivision(control, 2, detailed), control.positions);
  set_thread_count(4);
  const FineSurface four = evaluated(DisplacedSubdivision(control, 2, detailed), control.positions);
  set_thread_count(before);
  EXPECT_EQ(one.positions, four.positions);
  EXPECT_EQ(one.normals, four.normals);
}

std::string refusal(const SurfaceMesh& control, int steps, const SurfaceMesh& detailed) {
  try {
    const DisplacedSubdivision made(control, steps, detailed);
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

TEST(DisplacedSubdivision, refuses_what_has_no_limit_everywhere) {
  EXPECT_EQ(refusal(sphere(1), 7, sphere(2)), "7 steps of subdivision asked for");
  EXPECT_EQ(refusal(sphere(1), 1, {}), "the detailed surface has no triangles");
  EXPECT_THAT(refusal(square(2), 1, sphere(2)), testing::HasSubstr("has 8 open, 0 non-manifold"));
  SurfaceMesh turned = sphere(1);
  std::swap(turned.triangles[0][0], turned.triangles[0][1]);
  EXPECT_THAT(refusal(turned, 1, sphere(2)), testing::HasSubstr("3 opposed edges"));
  SurfaceMesh loose = sphere(1);
  loose.positions.push_back({});
  EXPECT_THAT(refusal(loose, 1, sphere(2)), testing::HasSubstr("1 unused vertices"));
}

}  // namespace
}  // namespace sinew
