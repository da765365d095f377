#include "collision/governors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collision/governed_surfaces.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using namespace test;

// A tetrahedron around a ball.
void add_around(const Vec3& centre, double radius, VolumeMesh& mesh) {
  const Index first = mesh.node_count();
  const double s = 3 * radius;
  for (const Vec3& p : {Vec3{-s, -s, -s}, Vec3{3 * s, -s, -s}, Vec3{-s, 3 * s, -s}, Vec3{-s, -s, 3 * s}})
    mesh.positions.push_back(centre + p);
  mesh.tetrahedra.push_back({first, first + 1, first + 2, first + 3});
}

// Eight triangles, a leaf of the tree.
void add_leaf(const Vec3& centre, SurfaceMesh& surface) {
  for (int i = 0; i < 8; ++i) {
    const Index first = surface.vertex_count();
    const Vec3 at = centre + Vec3{0.01 * i, 0, 0};
    for (const Vec3& p : {Vec3{}, Vec3{0.01, 0, 0}, Vec3{0, 0.01, 0}}) surface.positions.push_back(at + p);
    surface.triangles.push_back({first, first + 1, first + 2});
  }
}

// Two patches in three meshes: T11 and T12, each in one tetrahedron of the next mesh, both in one of the last.
class TwoPatches : public testing::Test {
 protected:
  TwoPatches() {
    add_leaf({-5, 0, 0}, solid_.surface), add_leaf({5, 0, 0}, solid_.surface);
    for (const double radius : {0.2, 0.4}) {
      VolumeMesh mesh;
      add_around({-5, 0, 0}, radius, mesh), add_around({5, 0, 0}, radius, mesh);
      solid_.meshes.push_back(mesh);
    }
    VolumeMesh last;
    add_around({}, 6, last);
    solid_.meshes.push_back(last);
    solid_.bind();
    tree_ = RefitTree(solid_.surface.triangles, solid_.surface.positions);
    std::vector<GoverningMesh> meshes;
    for (const SurfaceCarrier& c : solid_.carriers())
      meshes.push_back({c.mesh.tetrahedra, c.mesh.node_count(), c.surface});
    governors_ = Governors(tree_, solid_.surface.vertex_count(), meshes);
  }
  std::vector<Index> simplices(Index node, int level) const {
    std::vector<Index> found;
    for (const Governor& g : governors_.of(node, level)) found.push_back(g.simplex);
    return found;
  }
  // The tetrahedra that the edges of the i-th governor of a level lead to.
  std::vector<Index> edges(Index node, int level, Index i) const {
    std::vector<Index> found;
    for (const Index g : governors_.coarser(governors_.number_of_first(node, level) + i))
      found.push_back(governors_.governor(g).simplex);
    return found;
  }

  Solid solid_;
  RefitTree tree_;
  Governors governors_;
};

using Numbers = std::vector<Index>;

// [Otaduy07, fig. 7].
TEST_F(TwoPatches, governors_of_a_patch_are_a_chain_and_those_of_both_a_graph) {
  ASSERT_EQ(tree_.nodes().size(), 3u);
  for (int side = 0; side < 2; ++side) {
    const Index leaf = 1 + side;
    EXPECT_EQ(governors_.level_of(leaf), 0);
    EXPECT_EQ(simplices(leaf, 0), Numbers{side});
    EXPECT_EQ(simplices(leaf, 1), Numbers{2 + side});
    EXPECT_EQ(simplices(leaf, 2), Numbers{4});
    EXPECT_EQ(edges(leaf, 0, 0), Numbers{2 + side});
    EXPECT_EQ(edges(leaf, 1, 0), Numbers{4});
  }
  EXPECT_EQ(simplices(0, 0), (Numbers{0, 1}));
  EXPECT_EQ(simplices(0, 1), (Numbers{2, 3}));
  EXPECT_EQ(simplices(0, 2), Numbers{4});
  for (int side = 0; side < 2; ++side) {
    EXPECT_EQ(edges(0, 0, side), Numbers{2 + side});
    EXPECT_EQ(edges(0, 1, side), Numbers{4});
  }
}

TEST_F(TwoPatches, effective_governors_are_the_finest_of_the_front) {
  GovernedTree tree(tree_, governors_);
  SurfaceFront front = full_front(governors_, 2);
  tree.set_front(front);
  EXPECT_EQ(tree.effective_governors(0), Numbers{4});
  front[2] = 1;  // the left patch follows the second mesh
  tree.set_front(front);
  EXPECT_EQ(tree.effective_governors(1), Numbers{2});
  EXPECT_EQ(tree.effective_governors(2), Numbers{4});
  EXPECT_EQ(tree.effective_governors(0), (Numbers{2, 4}));
  EXPECT_EQ(tree.level_of_vertex(0), 1);
}

