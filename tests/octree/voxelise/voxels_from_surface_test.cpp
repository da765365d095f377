#include "octree/voxelise/voxels_from_surface.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "mesh/test_surfaces.h"
#include "octree/grid/cells.h"
#include "octree/grid/pieces.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {
namespace {

LinkedVoxels voxels_of(const SurfaceMesh& surface, Index resolution) {
  const SignedDistance solid(surface);
  return linked_voxels(surface, solid, voxel_frame(solid.box(), resolution));
}

SurfaceMesh moved(SurfaceMesh surface, const Vec3& by) {
  for (Vec3& p : surface.positions) p += by;
  return surface;
}

// Calls visit(where the boundary is seen, its normal) for every inside end of a link that is not joined.
template <typename Visit>
void for_each_boundary_point(const LinkedVoxels& voxels, Visit&& visit) {
  for (const CutLink& link : voxels.cut_links()) {
    const Lattice& lattice = voxels.lattice();
    const Vec3 lower = lattice.voxel_centre(link.voxel),
               upper = lattice.voxel_centre(link.voxel + unit_step(link.axis));
    const auto normal = [](const LinkEnd& end) { return Vec3{end.normal[0], end.normal[1], end.normal[2]}; };
    if (link.lower.cut >= 0) visit(lerp(lower, upper, link.lower.distance), normal(link.lower));
    if (link.upper.cut >= 0) visit(lerp(upper, lower, link.upper.distance), normal(link.upper));
  }
}

// Every link of an inside voxel is joined or on record, never both, and inside ends see a cut at 0 to 1.
void expect_links_symmetric(const LinkedVoxels& voxels) {
  std::int64_t recorded = 0;
  for (const Brick& brick : voxels.bricks())
    for_each_bit(brick.inside, [&](const LatticePoint& v) {
      const LatticePoint voxel = kBrickSide * brick.place + v;
      for (int axis = 0; axis < 3; ++axis)
        for (const LatticePoint& lower : {voxel, voxel - unit_step(axis)}) {
          const Index found = voxels.find_cut_link(lower, axis);
          ASSERT_NE(voxels.joined(lower, axis), found >= 0);
          if (found < 0) continue;
          ++recorded;
          const CutLink& link = voxels.cut_links()[found];
          const LinkEnd& end = lower == voxel ? link.lower : link.upper;
          ASSERT_GE(end.cut, 0);
          ASSERT_TRUE(end.distance >= 0 && end.distance <= 1);
          ASSERT_NEAR(std::hypot(end.normal[0], end.normal[1], end.normal[2]), 1, 1e-5);
        }
    });
  for (const CutLink& link : voxels.cut_links()) {
    ASSERT_EQ(link.lower.cut >= 0, voxels.inside(link.voxel));
    ASSERT_EQ(link.upper.cut >= 0, voxels.inside(link.voxel + unit_step(link.axis)));
    recorded -= (link.lower.cut >= 0) + (link.upper.cut >= 0);
  }
  EXPECT_EQ(recorded, 0);
}

TEST(VoxelsFromSurface, see_the_boundary_of_a_ball_on_it) {
  const LinkedVoxels voxels = voxels_of(test::sphere(200), 23);
  expect_links_symmetric(voxels);
  for_each_boundary_point(voxels, [](const Vec3& p, const Vec3& normal) {
    EXPECT_NEAR(norm(p), 1, 3e-4);
    EXPECT_GT(dot(normal, normalized(p)), 0.999);
  });
}

TEST(VoxelsFromSurface, see_a_tilted_plane_on_it) {
  SurfaceMesh wedge = test::tetrahedron();
  const Vec3 normal = normalized({1, 1, 1});
  const LinkedVoxels voxels = voxels_of(wedge, 21);
  expect_links_symmetric(voxels);
  int on_plane = 0;
  for_each_boundary_point(voxels, [&](const Vec3& p, const Vec3& seen) {
    if (dot(seen, normal) < 0.99) return;
    EXPECT_NEAR(p.x + p.y + p.z, 1, 1e-6);
    ++on_plane;
  });
  EXPECT_GT(on_plane, 300);
}

TEST(VoxelsFromSurface, see_the_faces_of_a_box_half_way) {
  const LinkedVoxels from_surface = voxels_of(test::cube(), 10);
  for (const CutLink& link : from_surface.cut_links())
    EXPECT_NEAR((link.lower.cut >= 0 ? link.lower : link.upper).distance, 0.5, 1e-6);
  EXPECT_EQ(from_surface.bricks(), linked_box({0, 0, 0}, 0.1, {10, 10, 10}).bricks());
}

TEST(VoxelsFromSurface, a_face_through_samples_is_seen_at_the_end_of_links) {
  // Samples at multiples of 1, faces at 0 and 4, edges and corners of triangles on samples too.
  const SurfaceMesh surface = test::cube(4);
  const SignedDistance solid(surface);
  const LinkedVoxels voxels = linked_voxels(surface, solid, {{-2, -2, -2}, 1, {9, 9, 9}});
  expect_links_symmetric(voxels);
  for (const CutLink& link : voxels.cut_links()) {
    const float distance = (link.lower.cut >= 0 ? link.lower : link.upper).distance;
    EXPECT_TRUE(distance == 0 || distance == 1) << distance;
  }
}

TEST(VoxelsFromSurface, a_gap_thinner_than_a_voxel_parts_the_links_across_it) {
  // Two cubes, 0.01 apart, in voxels of 0.1.
  const SurfaceMesh surface = test::joined(test::cube(), test::cube(1, {1.01, 0, 0}));
  const SignedDistance solid(surface);
  const LinkedVoxels voxels = linked_voxels(surface, solid, {{0.055, 0.05, 0.05}, 0.1, {20, 10, 10}});
  expect_links_symmetric(voxels);
  int parted = 0;
  for (const CutLink& link : voxels.cut_links())
    if (link.lower.cut >= 0 && link.upper.cut >= 0) {
      EXPECT_EQ(link.axis, 0);
      EXPECT_EQ(link.voxel.x, 9);
      EXPECT_NEAR(link.lower.distance, 0.45, 1e-6);
      EXPECT_NEAR(link.upper.distance, 0.45, 1e-6);
      ++parted;
    }
  EXPECT_EQ(parted, 100);
  EXPECT_EQ(voxels.inside_count(), 2000);
}

TEST(VoxelsFromSurface, bodies_that_touch_or_overlap_hang_together) {
  for (const double second : {1.0, 0.97, 0.93}) {
    const SurfaceMesh surface = test::joined(test::cube(), test::cube(1, {second, 0, 0}));
    const SignedDistance solid(surface);
    const LinkedVoxels voxels = linked_voxels(surface, solid, {{0.055, 0.05, 0.05}, 0.1, {20, 10, 10}});
    expect_links_symmetric(voxels);
    for (const CutLink& link : voxels.cut_links()) EXPECT_FALSE(link.lower.cut >= 0 && link.upper.cut >= 0);
  }
}

TEST(VoxelsFromSurface, a_hollow_ball_has_its_inner_boundary) {
  const LinkedVoxels voxels =
      voxels_of(test::joined(test::sphere(60), test::turned_over(test::sphere(40, 0.5))), 31);
  expect_links_symmetric(voxels);
  int inner = 0;
  for_each_boundary_point(voxels, [&](const Vec3& p, const Vec3&) {
    EXPECT_TRUE(std::abs(norm(p) - 1) < 0.01 || std::abs(norm(p) - 0.5) < 0.01) << norm(p);
    inner += norm(p) < 0.6;
  });
  EXPECT_GT(inner, 500);
}

TEST(VoxelsFromSurface, dirty_surfaces_give_whole_links) {
  SurfaceMesh open = test::sphere(40);
  std::erase_if(open.triangles, [&](const Triangle& t) { return open.positions[t[0]].z > 0.8; });
  SurfaceMesh doubled = test::joined(test::sphere(40), test::soup(test::sphere(40)));
  SurfaceMesh sheet_inside = test::joined(test::sphere(40), test::moebius_strip(20));
  SurfaceMesh needles = test::sphere(40);
  needles.triangles.push_back({0, 0, 5});
  needles.triangles.push_back({0, 300, 0});
  for (const SurfaceMesh& surface : {open, doubled, sheet_inside, needles, test::soup(test::torus(30, 12))}) {
    const LinkedVoxels voxels = voxels_of(surface, 25);
    expect_links_symmetric(voxels);
    EXPECT_GT(balanced_cells(voxels, 3).count(), 0);
  }
}

// A box of 30 x 10 x 10, with a slit of 0.1 at x = 29 down to a bridge of 0.2.
SurfaceMesh slit_box() {
  const double profile[8][2] = {{0, 0},       {30, 0},      {30, 10},    {29.05, 10},
                                {29.05, 0.2}, {28.95, 0.2}, {28.95, 10}, {0, 10}};
  SurfaceMesh mesh;
  for (const double z : {0.0, 10.0})
    for (const auto& [x, y] : profile) mesh.positions.push_back({x, y, z});
  for (const auto& [a, b, c] : {Triangle{0, 5, 7}, {5, 6, 7}, {0, 1, 5}, {1, 4, 5}, {1, 2, 4}, {2, 3, 4}}) {
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({a + 8, b + 8, c + 8});
  }
  for (Index i = 0; i < 8; ++i) {
    const Index j = (i + 1) % 8;
    mesh.triangles.push_back({i, j, j + 8});
    mesh.triangles.push_back({i, j + 8, i + 8});
  }
  return mesh;
}

TEST(VoxelsFromSurface, what_a_gap_thinner_than_a_voxel_parts_is_a_crumb_where_it_is_small) {
  const SurfaceMesh surface = slit_box();
  const SignedDistance solid(surface);
  ASSERT_TRUE(solid.closed());
  ASSERT_NEAR(signed_volume(surface), 3000 - 9.8, 1e-9);
  const LinkedVoxels voxels = linked_voxels(surface, solid, {{0.5, 0.5, 0.5}, 1, {30, 10, 10}});
  EXPECT_EQ(voxels.inside_count(), 2900);
  EXPECT_EQ(connected_pieces(voxels, balanced_cells(voxels, 3)).count(), 1);
  expect_links_symmetric(voxels);
  // Where voxels see the bridge, nothing is dropped.
  const LinkedVoxels finer = linked_voxels(surface, solid, {{0.1, 0.1, 0.1}, 0.2, {150, 50, 50}});
  EXPECT_EQ(finer.inside_count(), 150 * 50 * 50);
  EXPECT_EQ(connected_pieces(finer, balanced_cells(finer, 3)).count(), 1);
}

TEST(VoxelsFromSurface, a_hole_is_closed_by_a_smooth_sheet) {
  SurfaceMesh bowl = test::sphere(80);
  std::erase_if(bowl.triangles, [&](const Triangle& t) { return bowl.positions[t[0]].z > 0.6; });
  const SignedDistance solid(bowl);
  const LinkedVoxels voxels = linked_voxels(bowl, solid, voxel_frame(solid.box().inflated(0.1), 30));
  expect_links_symmetric(voxels);
  int across = 0;
  for_each_boundary_point(voxels, [&](const Vec3& p, const Vec3& normal) {
    if (std::hypot(p.x, p.y) > 0.5 || p.z < 0.3) return;
    EXPECT_NEAR(solid.winding(p), 0.5, 0.02);
    EXPECT_GT(normal.z, 0.7);
    ++across;
  });
  EXPECT_GT(across, 100);
}

TEST(VoxelsFromSurface, keep_their_bits_wherever_a_body_is_and_for_any_number_of_threads) {
  const SurfaceMesh surface = moved(test::torus(40, 16), {1000, -2000, 3000});
  set_thread_count(1);
  const LinkedVoxels one = voxels_of(surface, 37);
  expect_links_symmetric(one);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(voxels_of(surface, 37), one);
  }
  set_thread_count(0);
}

TEST(VoxelsFromSurface, a_frame_of_a_given_spacing_covers_the_box) {
  const GridFrame frame = spaced_frame({{0, 0, 0}, {1, 0.55, 0.31}}, 0.1);
  EXPECT_EQ(frame.counts, (std::array<Index, 3>{10, 6, 4}));
  EXPECT_NEAR(frame.spacing, 0.1, 1e-15);
  EXPECT_NEAR(frame.origin.x, 0.05, 1e-12);
  EXPECT_NEAR(frame.origin.y, -0.025 + 0.05, 1e-12);
  for (const double spacing : {0.0, -1.0, 1e-9, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(spaced_frame({{0, 0, 0}, {1, 1, 1}}, spacing), Error);
}

TEST(VoxelsFromSurface, refuse_a_body_without_an_inside_voxel) {
  const SurfaceMesh surface = test::cube(0.1);
  const SignedDistance solid(surface);
  EXPECT_THROW(linked_voxels(surface, solid, {{-1, -1, -1}, 0.7, {3, 3, 3}}), Error);
}

}  // namespace
}  // namespace sinew
