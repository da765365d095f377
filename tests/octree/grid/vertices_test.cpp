#include "octree/grid/vertices.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"
#include "octree/random_octree.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_box;
using test::Octree;

bool is_corner_of(const LatticePoint& p, const CellPlace& cell) {
  const LatticePoint inner = p - cell.lower();
  for (int axis = 0; axis < 3; ++axis)
    if (inner[axis] != 0 && inner[axis] != cell.side()) return false;
  return true;
}

// The components of the octants around a point: -1 outside.
std::array<Index, 8> octant_components(const LinkedVoxels& voxels, const LatticePoint& p) {
  DisjointSets sets(8);
  const LatticePoint first = p - LatticePoint{1, 1, 1};
  for (int i = 0; i < 8; ++i)
    for (int axis = 0; axis < 3; ++axis)
      if (!(i >> axis & 1) && voxels.joined(first + corner_offset(i), axis)) sets.unite(i, i | 1 << axis);
  std::array<Index, 8> component;
  for (int i = 0; i < 8; ++i) component[i] = voxels.inside(first + corner_offset(i)) ? sets.find(i) : -1;
  return component;
}

template <typename Visit>
void for_each_point(const LinkedVoxels& voxels, Visit&& visit) {
  const auto& counts = voxels.lattice().counts;
  for (int z = 0; z <= counts[2]; ++z)
    for (int y = 0; y <= counts[1]; ++y)
      for (int x = 0; x <= counts[0]; ++x) visit(LatticePoint{x, y, z});
}

// What make_vertices promises, looked at point by point.
void expect_components_at_every_point(const Octree& octree) {
  const LinkedVoxels& voxels = octree.voxels;
  const Cells& cells = octree.cells;
  const Vertices& vertices = octree.vertices;
  Index found = 0;
  for_each_point(voxels, [&](const LatticePoint& p) {
    const std::array<Index, 8> component = octant_components(voxels, p);
    std::set<Index> seen;
    for (int c = 0; c < 8; ++c) {
      std::set<Index> of_component;
      bool larger = false;
      for (int i = 0; i < 8; ++i) {
        if (component[i] != c) continue;
        const Index cell = cells.at(voxels, p - LatticePoint{1, 1, 1} + corner_offset(i));
        if (is_corner_of(p, cells.places[cell]))
          of_component.insert(vertices.corners[cell][7 ^ i]);
        else
          larger = true;
      }
      if (of_component.empty()) continue;
      ASSERT_EQ(of_component.size(), 1U);
      const Index vertex = *of_component.begin();
      EXPECT_EQ(vertices.points[vertex], p);
      EXPECT_EQ(vertices.hangs(vertex), larger);
      EXPECT_TRUE(seen.insert(vertex).second);
      ++found;
    }
  });
  EXPECT_EQ(found, vertices.count());
}

TEST(Vertices, are_the_components_of_the_octants_around_a_point) {
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    for (const int coarsest : {0, 2, 3})
      expect_components_at_every_point(Octree(cut_box(seed, 21), coarsest));
}

TEST(Vertices, are_so_where_the_boundary_is_coarse) {
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    expect_components_at_every_point(test::coarse_octree(seed, 21));
}

TEST(Vertices, of_a_uniform_box_are_its_lattice_points) {
  const Octree octree(LinkedVoxels(box_grid(9, 8, 3)), 0);
  EXPECT_EQ(octree.vertices.count(), 10 * 9 * 4);
  EXPECT_EQ(octree.vertices.hanging(), 0);
}

TEST(Vertices, follow_unknowns_by_weights_that_give_linear_fields_exactly) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Octree octree = seed < 20 ? Octree(cut_box(seed)) : test::coarse_octree(seed);
    const Vertices& v = octree.vertices;
    for (Index k = 0; k < v.hanging(); ++k) {
      float sum = 0;
      LatticePoint mean;
      const Index entries = v.row_start[k + 1] - v.row_start[k];
      for (Index place = v.row_start[k]; place < v.row_start[k + 1]; ++place) {
        ASSERT_FALSE(v.hangs(v.row_vertex[place])) << "seed " << seed;
        EXPECT_EQ(v.row_weight[place] * static_cast<float>(entries), 1);
        sum += v.row_weight[place];
        mean = mean + v.points[v.row_vertex[place]];
      }
      EXPECT_EQ(sum, 1);
      EXPECT_EQ(mean, entries * v.points[v.unknowns + k]);
    }
  }
}

TEST(Vertices, come_brick_by_brick_along_the_curve) {
  const Octree octree(cut_box(3));
  const Vertices& v = octree.vertices;
  for (Index i = 1; i < v.count(); ++i) {
    if (i == v.unknowns) continue;
    EXPECT_LE(morton_code(v.points[i - 1]), morton_code(v.points[i]));
  }
}

TEST(Vertices, are_the_same_for_any_number_of_threads) {
  const LinkedVoxels voxels = cut_box(5, 60);
  const Cells cells = balanced_cells(voxels, 3);
  const int threads = thread_count();
  set_thread_count(1);
  const Vertices one = make_vertices(voxels, cells);
  for (const int count : {2, 4}) {
    set_thread_count(count);
    const Vertices more = make_vertices(voxels, cells);
    EXPECT_EQ(one.points, more.points);
    EXPECT_EQ(one.corners, more.corners);
    EXPECT_EQ(one.row_vertex, more.row_vertex);
  }
  set_thread_count(threads);
}

// Corner by corner: the vertex a corner stands for, as a row over unknowns.
std::map<Index, float> row_of(const Vertices& v, Index vertex) {
  std::map<Index, float> row;
  for (const auto [unknown, weight] : v.weights(vertex)) row[unknown] += weight;
  return row;
}

TEST(CellUnknowns, are_eight_and_say_by_their_weights_what_the_rows_say) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Octree octree = seed < 12 ? Octree(cut_box(seed)) : test::coarse_octree(seed);
    const std::vector<CellUnknowns> unknowns = cell_unknowns(octree.cells, octree.vertices);
    for (Index c = 0; c < octree.cells.count(); ++c) {
      const CornerWeights weights = corner_weights(octree.cells.places[c].octant(), unknowns[c].hanging);
      for (int i = 0; i < 8; ++i) {
        std::map<Index, float> row;
        for (int k = 0; k < 8; ++k)
          if (weights[i][k] != 0) row[unknowns[c].vertex[k]] += weights[i][k];
        ASSERT_EQ(row, row_of(octree.vertices, octree.vertices.corners[c][i])) << "seed " << seed;
      }
    }
  }
}

TEST(CornerWeights, of_a_cell_that_does_not_hang_are_the_identity) {
  const CornerWeights weights = corner_weights(5, 0);
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 8; ++k) EXPECT_EQ(weights[i][k], i == k ? 1 : 0);
}

}  // namespace
}  // namespace sinew
