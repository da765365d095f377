#include <gtest/gtest.h>

#include "sinew/base/process.h"
#include "sinew/octree/octree_body.h"
#include "sinew/tet/tet_body.h"
#include "sinew/world/world.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

const Material kSoft{1e4, 0.3, 1000};

TetBodyModel tets() {
  TetBodyModel model = test::held_model(test::small_bar(), kSoft, test::at_the_left);
  model.forces = {Gravity{}};
  return model;
}

OctreeBodyModel cubes() {
  OctreeBodyModel model;
  model.voxels = voxel_box({0, 0, 0}, 0.125, {16, 8, 8});
  model.materials.base = kSoft;
  model.holds = {{{HalfSpaceRegion{{0, 0, 0}, {-1, 0, 0}}}, {}}};
  return model;
}

std::unique_ptr<Body> body_of(int kind, const std::string& name) {
  ElasticParams params;
  params.strain = Strain::kCorotated;
  if (kind == 0) return std::make_unique<TetBody>(name, tets(), params);
  return std::make_unique<OctreeBody>(name, cubes(), params);
}

std::vector<std::vector<double>> arrays_of(const Body& body) {
  std::vector<std::vector<double>> values;
  for (const StateArray& array : body.state()) values.push_back(array.values);
  return values;
}

// Equal bodies, which share their rest data, and one of another kind.
std::vector<std::vector<std::vector<double>>> after_steps(const std::vector<int>& kinds) {
  World world;
  for (std::size_t b = 0; b < kinds.size(); ++b) world.add(body_of(kinds[b], "body" + std::to_string(b)));
  for (int step = 0; step < 5; ++step) world.step(0.02);
  std::vector<std::vector<std::vector<double>>> states;
  for (const auto& body : world.bodies()) states.push_back(arrays_of(*body));
  return states;
}

TEST(ElasticBodies, side_by_side_have_the_bits_of_each_alone_on_1_2_and_4_threads) {
  const int before = thread_count();
  set_thread_count(1);
  const auto tet = after_steps({0})[0], octree = after_steps({1})[0];
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    const auto states = after_steps({0, 1, 0, 1});
    for (const std::size_t b : {0, 2}) EXPECT_EQ(states[b], tet) << threads << " threads, body " << b;
    for (const std::size_t b : {1, 3}) EXPECT_EQ(states[b], octree) << threads << " threads, body " << b;
  }
  set_thread_count(before);
}

}  // namespace
}  // namespace sinew
