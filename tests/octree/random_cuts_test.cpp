#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/parallel.h"
#include "base/random.h"
#include "linalg/conjugate_gradient.h"
#include "octree/grid/pieces.h"
#include "octree/octree_bodies.h"
#include "sinew/model/blade.h"

// A body is cut two hundred times at random while it moves, and must be whole in every respect after each
// cut.

namespace sinew {
namespace {

using test::box_model;
using test::frame_of;
using test::take_steps;
using test::total_mass;

constexpr int kCuts = 200;
constexpr double kSpacing = 1.0 / 10;

OctreeBody make_body() {
  OctreeBodyModel model = box_model({14, 10, 12}, kSpacing, {1e5, 0.3, 1000});
  model.holds.push_back({{HalfSpaceRegion{{0, 0, 0}, {0, -1, 0}}}, {}});
  model.forces = {Gravity{}};
  ElasticParams params;
  params.solver.tolerance = 1e-5;
  return {"box", model, params};
}

// Rectangles of any size and place, some of them along planes of cell centres or faces, some twice.
Blade random_blade(Random& random) {
  static const Vec3 kSize{14 * kSpacing, 1, 12 * kSpacing};
  Vec3 centre = random.in_box({0, 0, 0}, kSize);
  Vec3 a = random.uniform(0, 0.4) * normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  Vec3 b = random.uniform(0, 0.4) * normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  if (random.below(3) == 0) {
    const int axis = static_cast<int>(random.below(3));
    centre[axis] = kSpacing / 2 * static_cast<double>(random.below(20));
    a[axis] = b[axis] = 0;
  }
  const Vec3 before[2] = {centre - a - b, centre - a + b}, after[2] = {centre + a - b, centre + a + b};
  return swept_blade(before, after);
}

void expect_whole_links(const LinkedVoxels& voxels) {
  for (const Brick& brick : voxels.bricks())
    for (int v = 0; v < kBrickVoxels; ++v) {
      const LatticePoint voxel = kBrickSide * brick.place + LatticePoint{v & 7, v >> 3 & 7, v >> 6};
      for (int axis = 0; axis < 3; ++axis) {
        const LatticePoint next = voxel + unit_step(axis);
        const Index at = voxels.find_cut_link(voxel, axis);
        const bool lower = voxels.inside(voxel), upper = voxels.inside(next);
        if (voxels.joined(voxel, axis)) {
          EXPECT_TRUE(lower && upper);
        }
        EXPECT_EQ(at >= 0, (lower || upper) && !voxels.joined(voxel, axis));
        if (at < 0) continue;
        const CutLink& link = voxels.cut_links()[at];
        EXPECT_EQ(link.lower.cut >= 0, lower);
        EXPECT_EQ(link.upper.cut >= 0, upper);
      }
    }
}

void expect_balanced(const OctreeGrid& grid) {
  std::int64_t covered = 0;
  for (const CellPlace& place : grid.cells.places) {
    covered += std::int64_t(1) << (3 * place.level);
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) {
        const Index other = grid.cells.at(grid.voxels, place.corner(i) - corner_offset(j));
        if (other >= 0) {
          EXPECT_LE(std::abs(grid.cells.places[other].level - place.level), 1);
        }
      }
  }
  EXPECT_EQ(covered, grid.voxels.inside_count());
}

void expect_closed(const SurfaceMesh& surface) {
  // Each edge by its ends and which way it runs: it must be there once each way.
  std::vector<std::array<Index, 3>> edges;
  for (const Triangle& t : surface.triangles)
    for (int k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3];
      edges.push_back({std::min(a, b), std::max(a, b), a < b});
    }
  std::sort(edges.begin(), edges.end());
  ASSERT_EQ(edges.size() % 2, 0U);
  for (std::size_t i = 0; i < edges.size(); i += 2) {
    const auto [a, b, forth] = edges[i];
    ASSERT_EQ(edges[i + 1], (std::array<Index, 3>{a, b, 1}));
    ASSERT_EQ(forth, 0);
    if (i > 0) {
      ASSERT_NE(edges[i - 1], edges[i + 1]);
    }
  }
}

TEST(RandomCuts, leave_a_body_whole_two_hundred_times) {
  Random random(2011);
  OctreeBody body = make_body();
  const double mass = total_mass(body);
  int changed = 0;
  double time = 0;
  for (int cut = 0; cut < kCuts; ++cut) {
    changed += body.cut(random_blade(random)) ? 1 : 0;
    const OctreeGrid& grid = body.rest().grid;
    expect_whole_links(grid.voxels);
    expect_balanced(grid);
    expect_closed(frame_of(body).topology.surface->mesh);
    EXPECT_NEAR(total_mass(body), mass, 1e-9 * mass);
    time = take_steps(body, 1, 0.01, time);
    EXPECT_TRUE(body.last_solve().converged);
    ASSERT_FALSE(testing::Test::HasFailure()) << "at cut " << cut;
  }
  EXPECT_GT(changed, kCuts / 2);
  EXPECT_GT(connected_pieces(body.rest().grid.voxels, body.rest().grid.cells).count(), 3);
}

TEST(RandomCuts, have_the_same_bits_for_any_number_of_threads) {
  constexpr int kFew = 12;
  const int threads = thread_count();
  std::vector<BodyState> states;
  for (const int count : {1, 2, 4}) {
    set_thread_count(count);
    Random random(7);
    OctreeBody body = make_body();
    for (int cut = 0; cut < kFew; ++cut) {
      body.cut(random_blade(random));
      take_steps(body, 1, 0.01, 0.01 * cut);
    }
    states.push_back(body.state());
  }
  set_thread_count(threads);
  EXPECT_TRUE(test::same_bits(states[0], states[1]));
  EXPECT_TRUE(test::same_bits(states[0], states[2]));
}

}  // namespace
}  // namespace sinew
