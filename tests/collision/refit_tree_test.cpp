#include "collision/refit_tree.h"

#include <gtest/gtest.h>

#include <set>

#include "collision/moving_surfaces.h"

namespace sinew {
namespace {

using test::swept_box;

bool contains(const FloatBox& outer, const Box3& inner) {
  for (int axis = 0; axis < 3; ++axis)
    if (outer.lower[axis] > inner.lower[axis] || outer.upper[axis] < inner.upper[axis]) return false;
  return true;
}

bool contains(const FloatBox& outer, const FloatBox& inner) {
  for (int axis = 0; axis < 3; ++axis)
    if (outer.lower[axis] > inner.lower[axis] || outer.upper[axis] < inner.upper[axis]) return false;
  return true;
}

FloatBox box_of(const TriangleLeaf& leaf, int lane) {
  FloatBox box;
  for (int axis = 0; axis < 3; ++axis)
    box.lower[axis] = leaf.lower[axis][lane], box.upper[axis] = leaf.upper[axis][lane];
  return box;
}

TEST(RefitTree, floats_are_rounded_outward) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double x = random.uniform(-1, 1) * std::pow(10, random.uniform(-45, 30));
    EXPECT_LE(rounded_down(x), x);
    EXPECT_GE(rounded_up(x), x);
    EXPECT_LE(rounded_up(x) - rounded_down(x), 2e-6 * std::abs(x) + 1e-37);
  }
  EXPECT_LE(rounded_down(0), 0);
  EXPECT_GE(rounded_up(0), 0);
}

TEST(RefitTree, every_triangle_is_in_one_leaf_and_every_box_contains_what_is_below_it) {
  const SurfaceMesh mesh = test::torus(40, 20);
  RefitTree tree(mesh.triangles, mesh.positions);
  const auto positions = test::shaken(mesh.positions, 0.1, 2);
  const Vec3 origin{0.5, -1, 2};
  tree.refit(positions, 0.01, origin);

  std::set<Index> seen;
  for (std::size_t leaf = 0; leaf < tree.leaves().size(); ++leaf)
    for (int lane = 0; lane < TriangleLeaf::kSize; ++lane) {
      const Index t = tree.triangles_of(static_cast<Index>(leaf))[lane];
      if (t < 0) continue;
      EXPECT_TRUE(seen.insert(t).second);
      Box3 box = swept_box(mesh.triangles[t], positions, positions, 0.01);
      box = {box.lower - origin, box.upper - origin};
      EXPECT_TRUE(contains(box_of(tree.leaves()[leaf], lane), box));
      EXPECT_FALSE(contains(box_of(tree.leaves()[leaf], lane), box.inflated(1e-5)));
    }
  EXPECT_EQ(seen.size(), mesh.triangles.size());
  for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
    const RefitTree::Node& node = tree.nodes()[i];
    if (node.is_leaf()) {
      for (int lane = 0; lane < TriangleLeaf::kSize; ++lane)
        EXPECT_TRUE(contains(tree.boxes()[i], box_of(tree.leaves()[node.leaf()], lane)));
    } else {
      EXPECT_TRUE(contains(tree.boxes()[i], tree.boxes()[i + 1]));
      EXPECT_TRUE(contains(tree.boxes()[i], tree.boxes()[node.right]));
    }
  }
}

TEST(RefitTree, pieces_that_fly_apart_have_a_poor_tree_until_it_is_rebuilt) {
  const SurfaceMesh mesh = test::soup(test::torus(40, 20));
  RefitTree tree(mesh.triangles, mesh.positions);
  tree.refit(mesh.positions, 0.01);
  EXPECT_EQ(tree.growth(), 1);
  tree.refit(test::moved(mesh.positions, {3, 2, 1}), 0.01);
  EXPECT_NEAR(tree.growth(), 1, 1e-4);

  // Every other triangle goes away.
  std::vector<Vec3> apart = mesh.positions;
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i] += Vec3{i / 3 % 2 == 0 ? 0.0 : 2.0, 0, 0};
  tree.refit(apart, 0.01);
  EXPECT_TRUE(tree.is_poor()) << tree.growth();
  tree.rebuild(apart);
  tree.refit(apart, 0.01);
  EXPECT_FALSE(tree.is_poor());
  EXPECT_EQ(tree.growth(), 1);
}

TEST(RefitTree, a_surface_that_is_rolled_up_keeps_its_tree) {
  // A ribbon of 600 quadrilaterals, flat and as a spiral.
  SurfaceMesh flat, rolled;
  double angle = 0;
  for (Index i = 0; i <= 600; ++i) {
    const double r = 5 + 0.03 * angle;
    for (const double z : {0.0, 1.0}) {
      flat.positions.push_back({double(i), 0, z});
      rolled.positions.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
    angle += 1 / r;
    if (i == 600) break;
    flat.triangles.push_back({2 * i, 2 * i + 2, 2 * i + 3});
    flat.triangles.push_back({2 * i, 2 * i + 3, 2 * i + 1});
  }
  RefitTree tree(flat.triangles, flat.positions);
  tree.refit(flat.positions, 0.01);
  tree.refit(rolled.positions, 0.01);
  EXPECT_FALSE(tree.is_poor()) << tree.growth();
}

TEST(RefitTree, trees_of_no_and_one_triangle_are_fitted) {
  RefitTree none({}, {});
  none.refit({}, 0.1);
  EXPECT_TRUE(none.empty());
  const std::vector<Triangle> triangles = {{0, 1, 2}};
  const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  RefitTree one(triangles, positions);
  one.refit(positions, 0.5);
  EXPECT_TRUE(contains(one.box(), Box3{{-0.5, -0.5, -0.5}, {1.5, 1.5, 0.5}}));
}

}  // namespace
}  // namespace sinew
