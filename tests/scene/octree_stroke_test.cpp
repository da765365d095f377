#include <gtest/gtest.h>

#include "octree/grid/octree_rest.h"
#include "octree/grid/pieces.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "sinew/model/blade.h"
#include "sinew/octree/octree_body.h"
#include "sinew/world/world.h"

namespace sinew {
namespace {

constexpr double kStep = 0.02;
const Material kRubber{1e5, 0.3, 1000};

// A bar of 2 x 1 x 1 m from the origin on that nothing holds.
OctreeBodyModel flying_bar(const Vec3& velocity) {
  OctreeBodyModel model;
  model.voxels = linked_box({0, 0, 0}, 1.0 / 6, {12, 6, 6});
  model.materials.base = kRubber;
  model.forces.clear();
  model.velocity = velocity;
  return model;
}

const OctreeBody& bar_of(const World& world) { return dynamic_cast<const OctreeBody&>(world.body("bar")); }

Index piece_count(const World& world) {
  const OctreeGrid& grid = bar_of(world).rest().grid;
  return connected_pieces(grid.voxels, grid.cells).count();
}

// A wire along z that goes down through the bar in 40 steps, whatever way the bar takes at that velocity.
ScheduledCut wire_through(const Vec3& velocity) {
  const double end = 40 * kStep;
  const Vec3 from{1.03, 1.6, 0}, to = Vec3{1.03, -0.6, 0} + end * velocity;
  return {"bar", BladePath{{{0, 0, -30}, {0, 0, 30}}, {{0, from, {}}, {end, to, {}}}}};
}

class OctreeStrokeAtSpeed : public testing::TestWithParam<double> {};

TEST_P(OctreeStrokeAtSpeed, a_bar_that_flies_is_cut_in_two_by_a_slow_wire) {
  const Vec3 ways[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0.6, 0.64, -0.48}};
  for (const Vec3& way : ways) {
    const Vec3 velocity = GetParam() * way;
    World world;
    world.add(std::make_unique<OctreeBody>("bar", flying_bar(velocity), ElasticParams{}));
    world.schedule(wire_through(velocity));
    for (int step = 0; step < 42; ++step) world.step(kStep);
    EXPECT_EQ(piece_count(world), 2) << way.x << " " << way.y << " " << way.z;
  }
}
INSTANTIATE_TEST_SUITE_P(Speeds, OctreeStrokeAtSpeed, testing::Values(0.0, 0.3, 2.0, 9.0, 25.0));

}  // namespace
}  // namespace sinew
