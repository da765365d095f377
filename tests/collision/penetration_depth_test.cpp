#include "collision/penetration_depth.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "mesh/tetrahedron_locator.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

struct SolidBody {
  CollisionVolume volume;
  std::vector<Vec3> x;
};

SolidBody block(const Vec3& lower, const Vec3& size, const std::array<Index, 3>& cells) {
  VolumeMesh mesh = box_mesh(size, cells);
  for (Vec3& p : mesh.positions) p += lower;
  return {CollisionVolume(mesh.tetrahedra), mesh.positions};
}

// A cube whose nodes are drawn towards a ball, of radius 1.
SolidBody ball(const Vec3& centre, Index cells) {
  SolidBody solid = block({-1, -1, -1}, {2, 2, 2}, {cells, cells, cells});
  for (Vec3& p : solid.x) {
    const double most = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    p = centre + most * normalized(p);
  }
  return solid;
}

TEST(PointHash, finds_the_points_in_boxes_that_a_loop_over_all_of_them_finds) {
  Random random(5);
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
  for (const double side : {0.01, 0.15, 1.0, 10.0}) {
    PointHash hash;
    hash.fill(points, side);
    for (int k = 0; k < 40; ++k) {
      Box3 box;
      box.extend(random.in_box({-1, -1, -1}, {1, 1, 1})), box.extend(random.in_box({-1, -1, -1}, {1, 1, 1}));
      std::vector<Index> found, all;
      hash.for_each_in(box, [&](Index i) { found.push_back(i); });
      std::ranges::sort(found);
      for (Index i = 0; i < 500; ++i)
        if (box.contains(points[i])) all.push_back(i);
      EXPECT_EQ(found, all) << "cubes of " << side;
    }
  }
}

TEST(PointHash, finds_the_points_in_tetrahedra_that_a_loop_over_all_of_them_finds) {
  Random random(6);
  std::vector<Vec3> points;
  for (int i = 0; i < 400; ++i) points.push_back(random.in_box({-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2}));
  const SolidBody solid = ball({0.1, 0, -0.1}, 5);
  PointHash hash;
  hash.fill(points, 0.2);
  std::vector<PointInside> found;
  find_points_inside(hash, points, solid.x, solid.volume.tetrahedra, found);
  std::size_t next = 0;
  for (Index i = 0; i < 400; ++i) {
    Index around = -1;
    for (Index t = 0; t < std::ssize(solid.volume.tetrahedra) && around < 0; ++t) {
      const auto& [a, b, c, d] = solid.volume.tetrahedra[t];
      const auto w = barycentric({solid.x[a], solid.x[b], solid.x[c], solid.x[d]}, points[i]);
      if (*std::ranges::min_element(w) >= 0) around = t;
    }
    if (around < 0) continue;
    ASSERT_LT(next, found.size());
    EXPECT_EQ(found[next].point, i);
    EXPECT_EQ(found[next].tetrahedron, around);
    Vec3 place;
    for (int k = 0; k < 4; ++k) place += found[next].weight[k] * solid.x[solid.volume.tetrahedra[around][k]];
    EXPECT_LT(distance(place, points[i]), 1e-12);
    ++next;
  }
  EXPECT_EQ(next, found.size());
  EXPECT_GT(next, 100U);
}

// Where all edges come out of one face, consistent depths are those of the face, whatever the tetrahedra.
TEST(PenetrationDepth, a_block_sunk_into_another_has_the_depths_of_the_face_above_it) {
  const SolidBody below = block({-1, -1, -1}, {2, 1, 2}, {7, 3, 7});
  const SolidBody above = block({-0.33, -0.37, -0.31}, {0.6, 0.9, 0.6}, {3, 6, 3});
  PenetrationDepth depth;
  const auto found = depth.find(above.volume, above.x, below.volume, below.x);
  Index inside = 0;
  for (const Vec3& p : above.x) inside += p.y <= 0;
  EXPECT_EQ(std::ssize(found), inside);
  EXPECT_EQ(depth.unreached(), 0);
  for (const Penetration& one : found) {
    EXPECT_NEAR(one.depth, -above.x[one.node].y, 1e-12);
    EXPECT_LT(distance(one.out, {0, 1, 0}), 1e-12);
  }
}

