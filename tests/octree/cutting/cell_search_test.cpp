#include "octree/cutting/cell_search.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "octree/cutting/crossed_links.h"
#include "octree/grid/trilinear.h"
#include "octree/grid/vertex_transfer.h"
#include "octree/voxelise/voxels_from_surface.h"

namespace sinew {
namespace {

// Cells of all levels, from the origin on.
OctreeGrid grid() { return make_octree_grid(linked_box({0, 0, 0}, 0.25, {30, 22, 26}), 3); }

Vec3 bent(const Vec3& p) { return {p.x + 0.05 * p.y * p.y, p.y - 0.04 * p.x * p.z, 1.1 * p.z + 0.1 * p.x}; }

// Positions of all vertices, from those of the unknowns.
std::vector<Vec3> with_hanging(const Vertices& vertices, std::vector<Vec3> positions) {
  positions.resize(vertices.unknowns);
  for (Index h = 0; h < vertices.hanging(); ++h) {
    Vec3 sum;
    for (Index at = vertices.row_start[h]; at < vertices.row_start[h + 1]; ++at)
      sum += double(vertices.row_weight[at]) * positions[vertices.row_vertex[at]];
    positions.push_back(sum);
  }
  return positions;
}

std::vector<Vec3> bent_positions(const OctreeGrid& grid) {
  std::vector<Vec3> positions = vertex_positions(grid);
  for (Vec3& p : positions) p = bent(p);
  return with_hanging(grid.vertices, std::move(positions));
}

// The same field over the cells of another grid.
std::vector<Vec3> taken_over(const OctreeGrid& from, std::span<const Vec3> positions, const OctreeGrid& to) {
  const VertexTransfer transfer(to.voxels, from.cells, from.vertices, to.cells, to.vertices);
  BlockVector<double> values;
  for (const Vec3& p : positions) values.push_back(to_block(p));
  std::vector<Vec3> moved;
  for (const Block3<double>& x : transfer(values)) moved.push_back(to_vec3(x));
  return with_hanging(to.vertices, std::move(moved));
}

TEST(CellSearch, what_is_found_at_a_place_is_at_that_place) {
  const OctreeGrid cells = grid();
  const std::vector<Vec3> positions = bent_positions(cells);
  const CellSearch search(cells, positions);
  Random random(2);
  for (int k = 0; k < 500; ++k) {
    const Vec3 place = bent(random.in_box({0.1, 0.1, 0.1}, {7.4, 5.4, 6.4}));
    const std::optional<MaterialPoint> found = search.at(place);
    ASSERT_TRUE(found.has_value());
    EXPECT_LT(distance(search.place_of(*found), place), 1e-9);
    EXPECT_TRUE(cells.voxels.inside(found->voxel));
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GE(found->at[axis], found->voxel[axis]);
      EXPECT_LE(found->at[axis], found->voxel[axis] + 1);
    }
  }
}

TEST(CellSearch, finds_the_corners_of_the_body_and_nothing_outside) {
  const OctreeGrid cells = grid();
  const std::vector<Vec3> positions = bent_positions(cells);
  const CellSearch search(cells, positions);
  for (const Vec3& corner : corners_of({{0, 0, 0}, {7.5, 5.5, 6.5}})) {
    EXPECT_TRUE(search.at(bent(corner)).has_value());
    EXPECT_FALSE(search.at(bent(corner + 0.01 * (corner - Vec3{3, 3, 3}))).has_value());
  }
  EXPECT_FALSE(search.at({100, 0, 0}).has_value());
}

TEST(CellSearch, the_centre_near_a_place_is_about_the_nearest_of_all) {
  const OctreeGrid cells = grid();
  const std::vector<Vec3> positions = bent_positions(cells);
  const CellSearch search(cells, positions);
  Random random(4);
  for (int k = 0; k < 50; ++k) {
    const Vec3 place = random.in_box({-5, -5, -5}, {15, 15, 15});
    double least = 1e9;
    for (Index c = 0; c < cells.cells.count(); ++c)
      least = std::min(
          least, distance(trilinear(corner_values(cells.vertices, c, positions), {0.5, 0.5, 0.5}), place));
    const double found = distance(search.place_of(search.centre_near(place)), place);
    EXPECT_LT(found, least + 2 * search.spacing());
    if (search.at(place)) {
      EXPECT_NEAR(found, least, 1e-12);
    }
  }
}

TEST(CellSearch, a_point_keeps_its_place_where_cells_around_it_are_cut_and_made_finer) {
  const OctreeGrid before = grid();
  const std::vector<Vec3> positions = bent_positions(before);
  const Vec3 from[2] = {{-1, 3, -1}, {-1, 3, 9}}, to[2] = {{12, 2, -1}, {12, 2, 9}};
  LinkedVoxels voxels = before.voxels;
  voxels.cut(
      crossed_links(before.voxels, before.cells, before.vertices, positions, swept_blade(from, to), 1));
  const OctreeGrid after = make_octree_grid(std::move(voxels), 3);
  ASSERT_GT(after.cells.count(), before.cells.count());
  const std::vector<Vec3> moved = taken_over(before, positions, after);
  const CellSearch then(before, positions), now(after, moved);
  Random random(6);
  for (int k = 0; k < 200; ++k) {
    const Vec3 place = bent(random.in_box({0.1, 0.1, 0.1}, {7.4, 5.4, 6.4}));
    EXPECT_LT(distance(now.place_of(then.at(place).value()), place), 1e-6);
  }
}

TEST(CellSearch, a_cell_that_is_squeezed_flat_holds_nothing) {
  const OctreeGrid cells = make_octree_grid(linked_box({0, 0, 0}, 1, {1, 1, 1}), 0);
  std::vector<Vec3> positions = vertex_positions(cells);
  for (Vec3& p : positions) p.z = 0;
  EXPECT_FALSE(CellSearch(cells, positions).at({0.3, 0.3, 0}).has_value());
}

}  // namespace
}  // namespace sinew
