#include "remeshing/semi_regular.h"

#include <gtest/gtest.h>

#include "base/checksum.h"
#include "base/parallel.h"
#include "mesh/self_intersection.h"
#include "remesh_shapes.h"
#include "remeshing/base_domain.h"
#include "remeshing/distortion_report.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

SemiRegularMesh remeshed(const SurfaceMesh& surface, Index base, Index levels) {
  SemiRegularParams params;
  params.base_triangles = base;
  params.levels = levels;
  const SemiRegularResult result = remesh_semi_regular(surface, params);
  EXPECT_EQ(result.outside_charts, 0);
  return result.mesh;
}

TEST(SemiRegular, levels_are_nested_and_parents_span_the_edge_they_split) {
  const SemiRegularMesh mesh = remeshed(torus(60, 30), 100, 3);
  ASSERT_EQ(mesh.levels(), 3);
  ASSERT_EQ(mesh.parents.size() + mesh.level_vertex_count[0], mesh.finest.positions.size());
  for (Index l = 0; l < mesh.levels(); ++l) {
    const EdgeTable edges(mesh.triangles(l));
    EXPECT_EQ(mesh.level_vertex_count[l + 1], mesh.level_vertex_count[l] + edges.edge_count());
    std::set<std::array<Index, 2>> seen;
    for (Index v = mesh.level_vertex_count[l]; v < mesh.level_vertex_count[l + 1]; ++v) {
      const auto parents = mesh.parents[v - mesh.level_vertex_count[0]];
      EXPECT_GE(edges.find(parents[0], parents[1]), 0);
      EXPECT_TRUE(seen.insert(parents).second);
    }
  }
}

TEST(SemiRegular, children_of_triangle_t_are_4t_to_4t_plus_3) {
  const SemiRegularMesh mesh = remeshed(sphere(4), 60, 3);
  for (Index l = 0; l < mesh.levels(); ++l) {
    ASSERT_EQ(mesh.triangles(l + 1).size(), 4 * mesh.triangles(l).size());
    for (std::size_t t = 0; t < mesh.triangles(l).size(); ++t)
      for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(mesh.triangles(l + 1)[4 * t + k][k], mesh.triangles(l)[t][k]);
        // The middle child's corner k splits the edge opposite to corner k.
        const Index odd = mesh.triangles(l + 1)[4 * t + 3][k];
        std::array<Index, 2> ends{mesh.triangles(l)[t][(k + 1) % 3], mesh.triangles(l)[t][(k + 2) % 3]};
        std::sort(ends.begin(), ends.end());
        EXPECT_EQ(mesh.parents[odd - mesh.level_vertex_count[0]], ends);
      }
  }
}

TEST(SemiRegular, every_level_is_closed_with_the_topology_of_the_input) {
  for (const SurfaceMesh& surface : {sphere(4), torus(60, 30), knot(200, 16), limbed_ball(4)}) {
    const Topology expected = topology(surface);
    const SemiRegularMesh mesh = remeshed(surface, 150, 2);
    for (Index l = 0; l <= mesh.levels(); ++l) {
      const SurfaceMesh at = level(mesh, l);
      EXPECT_EQ(topology(at), expected);
      EXPECT_EQ(at.vertex_count(), mesh.level_vertex_count[l]);
      EXPECT_GT(signed_volume(at), 0);
    }
  }
}

TEST(SemiRegular, vertices_lie_on_the_input_where_their_anchors_say) {
  const SurfaceMesh surface = limbed_ball(4);
  const SemiRegularMesh mesh = remeshed(surface, 150, 2);
  for (Index v = 0; v < mesh.finest.vertex_count(); ++v)
    EXPECT_LT(distance(position_of(surface, mesh.anchors[v]), mesh.finest.positions[v]), 1e-12);
}

TEST(SemiRegular, distance_falls_fourfold_from_level_to_level) {
  for (const SurfaceMesh& surface : {sphere(5), torus(120, 60)}) {
    double last = 0;
    for (const Index levels : {1, 2, 3}) {
      const DistortionReport report = distortion(remeshed(surface, 60, levels), surface);
      if (levels > 1) {
        EXPECT_GT(last / report.rms_distance, 3);
        EXPECT_LT(last / report.rms_distance, 6);
      }
      last = report.rms_distance;
    }
  }
}

TEST(SemiRegular, no_triangle_is_turned_on_smooth_knotted_or_limbed_surfaces) {
  for (const SurfaceMesh& surface : {sphere(4), torus(80, 40), knot(300, 16), limbed_ball(5)}) {
    const DistortionReport report = distortion(remeshed(surface, 160, 3), surface);
    EXPECT_EQ(report.flipped_triangles, 0);
    EXPECT_GT(report.smallest_angle_degrees, 8);
    EXPECT_LT(report.max_distance, 0.01);
    EXPECT_GT(report.min_area_ratio, 0.05);
    EXPECT_LT(report.max_area_ratio, 20);
  }
}

TEST(SemiRegular, pieces_are_remeshed_each_for_itself) {
  SurfaceMesh two = sphere(3), other = torus(40, 20);
  for (Vec3& p : other.positions) p += {4, 0, 0};
  append(two, other);
  const SemiRegularMesh mesh = remeshed(two, 120, 2);
  EXPECT_EQ(topology(mesh.finest), (Topology{2, 0, 0}));
  EXPECT_LT(distortion(mesh, two).max_distance, 0.02);
}