// Of a ball, which is convex, the nearest of all triangles' planes has the nearest point of the boundary. Consistent depths
// differ from it by a part of an edge, since edges come out where they do.
TEST(PenetrationDepth, of_balls_that_overlap_is_within_a_quarter_of_an_edge_of_the_distance_to_the_boundary) {
  constexpr double kEdge = 0.2;
  const SolidBody one = ball({0, 1.85, 0}, 10), other = ball({0, 0, 0}, 10);
  PenetrationDepth depth;
  const auto found = depth.find(one.volume, one.x, other.volume, other.x);
  ASSERT_GT(found.size(), 4U);
  for (const Penetration& p : found) {
    double nearest = std::numeric_limits<double>::infinity();
    Vec3 way;
    for (const Triangle& t : other.volume.boundary) {
      const Vec3 a = other.x[t[0]], n = normalized(cross(other.x[t[1]] - a, other.x[t[2]] - a));
      const double height = dot(a - one.x[p.node], n);
      if (height < nearest) nearest = height, way = n;
    }
    EXPECT_NEAR(p.depth, nearest, kEdge / 4);
    EXPECT_GT(dot(p.out, way), 0.9);
  }
}

// What a loop over all edges and triangles gives for the nodes whose edges come out.
TEST(PenetrationDepth, starts_from_the_piercings_that_a_loop_over_all_pairs_finds) {
  const SolidBody one = ball({0.1, 1.8, 0.05}, 8), other = ball({0, 0, 0}, 9);
  PenetrationDepth depth;
  const auto found = depth.find(one.volume, one.x, other.volume, other.x);
  std::vector<char> is_inside(one.x.size());
  for (const Penetration& p : found) is_inside[p.node] = 1;
  int started = 0;
  for (const Penetration& p : found) {
    double weight = 0, sum = 0;
    for (const auto& [a, b] : one.volume.edges) {
      if (is_inside[a] == is_inside[b] || (a != p.node && b != p.node)) continue;
      const Vec3 from = one.x[p.node], way = one.x[a == p.node ? b : a] - from;
      double first = 2;
      Vec3 normal;
      for (const Triangle& t : other.volume.boundary) {
        const Vec3 c = other.x[t[0]], n = normalized(cross(other.x[t[1]] - c, other.x[t[2]] - c));
        if (dot(way, n) <= 0) continue;
        const double at = dot(c - from, n) / dot(way, n);
        const auto w = barycentric(std::array{c, other.x[t[1]], other.x[t[2]]}, from + at * way);
        if (at >= 0 && at < first && *std::ranges::min_element(w) >= -1e-9) first = at, normal = n;
      }
      ASSERT_LE(first, 1);
      const double share = 1 / squared_norm(first * way);
      weight += share, sum += share * dot(first * way, normal);
    }
    if (weight == 0) continue;
    EXPECT_NEAR(p.depth, sum / weight, 1e-12);
    ++started;
  }
  EXPECT_GT(started, 3);
}

// Closest points would send the lower half of a bar that went through a plate out on the far side.
TEST(PenetrationDepth, points_back_where_closest_points_point_through) {
  const SolidBody plate = block({-2, -0.2, -2}, {4, 0.2, 4}, {8, 1, 8});
  const SolidBody bar = block({-0.2, -0.19, -0.2}, {0.4, 1, 0.4}, {2, 20, 2});
  PenetrationDepth depth;
  const auto found = depth.find(bar.volume, bar.x, plate.volume, plate.x);
  ASSERT_FALSE(found.empty());
  for (const Penetration& p : found) {
    EXPECT_GT(p.out.y, 0.999);
    EXPECT_NEAR(p.depth, -bar.x[p.node].y, 1e-9);
  }
}

TEST(PenetrationDepth, counts_the_nodes_of_a_body_that_is_inside_as_a_whole) {
  const SolidBody large = block({-1, -1, -1}, {2, 2, 2}, {4, 4, 4}),
                  small = block({-0.1, -0.1, -0.1}, {0.2, 0.2, 0.2}, {1, 1, 1});
  PenetrationDepth depth;
  EXPECT_TRUE(depth.find(small.volume, small.x, large.volume, large.x).empty());
  EXPECT_EQ(depth.unreached(), 8);
}

TEST(PenetrationDepth, finds_nothing_where_bodies_are_apart) {
  const SolidBody one = block({0, 0, 0}, {1, 1, 1}, {2, 2, 2}),
                  other = block({0, 1.01, 0}, {1, 1, 1}, {2, 2, 2});
  PenetrationDepth depth;
  EXPECT_TRUE(depth.find(one.volume, one.x, other.volume, other.x).empty());
  EXPECT_EQ(depth.unreached(), 0);
}

}  // namespace
}  // namespace sinew