TEST_F(TwoPatches, a_front_that_leaves_out_a_vertex_is_refused) {
  GovernedTree tree(tree_, governors_);
  SurfaceFront front(governors_.simplices().size());
  front[0] = 1;
  EXPECT_THROW(tree.set_front(front), Error);
}

TEST_F(TwoPatches, vertices_that_follow_no_tetrahedron_are_refused) {
  const std::vector<GoverningMesh> meshes = {{solid_.meshes[0].tetrahedra, solid_.meshes[0].node_count(),
                                              embedding_on_own_nodes(solid_.surface.vertex_count())}};
  EXPECT_THROW(Governors(tree_, solid_.surface.vertex_count(), meshes), Error);
}

std::vector<char> vertices_below(const RefitTree& tree, Index node, Index count) {
  std::vector<char> below(count);
  const RefitTree::Node& n = tree.nodes()[node];
  if (n.is_leaf()) {
    for (const auto& corner : tree.leaves()[n.leaf()].vertex)
      for (const int v : corner)
        if (v >= 0) below[v] = 1;
    return below;
  }
  below = vertices_below(tree, node + 1, count);
  const auto right = vertices_below(tree, n.right, count);
  for (Index v = 0; v < count; ++v) below[v] |= right[v];
  return below;
}

TEST(GovernedTree, boxes_contain_the_paths_of_what_is_below_for_any_front) {
  const Solid solid = model_in_meshes("torus", 1200, 900, 3);
  const Index count = solid.surface.vertex_count();
  SelfProximity proximity(solid.surface, solid.carriers(), 0);
  GovernedTree& tree = proximity.boxes();
  const Governors& governors = proximity.governors();
  Random random(1);
  const std::vector<Vec3> rest = solid.nodes();
  for (int round = 0; round < 20; ++round) {
    proximity.set_front(round % 4 == 0 ? full_front(governors, round / 4 % 3)
                                       : random_front(random, governors, count));
    const std::vector<Vec3> start = random_deformation(random, rest), end = random_deformation(random, rest);
    const Vec3 origin = start[0];
    std::vector<Vec3> at[2];
    for (const auto* ends : {&start, &end}) {
      tree.place({*ends, *ends}, 0, origin);
      for (Index v = 0; v < count; ++v) at[ends == &end ? 1 : 0].push_back(tree.position(v) - origin);
    }
    tree.place({start, end}, 0, origin);
    tree.fit();
    for (Index node = 0; node < static_cast<Index>(proximity.tree().nodes().size()); ++node) {
      const FloatBox& box = tree.box(node);
      const auto below = vertices_below(proximity.tree(), node, count);
      for (Index v = 0; v < count; ++v)
        for (const auto& positions : at)
          for (int axis = 0; below[v] != 0 && axis < 3; ++axis) {
            ASSERT_GE(positions[v][axis], box.lower[axis]) << "node " << node;
            ASSERT_LE(positions[v][axis], box.upper[axis]) << "node " << node;
          }
    }
  }
}

TEST(GovernedTree, effective_governors_move_all_that_is_below_and_are_of_the_front) {
  const Solid solid = model_in_meshes("torus", 1200, 900, 3);
  const Index count = solid.surface.vertex_count();
  SelfProximity proximity(solid.surface, solid.carriers(), 0);
  GovernedTree& tree = proximity.boxes();
  const Governors& governors = proximity.governors();
  Random random(2);
  int below_front = 0;
  for (int round = 0; round < 10; ++round) {
    proximity.set_front(random_front(random, governors, count));
    for (Index node = 0; node < static_cast<Index>(proximity.tree().nodes().size()); ++node) {
      if (tree.is_above_front(node)) continue;
      ++below_front;
      const auto effective = tree.effective_governors(node);
      for (const Index simplex : effective) EXPECT_TRUE(tree.is_active(simplex));
      const auto below = vertices_below(proximity.tree(), node, count);
      for (Index v = 0; v < count; ++v)
        if (below[v] != 0) {
          ASSERT_TRUE(
              std::ranges::binary_search(effective, governors.place(v, tree.level_of_vertex(v)).simplex));
        }
    }
  }
  EXPECT_GT(below_front, 1000);
}

}  // namespace
}  // namespace sinew
