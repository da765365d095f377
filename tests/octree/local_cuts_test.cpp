#include <gtest/gtest.h>

#include "octree/octree_bodies.h"
#include "octree/patched_octree.h"
#include "sinew/base/process.h"

// Cuts that rebuild only what they touch, against the same cuts that rebuild everything.

namespace sinew {
namespace {

using test::box_model;

OctreeBodyModel bar(std::uint64_t seed) {
  OctreeBodyModel model = box_model({72, 16, 12}, 0.1, {1e5, 0.3, 1000});
  model.holds.push_back({{HalfSpaceRegion{{0.05, 0, 0}, {-1, 0, 0}}}, {}});
  model.forces = {Gravity{}};
  // A roller that is cut.
  if (seed >= 3)
    model.holds.push_back({{HalfSpaceRegion{{0, 0.05, 0}, {0, -1, 0}}}, {}, {{0, 1, 0}}, "table"});
  if (seed % 2 == 1)
    model.materials.rules.push_back(RegionMaterial{{SphereRegion{{3, 0.8, 0.6}, 0.9}}, {4e5, 0.4, 1500}});
  if (seed % 3 == 2) model.coarsest = 1;
  return model;
}

ElasticParams params_of(std::uint64_t seed) {
  ElasticParams params;
  params.solver.tolerance = 1e-4;
  if (seed % 3 == 1) params.solver.method = SolverMethod::kMultigrid, params.solver.cycles = 3;
  return params;
}

Blade small_blade(Random& random) {
  const Vec3 centre = random.in_box({0, 0, 0}, {7.2, 1.6, 1.2});
  Vec3 a = random.uniform(0.1, 0.5) * normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  Vec3 b = random.uniform(0.1, 0.5) * normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  if (random.below(4) == 0) a = {0.1, 3, 0}, b = {0.05, 0, 3};  // separates a piece
  const Vec3 before[2] = {centre - a - b, centre - a + b}, after[2] = {centre + a - b, centre + a + b};
  return swept_blade(before, after);
}

void expect_equal(const OctreeRest& rest, const OctreeRest& whole) {
  EXPECT_TRUE(rest.grid.voxels == whole.grid.voxels);
  EXPECT_TRUE(rest.grid.cells.places == whole.grid.cells.places);
  EXPECT_TRUE(rest.positions == whole.positions);
  EXPECT_TRUE(rest.vertex_mass == whole.vertex_mass);
  EXPECT_TRUE(rest.mass == whole.mass);
  EXPECT_TRUE(rest.held == whole.held);
  ASSERT_EQ(rest.holds.size(), whole.holds.size());
  for (std::size_t i = 0; i < rest.holds.size(); ++i) {
    EXPECT_EQ(rest.holds[i].nodes, whole.holds[i].nodes);
    EXPECT_EQ(rest.holds[i].directions, whole.holds[i].directions);
    EXPECT_EQ(rest.holds[i].name, whole.holds[i].name);
  }
  ASSERT_EQ(rest.rollers.size(), whole.rollers.size());
  ASSERT_EQ(rest.guided.size(), whole.guided.size());
  for (std::size_t k = 0; k < rest.rollers.size(); ++k)
    ASSERT_EQ(rest.rollers[k].node, whole.rollers[k].node);
  ASSERT_EQ(rest.materials.size(), whole.materials.size());
  for (std::size_t c = 0; c < rest.materials.size(); ++c)
    ASSERT_EQ(rest.materials[c].young, whole.materials[c].young);
}

void expect_equal(const BodyState& state, const BodyState& whole) {
  ASSERT_EQ(state.size(), whole.size());
  for (std::size_t i = 0; i < state.size(); ++i)
    EXPECT_TRUE(state[i].values == whole[i].values) << state[i].name;
}

void step(OctreeBody& body, int& count) {
  body.predict(0.02 * count, 0.02);
  body.commit();
  ++count;
}

class LocalCuts : public ::testing::TestWithParam<int> {};

TEST_P(LocalCuts, give_the_same_bits_as_full_rebuilds) {
  const auto seed = static_cast<std::uint64_t>(GetParam());
  Random random(seed);
  set_thread_count(1 + GetParam() % 2);
  OctreeBody local("bar", bar(seed), params_of(seed)), whole("bar", bar(seed), params_of(seed));
  local.patch_cuts_up_to(1);
  whole.patch_cuts_up_to(0);
  int local_steps = 0, whole_steps = 0;
  for (int cut = 0; cut < 4; ++cut) {
    const Blade blade = small_blade(random);
    EXPECT_EQ(local.cut(blade), whole.cut(blade));
    expect_equal(local.rest(), whole.rest());
    EXPECT_EQ(local.measure().pieces, whole.measure().pieces);
    EXPECT_EQ(local.measure().free_pieces, whole.measure().free_pieces);
    for (int k = 0; k < 3; ++k) step(local, local_steps), step(whole, whole_steps);
    expect_equal(local.state(), whole.state());
    if (HasFailure()) FAIL() << "cut " << cut;
  }
  set_thread_count(0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LocalCuts, ::testing::Range(0, 6));

}  // namespace
}  // namespace sinew
