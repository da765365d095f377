#include "remeshing/distortion_report.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "remesh_shapes.h"

namespace sinew {
namespace {

// One level over the octahedron, with odd vertices pushed out to the given radius.
SemiRegularMesh octahedron_level(double radius) {
  SemiRegularMesh mesh;
  const SurfaceMesh base = octahedron();
  SubdivisionStep step = subdivide(base.triangles, 6);
  mesh.finest = subdivide_midpoint(base);
  for (Index v = 6; v < 18; ++v) mesh.finest.positions[v] = radius * normalized(mesh.finest.positions[v]);
  mesh.level_vertex_count = {6, 18};
  mesh.parents = step.parents;
  mesh.coarser = {base.triangles};
  mesh.anchors.resize(18);
  for (Index t = 0; t < 8; ++t)
    for (int k = 0; k < 3; ++k) {
      const Vec3 one{double(k == 0), double(k == 1), double(k == 2)};
      mesh.anchors[base.triangles[t][k]] = {t, one};
      mesh.anchors[step.triangles[4 * t + 3][k]] = {t, 0.5 * (Vec3{1, 1, 1} - one)};
    }
  return mesh;
}

TEST(DistortionReport, a_base_that_is_merely_split_has_none) {
  const DistortionReport report = distortion(octahedron_level(std::sqrt(0.5)), octahedron());
  EXPECT_NEAR(report.max_distance, 0, 1e-12);
  EXPECT_NEAR(report.rms_distance, 0, 1e-12);
  EXPECT_NEAR(report.min_area_ratio, 1, 1e-12);
  EXPECT_NEAR(report.mean_area_ratio, 1, 1e-12);
  EXPECT_NEAR(report.max_area_ratio, 1, 1e-12);
  EXPECT_NEAR(report.smallest_angle_degrees, 60, 1e-9);
  EXPECT_EQ(report.flipped_triangles, 0);
}

TEST(DistortionReport, vertices_pushed_out_are_measured) {
  // On the unit sphere: middle triangles are equilateral with edge 1, corner ones have two edges
  // sqrt(2 - sqrt 2) and one 1; the base's triangles have edge sqrt 2.
  const DistortionReport report = distortion(octahedron_level(1), octahedron());
  const double share = std::sqrt(3.0) / 8, leg2 = 2 - std::sqrt(2.0);
  const double corner = std::sqrt(leg2 - 0.25) / 2, middle = std::sqrt(3.0) / 4;
  EXPECT_NEAR(report.min_area_ratio, corner / share, 1e-12);
  EXPECT_NEAR(report.max_area_ratio, middle / share, 1e-12);
  EXPECT_NEAR(report.mean_area_ratio, (3 * corner + middle) / (4 * share), 1e-12);
  EXPECT_NEAR(report.smallest_angle_degrees, std::acos(1 / (2 * std::sqrt(leg2))) * 180 / kPi, 1e-9);
  // The farthest samples: the odd vertices at (1, 1, 0) / sqrt 2, beside the edge's middle (1, 1, 0) / 2.
  EXPECT_NEAR(report.max_distance, (1 - std::sqrt(0.5)) / std::sqrt(12.0), 1e-12);
  EXPECT_EQ(report.flipped_triangles, 0);
}

TEST(DistortionReport, a_vertex_pulled_over_its_neighbours_turns_triangles) {
  SemiRegularMesh mesh = octahedron_level(std::sqrt(0.5));
  const Index odd = mesh.finest.triangles[3][0];
  mesh.finest.positions[odd] = -1.0 * mesh.finest.positions[odd];
  EXPECT_GT(distortion(mesh, octahedron()).flipped_triangles, 0);
}

TEST(DistortionReport, has_the_same_bits_for_any_number_of_threads) {
  const SurfaceMesh surface = limbed_ball(4);
  SemiRegularParams params;
  params.levels = 2;
  const SemiRegularMesh mesh = remesh_semi_regular(surface, params).mesh;
  const int before = thread_count();
  set_thread_count(1);
  const DistortionReport one = distortion(mesh, surface);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    const DistortionReport many = distortion(mesh, surface);
    EXPECT_EQ(many.max_distance, one.max_distance);
    EXPECT_EQ(many.rms_distance, one.rms_distance);
  }
  set_thread_count(before);
}

}  // namespace
}  // namespace sinew
