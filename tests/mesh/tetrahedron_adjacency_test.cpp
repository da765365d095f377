#include "mesh/tetrahedron_adjacency.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "mesh/tetrahedron_locator.h"

namespace sinew {
namespace {

// A cube of six tetrahedra around its diagonal.
VolumeMesh cube_of_six(const Vec3& corner = {}) {
  VolumeMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.positions.push_back(corner + Vec3{double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)});
  mesh.tetrahedra = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
  return mesh;
}

void append_mesh(VolumeMesh& mesh, const VolumeMesh& part, const std::vector<std::array<Index, 2>>& shared) {
  const Index offset = mesh.node_count();
  mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
  for (Tetrahedron t : part.tetrahedra) {
    for (Index& v : t) {
      Index number = v + offset;
      for (const auto& [theirs, ours] : shared)
        if (v == theirs) number = ours;
      v = number;
    }
    mesh.tetrahedra.push_back(t);
  }
  drop_unused_nodes(mesh);
}

TEST(TetrahedronAdjacency, neighbours_share_the_face_opposite_the_corner) {
  const VolumeMesh mesh = cube_of_six();
  const auto neighbours = face_neighbours(mesh.tetrahedra);
  Index inner = 0;
  for (Index t = 0; t < 6; ++t)
    for (int i = 0; i < 4; ++i) {
      const Index other = neighbours[t][i];
      if (other < 0) continue;
      ++inner;
      const auto& nodes = mesh.tetrahedra[other];
      for (int corner = 0; corner < 4; ++corner) {
        const bool in_both = std::find(nodes.begin(), nodes.end(), mesh.tetrahedra[t][corner]) != nodes.end();
        EXPECT_EQ(in_both, corner != i);
      }
    }
  EXPECT_EQ(inner, 12);
}

TEST(TetrahedronAdjacency, parts_that_hang_by_a_node_or_an_edge_get_nodes_of_their_own) {
  VolumeMesh by_node = cube_of_six();
  append_mesh(by_node, cube_of_six({1, 1, 1}), {{0, 7}});
  EXPECT_EQ(by_node.node_count(), 15);
  EXPECT_EQ(face_components(face_neighbours(by_node.tetrahedra)).count, 2);
  EXPECT_EQ(split_hinges(by_node), 1);
  EXPECT_EQ(by_node.node_count(), 16);

  VolumeMesh by_edge = cube_of_six();
  append_mesh(by_edge, cube_of_six({1, 1, 0}), {{0, 3}, {4, 7}});
  EXPECT_EQ(split_hinges(by_edge), 2);
  EXPECT_EQ(split_hinges(by_edge), 0);

  VolumeMesh whole = cube_of_six();
  EXPECT_EQ(split_hinges(whole), 0);
}

TEST(TetrahedronLocator, finds_what_a_search_of_all_elements_finds) {
  VolumeMesh mesh = cube_of_six();
  append_mesh(mesh, cube_of_six({1.5, 0, 0}), {});
  const TetrahedronLocator locator(mesh);
  Random random(11);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = random.in_box({-0.5, -0.5, -0.5}, {3, 1.5, 1.5});
    Index expected = -1;
    for (Index t = mesh.tetrahedron_count() - 1; t >= 0; --t) {
      const auto w = barycentric(mesh.corners(t), p);
      if (std::min({w[0], w[1], w[2], w[3]}) >= 0) expected = t;
    }
    const auto place = locator.find(p, 0);
    ASSERT_EQ(place.tetrahedron, expected);
    if (expected < 0) continue;
    Vec3 sum;
    for (int corner = 0; corner < 4; ++corner) sum += place.weights[corner] * mesh.corners(expected)[corner];
    EXPECT_LT(distance(sum, p), 1e-12);
  }
}

TEST(TetrahedronLocator, counts_and_lists_points_outside) {
  const VolumeMesh mesh = cube_of_six();
  std::vector<Index> outside;
  const std::vector<Vec3> points{{0.5, 0.5, 0.5}, {2, 0, 0}, {0, 0, 0}, {0.5, -1e-3, 0.5}};
  EXPECT_EQ(count_outside(mesh, points, &outside), 2);
  EXPECT_EQ(outside, (std::vector<Index>{1, 3}));
}

}  // namespace
}  // namespace sinew