TEST(SemiRegular, other_bases_are_tried_if_the_first_one_folds_a_limb) {
  const SurfaceMesh rabbit = make_model("rabbit", 3000);
  SemiRegularParams params;
  params.base_triangles = 24, params.levels = 3;
  const SemiRegularResult result = remesh_semi_regular(rabbit, params);
  ASSERT_GT(result.trials.size(), 1U);
  EXPECT_GT(result.trials.front().faults(), 0);
  const BaseTrial& kept = result.trials[result.kept];
  EXPECT_EQ(kept.faults(), 0);
  EXPECT_TRUE(self_intersections(result.mesh.finest).pairs.empty());
  EXPECT_EQ(distortion(result.mesh, rabbit).flipped_triangles, 0);
  EXPECT_DOUBLE_EQ(distortion(result.mesh, rabbit).rms_distance, kept.rms_distance);
  for (const BaseTrial& other : result.trials)
    EXPECT_TRUE(other.faults() > 0 || other.rms_distance >= kept.rms_distance);
}

TEST(SemiRegular, a_base_that_does_not_fold_is_the_only_one_tried) {
  SemiRegularParams params;
  params.base_triangles = 60, params.levels = 2;
  const SemiRegularResult result = remesh_semi_regular(sphere(4), params);
  EXPECT_EQ(result.trials.size(), 1U);
  EXPECT_EQ(result.mesh.finest.positions, remesh_on_base(sphere(4), params).mesh.finest.positions);
}

TEST(SemiRegular, trials_have_the_same_bits_for_any_number_of_threads) {
  const SurfaceMesh rabbit = make_model("rabbit", 3000);
  SemiRegularParams params;
  params.base_triangles = 24, params.levels = 3;
  const int before = thread_count();
  set_thread_count(1);
  const SemiRegularResult one = remesh_semi_regular(rabbit, params);
  for (const int threads : {4}) {
    set_thread_count(threads);
    const SemiRegularResult many = remesh_semi_regular(rabbit, params);
    EXPECT_EQ(many.kept, one.kept);
    EXPECT_EQ(many.mesh.finest.positions, one.mesh.finest.positions);
  }
  set_thread_count(before);
}

TEST(SemiRegular, gives_the_same_bits_twice) {
  const SurfaceMesh surface = knot(200, 16);
  const SemiRegularMesh a = remeshed(surface, 150, 2), b = remeshed(surface, 150, 2);
  EXPECT_EQ(checksum_of<Vec3>(a.finest.positions), checksum_of<Vec3>(b.finest.positions));
  EXPECT_EQ(a.finest.triangles, b.finest.triangles);
}

TEST(SemiRegular, refuses_what_is_not_a_closed_manifold) {
  SurfaceMesh open = sphere(2);
  open.triangles.pop_back();
  EXPECT_THROW(remesh_semi_regular(open, {}), Error);
  EXPECT_THROW(remesh_semi_regular(square(3), {}), Error);
  EXPECT_THROW(remesh_semi_regular({}, {}), Error);
  SurfaceMesh inverted = sphere(2);
  std::swap(inverted.triangles[5][0], inverted.triangles[5][1]);
  EXPECT_THROW(remesh_semi_regular(inverted, {}), Error);
  SemiRegularParams params;
  params.levels = 30;
  EXPECT_THROW(remesh_semi_regular(sphere(2), params), Error);
  params = {};
  params.base_triangles = 2;
  EXPECT_THROW(remesh_semi_regular(sphere(2), params), Error);
}

TEST(BaseDomain, the_map_is_one_to_one) {
  // Dense points of the base cover the surface, each part once: areas of the pulled-back parts sum up to the
  // surface's, and no small part is turned.
  const SurfaceMesh surface = torus(40, 20);
  const BaseDomain base = coarsen_to_base(surface, 60);
  ASSERT_EQ(topology(base.mesh).euler, 0);
  for (std::size_t v = 0; v < base.vertex_origin.size(); ++v)
    EXPECT_EQ(base.mesh.positions[v], surface.positions[base.vertex_origin[v]]);

  constexpr Index n = 24;
  double area = 0;
  for (const Index slot : base.triangle_slot) {
    std::vector<SurfacePoint> points;
    for (Index i = 0; i <= n; ++i)
      for (Index j = 0; j <= n; ++j) {
        const double u = double(i) / n, v = (1 - u) * j / n;
        points.push_back({slot, {1 - u - v, v, u}});
      }
    const SurfaceMap::PullBack on = base.map.pull_back(points, surface.triangle_count());
    EXPECT_EQ(on.outside, 0);
    const auto at = [&](Index i, Index j) { return position_of(surface, on.points[i * (n + 1) + j]); };
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        area += norm(cross(at(i, j + 1) - at(i, j), at(i + 1, j) - at(i, j))) / 2;
        area += norm(cross(at(i, j + 1) - at(i + 1, j), at(i + 1, j + 1) - at(i + 1, j))) / 2;
      }
  }
  EXPECT_NEAR(area / surface_area(surface), 1, 0.02);
}

}  // namespace
}  // namespace sinew
