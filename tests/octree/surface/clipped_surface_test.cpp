#include "octree/surface/clipped_surface.h"

#include <gtest/gtest.h>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/random.h"
#include "mesh/surface_topology.h"
#include "octree/analytic_voxels.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

struct Body {
  SurfaceMesh surface;
  LinkedVoxels voxels;
};

Body body_of(const SurfaceMesh& surface, Index resolution) {
  const SignedDistance solid(surface);
  return {surface, linked_voxels(surface, solid, voxel_frame(bounding_box(surface), resolution))};
}

SplitSurface clipped(const Body& body) {
  return ClippableSurface(body.surface, body.voxels.lattice())
      .clipped(body.voxels, balanced_cells(body.voxels, 3), splitting_cubes(body.voxels));
}

void expect_closed(const SplitSurface& surface) {
  const SurfaceTopology topology = surface_topology(surface.mesh.triangles);
  EXPECT_EQ(topology.open_edges, 0);
  EXPECT_EQ(topology.nonmanifold_edges, 0);
  EXPECT_EQ(topology.opposed_edges, 0);
  EXPECT_EQ(topology.vertices, surface.mesh.vertex_count());
  EXPECT_EQ(surface.cuts.size(), surface.mesh.triangles.size());
  EXPECT_EQ(surface.voxel.size(), surface.mesh.positions.size());
}

// Cuts along a plane through the middle of the body, turned at random.
void cut_through(Body& body, Random& random, std::int32_t cut, double reach) {
  const Vec3 middle = bounding_box(body.surface).center() + 1e-3 * random.in_box({-1, -1, -1}, {1, 1, 1});
  const Vec3 n = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  const Vec3 from = random.in_box(bounding_box(body.surface).lower, bounding_box(body.surface).upper);
  cut_along(
      body.voxels, [&](const Vec3& p) { return dot(n, p - middle); }, cut,
      [&](const Vec3& p) { return distance(p, from) < reach; });
}

TEST(ClippedSurface, of_an_uncut_body_is_the_original) {
  const Body body = body_of(make_model("bear", 4000), 24);
  const SplitSurface surface = clipped(body);
  EXPECT_EQ(surface.mesh.positions, body.surface.positions);
  EXPECT_EQ(surface.mesh.triangles, body.surface.triangles);
  EXPECT_EQ(std::count(surface.cuts.begin(), surface.cuts.end(), 0), body.surface.triangle_count());
  for (const LatticePoint& voxel : surface.voxel) EXPECT_TRUE(body.voxels.inside(voxel));
}

TEST(ClippedSurface, of_a_body_cut_in_two_is_closed_and_has_the_volume_of_the_whole) {
  Body body = body_of(make_model("liver", 8000), 30);
  Random random(4);
  cut_through(body, random, 1, 100);
  const SplitSurface surface = clipped(body);
  expect_closed(surface);
  EXPECT_GE(surface_topology(surface.mesh.triangles).components, 2);
  EXPECT_NEAR(signed_volume(surface.mesh) / signed_volume(body.surface), 1, 3e-3);
  EXPECT_GT(std::count(surface.cuts.begin(), surface.cuts.end(), 1), 100);
}

TEST(ClippedSurface, is_closed_whatever_is_cut) {
  Random random(9);
  for (const char* name : {"bear", "figure"}) {
    Body body = body_of(make_model(name, 5000), 24);
    const double size = bounding_box(body.surface).diagonal();
    for (std::int32_t cut = 1; cut < 5; ++cut) {
      SCOPED_TRACE(testing::Message() << name << ", cut " << cut);
      cut_through(body, random, cut, random.uniform(0.1, 0.6) * size);
      const SplitSurface surface = clipped(body);
      expect_closed(surface);
      EXPECT_NEAR(signed_volume(surface.mesh) / signed_volume(body.surface), 1, 0.05);
      for (const LatticePoint& voxel : surface.voxel) EXPECT_TRUE(body.voxels.inside(voxel));
    }
  }
}

