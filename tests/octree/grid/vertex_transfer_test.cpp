#include "octree/grid/vertex_transfer.h"

#include <gtest/gtest.h>

#include <map>

#include "base/parallel.h"
#include "octree/deformed_octree.h"
#include "octree/grid/trilinear.h"

namespace sinew {
namespace {

using namespace test;

std::vector<Vec3> transferred(const DeformedOctree& before, const DeformedOctree& after,
                              const std::vector<Vec3>& values) {
  BlockVector<double> blocks;
  for (Index v = 0; v < before.vertices.unknowns; ++v) blocks.push_back(to_block(values[v]));
  const VertexTransfer transfer(after.voxels, before.cells, before.vertices, after.cells, after.vertices);
  std::vector<Vec3> all;
  for (const Block3<double>& value : transfer(blocks)) all.push_back(to_vec3(value));
  all.resize(after.vertices.count());
  follow_rows(after.vertices, all);
  return all;
}

std::vector<Vec3> random_field(Random& random, const Vertices& vertices) {
  std::vector<Vec3> values(vertices.count());
  for (Vec3& value : values) value = random.in_box({-1, -1, -1}, {1, 1, 1});
  follow_rows(vertices, values);
  return values;
}

LinkedVoxels cut_again(LinkedVoxels voxels, std::uint64_t seed) {
  Random random(seed);
  cut_at_random(random, voxels, 2, 5);
  return voxels;
}

// A body, and what becomes of it by cuts.
struct CutBody {
  DeformedOctree before, after;

  explicit CutBody(std::uint64_t seed)
      : before(cut_box(seed, 26), 3, at_rest), after(cut_again(before.voxels, seed), 3, at_rest) {}
};

// For density 1: masses of cells lumped at their corners; those of hanging vertices are passed on by their
// rows.
std::vector<double> lumped_masses(const DeformedOctree& octree) {
  const Vertices& vertices = octree.vertices;
  std::vector<double> masses(vertices.count(), 0.0);
  for (Index c = 0; c < octree.cells.count(); ++c)
    for (const Index vertex : vertices.corners[c])
      masses[vertex] += std::pow(octree.cells.places[c].side(), 3) / 8;
  for (Index k = 0; k < vertices.hanging(); ++k)
    for (Index i = vertices.row_start[k]; i < vertices.row_start[k + 1]; ++i)
      masses[vertices.row_vertex[i]] += vertices.row_weight[i] * masses[vertices.unknowns + k];
  masses.resize(vertices.unknowns);
  return masses;
}

Vec3 momentum(const DeformedOctree& octree, const std::vector<Vec3>& velocities) {
  const std::vector<double> masses = lumped_masses(octree);
  Vec3 sum;
  for (std::size_t v = 0; v < masses.size(); ++v) sum += masses[v] * velocities[v];
  return sum;
}

TEST(VertexTransfer, keeps_linear_fields) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const CutBody body(seed);
    ASSERT_GT(body.after.vertices.count(), body.before.vertices.count());
    const std::vector<Vec3> values = transferred(body.before, body.after, body.before.positions);
    for (std::size_t v = 0; v < values.size(); ++v)
      ASSERT_LT(distance(values[v], body.after.positions[v]), 1e-13);
  }
}

TEST(VertexTransfer, keeps_the_bits_of_vertices_that_were_there) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const CutBody body(seed);
    Random random(seed);
    const std::vector<Vec3> old_values = random_field(random, body.before.vertices);
    const std::vector<Vec3> values = transferred(body.before, body.after, old_values);
    const auto key = [](const LatticePoint& p) { return std::array{p.x, p.y, p.z}; };
    std::map<std::array<std::int32_t, 3>, std::vector<Vec3>> at_point;
    for (Index v = 0; v < body.before.vertices.count(); ++v)
      at_point[key(body.before.vertices.points[v])].push_back(old_values[v]);
    int kept = 0;
    for (Index v = 0; v < body.after.vertices.count(); ++v) {
      const auto old = at_point.find(key(body.after.vertices.points[v]));
      if (old == at_point.end()) continue;
      ++kept;
      ASSERT_NE(std::find(old->second.begin(), old->second.end(), values[v]), old->second.end());
    }
    EXPECT_GE(kept, body.before.vertices.unknowns / 2);
  }
}

TEST(VertexTransfer, to_the_same_octree_changes_nothing) {
  const CutBody body(4);
  Random random(4);
  const std::vector<Vec3> values = random_field(random, body.before.vertices);
  EXPECT_EQ(transferred(body.before, body.before, values), values);
}

TEST(VertexTransfer, gives_every_corner_of_a_cell_what_the_field_of_the_old_cell_has_there) {
  const CutBody body(2);
  const auto& [before, after] = body;
  Random random(2);
  const std::vector<Vec3> old_values = random_field(random, before.vertices);
  const std::vector<Vec3> values = transferred(before, after, old_values);
  for (Index c = 0; c < after.cells.count(); ++c) {
    const CellPlace& place = after.cells.places[c];
    const Index old_cell = before.cells.at(before.voxels, place.lower());
    const CornerValues corners = corner_values(before.vertices, old_cell, old_values);
    const CellPlace& around = before.cells.places[old_cell];
    for (int i = 0; i < 8; ++i) {
      const LatticePoint inner = place.corner(i) - around.lower();
      const Vec3 at = Vec3{double(inner.x), double(inner.y), double(inner.z)} / around.side();
      ASSERT_LT(distance(values[after.vertices.corners[c][i]], trilinear(corners, at)), 1e-15);
    }
  }
}

TEST(VertexTransfer, keeps_linear_momentum) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const CutBody body(seed);
    Random random(seed);
    const std::vector<Vec3> velocities = random_field(random, body.before.vertices);
    const Vec3 before = momentum(body.before, velocities);
    const Vec3 after = momentum(body.after, transferred(body.before, body.after, velocities));
    const double mass = static_cast<double>(body.before.voxels.inside_count());
    EXPECT_LT(distance(before, after), 1e-12 * mass);
    EXPECT_GT(norm(before), 1e-6 * mass);
  }
}

TEST(VertexTransfer, keeps_the_momentum_of_a_body_that_is_only_refined) {
  const LinkedVoxels voxels(box_grid(32, 24, 32));
  const DeformedOctree coarse(voxels, 3, at_rest), fine(voxels, 0, at_rest);
  Random random(6);
  const std::vector<Vec3> velocities = random_field(random, coarse.vertices);
  const Vec3 after = momentum(fine, transferred(coarse, fine, velocities));
  EXPECT_LT(distance(momentum(coarse, velocities), after), 1e-12 * 32 * 24 * 32);
}

TEST(VertexTransfer, gives_the_two_sides_of_a_cut_the_same_value) {
  LinkedVoxels voxels(box_grid(16, 16, 16));
  const DeformedOctree before(voxels, 3, at_rest);
  voxels.cut(disc_links(voxels, {7.5, 7.5, 7.5}, {1, 0, 0}, 5));
  const DeformedOctree after(voxels, 3, at_rest);
  Random random(7);
  const std::vector<Vec3> values = transferred(before, after, random_field(random, before.vertices));
  std::map<std::array<std::int32_t, 3>, Vec3> at_point;
  int doubled = 0;
  for (Index v = 0; v < after.vertices.count(); ++v) {
    const LatticePoint& p = after.vertices.points[v];
    const auto [known, first] = at_point.emplace(std::array{p.x, p.y, p.z}, values[v]);
    doubled += !first;
    EXPECT_EQ(known->second, values[v]);
  }
  EXPECT_GT(doubled, 20);
}

TEST(VertexTransfer, is_the_same_for_any_number_of_threads) {
  const CutBody body(3);
  Random random(3);
  const std::vector<Vec3> values = random_field(random, body.before.vertices);
  const std::vector<Vec3> expected = transferred(body.before, body.after, values);
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(transferred(body.before, body.after, values), expected);
  }
  set_thread_count(0);
}

}  // namespace
}  // namespace sinew