TEST(ClippedSurface, is_closed_where_triangles_lie_in_the_planes_of_the_lattice) {
  SurfaceMesh box;
  for (const Vec3& p : corners_of(Box3{{-1, -1, -1}, {1, 1, 1}})) box.positions.push_back(p);
  box.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                   {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  const SignedDistance solid(box);
  for (const double shift : {0.0, 0.5, 0.25}) {
    const GridFrame frame{Vec3{-1.25, -1.25, -1.25} - 0.25 * shift * Vec3{1, 1, 1}, 0.25, {12, 12, 12}};
    Body body{box, linked_voxels(box, solid, frame)};
    cut_along(
        body.voxels, [](const Vec3& p) { return p.x - 0.07 + 0.01 * p.y; }, 1);
    const SplitSurface surface = clipped(body);
    expect_closed(surface);
    EXPECT_NEAR(signed_volume(surface.mesh), 8, 1e-4);
  }
}

TEST(ClippedSurface, keeps_vertices_of_the_original_away_from_cuts) {
  Body body = body_of(make_model("bear", 4000), 30);
  const Vec3 middle = bounding_box(body.surface).center();
  cut_along(
      body.voxels, [&](const Vec3& p) { return p.y - middle.y; }, 1);
  const SplitSurface surface = clipped(body);
  const auto by_coordinates = [](const Vec3& a, const Vec3& b) {
    return std::array{a.x, a.y, a.z} < std::array{b.x, b.y, b.z};
  };
  std::vector<Vec3> positions = surface.mesh.positions;
  std::sort(positions.begin(), positions.end(), by_coordinates);
  for (const Vec3& p : body.surface.positions)
    if (std::abs(p.y - middle.y) > 2 * body.voxels.lattice().spacing) {
      EXPECT_TRUE(std::binary_search(positions.begin(), positions.end(), p, by_coordinates));
    }
}

// Removes all triangles within a ball and returns how many are left.
Index make_hole(SurfaceMesh& surface, const Vec3& centre, double radius) {
  std::erase_if(surface.triangles,
                [&](const Triangle& t) { return distance(surface.positions[t[0]], centre) < radius; });
  drop_unused_vertices(surface);
  return surface.triangle_count();
}

TEST(ClippedSurface, of_a_surface_with_a_hole_is_closed_and_keeps_the_rest) {
  const SurfaceMesh whole = make_model("bear", 6000);
  const Box3 box = bounding_box(whole);
  for (const double radius : {0.02, 0.15}) {
    SCOPED_TRACE(radius);
    SurfaceMesh open = whole;
    const Vec3 at = whole.positions[100];
    const Index left = make_hole(open, at, radius * box.diagonal());
    ASSERT_LT(left, whole.triangle_count());
    Body body = body_of(open, 30);
    const SplitSurface surface = clipped(body);
    expect_closed(surface);
    EXPECT_NEAR(signed_volume(surface.mesh) / signed_volume(whole), 1, 0.05);

    // Away from the hole vertices are those of the original.
    std::size_t kept = 0;
    const double away = radius * box.diagonal() + 4 * body.voxels.lattice().spacing;
    for (const Vec3& p : surface.mesh.positions)
      if (distance(p, at) > away) {
        ++kept;
        EXPECT_NE(std::find(open.positions.begin(), open.positions.end(), p), open.positions.end());
      }
    EXPECT_GT(kept, open.positions.size() / 2);
    Random random(3);
    cut_through(body, random, 1, 100);
    expect_closed(clipped(body));
  }
}

TEST(ClippedSurface, of_triangles_that_share_an_edge_by_fours_is_closed) {
  // Two boxes that touch along an edge.
  SurfaceMesh boxes;
  for (const Vec3& p : corners_of(Box3{{-1, -1, -1}, {0, 0, 1}})) boxes.positions.push_back(p);
  for (const Vec3& p : corners_of(Box3{{0, 0, -1}, {1, 1, 1}})) boxes.positions.push_back(p);
  const std::vector<Triangle> box = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (const auto& [a, b, c] : box) boxes.triangles.push_back({a, b, c});
  for (const auto& [a, b, c] : box) boxes.triangles.push_back({a + 8, b + 8, c + 8});
  for (Triangle& t : boxes.triangles)
    for (Index& v : t) v = v == 8 ? 3 : v == 12 ? 7 : v;
  const Body body = body_of(boxes, 17);
  const SplitSurface surface = clipped(body);
  expect_closed(surface);
  EXPECT_NEAR(signed_volume(surface.mesh), 4, 0.1);
}

TEST(ClippedSurface, a_surface_off_the_lattice_is_refused) {
  Body body = body_of(make_model("bear", 4000), 20);
  for (Vec3& p : body.surface.positions) p.x += 10;
  EXPECT_NE(error_of([&] { clipped(body); }).find("off the lattice"), std::string::npos);
}

TEST(ClippedSurface, has_the_same_bits_on_1_2_and_4_threads) {
  Body body = body_of(make_model("bear", 4000), 30);
  Random random(2);
  cut_through(body, random, 1, 100);
  const int threads = thread_count();
  set_thread_count(1);
  const SplitSurface alone = clipped(body);
  for (const int count : {2, 4}) {
    set_thread_count(count);
    const SplitSurface together = clipped(body);
    EXPECT_EQ(together.mesh.positions, alone.mesh.positions);
    EXPECT_EQ(together.mesh.triangles, alone.mesh.triangles);
    EXPECT_EQ(together.voxel, alone.voxel);
  }
  set_thread_count(threads);
}

}  // namespace
}  // namespace sinew
