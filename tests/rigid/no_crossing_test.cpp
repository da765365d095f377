#include <gtest/gtest.h>

#include "base/parallel.h"
#include "base/random.h"
#include "base/scratch_folder.h"
#include "collision/crossing_pairs.h"
#include "contact/step_checksums.h"
#include "rigid_bodies.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/octree/octree_body.h"
#include "sinew/octree/voxels.h"
#include "sinew/shape/models.h"
#include "sinew/tet/tet_body.h"
#include "sinew/world/simulation.h"

namespace sinew {
namespace {

using test::kStep;

// Triangles of different bodies that cross, and vertices below the ground (y < 0).
Index crossings(const World& world) {
  std::vector<SurfaceState> surfaces;
  std::vector<std::vector<Vec3>> positions;
  Index below = 0;
  for (const BodyFrame& body : world.frame().bodies) positions.push_back(surface_positions(body));
  for (std::size_t b = 0; b < positions.size(); ++b) {
    surfaces.push_back({world.frame().bodies[b].topology.surface->mesh.triangles, positions[b]});
    for (const Vec3& p : positions[b]) below += p.y < 0;
  }
  return below + static_cast<Index>(crossing_pairs(surfaces).size());
}

std::unique_ptr<Body> soft_box(const std::string& name, const Vec3& at, double density) {
  TetBodyModel model;
  model.levels = nested_levels(box_mesh({0.3, 0.15, 0.3}, {2, 1, 2}), 1);
  model.materials = {{.young = 3e4, .poisson = 0.3, .density = density}};
  model.placement.move = at - Vec3{0.15, 0, 0.15};
  return std::make_unique<TetBody>(name, model, ElasticParams{});
}

std::unique_ptr<Body> soft_voxels(const std::string& name, const Vec3& at) {
  OctreeBodyModel model;
  model.voxels = voxel_box(at - Vec3{0.15, 0, 0.15}, 0.05, {6, 3, 6});
  model.materials.base = {.young = 3e4, .poisson = 0.3, .density = 1000};
  return std::make_unique<OctreeBody>(name, model, ElasticParams{});
}

std::unique_ptr<RigidBody> rigid_model(const std::string& name, const std::string& shape, double size,
                                       const Vec3& at, double density) {
  RigidBodyModel model;
  model.surface = make_model(shape, 300, {});
  const Box3 box = bounding_box(model.surface);
  for (Vec3& p : model.surface.positions) p = (size / box.longest_side()) * (p - box.center());
  model.density = density;
  model.placement.move = at;
  return std::make_unique<RigidBody>(name, std::move(model));
}

// Heavy on soft on the ground, and soft on heavy.
World mixed_heap() {
  World world;
  world.add(soft_box("soft", {0, 0.01, 0}, 1000));
  world.add(rigid_model("ring", "torus", 0.25, {0.02, 0.21, 0.01}, 3000));
  world.add(soft_voxels("voxels", {0, 0.27, 0.02}));
  test::RigidBoxOptions options;
  options.at = {0.05, 0.5, 0}, options.rotation = test::turned_about_z(0.6), options.size = {0.1, 0.2, 0.15};
  options.density = 5000, options.velocity = {0, -3, 0}, options.spin = {4, 0, 3};
  test::added(world, test::rigid_box(options));
  world.add(test::ground());
  return world;
}

TEST(MixedHeap, rigid_and_soft_bodies_do_not_cross) {
  World world = mixed_heap();
  std::int64_t pressed = 0;
  for (int i = 0; i < 30; ++i) {
    world.step(kStep);
    ASSERT_EQ(crossings(world), 0) << "step " << i;
    ASSERT_TRUE(world.crossings().empty()) << "step " << i;  // counts where bodies are, not where they were
    pressed += world.frame().contact.active;
  }
  EXPECT_GT(pressed, 100);
}

TEST(MixedHeap, a_rigid_body_does_not_cross_itself_even_if_its_surface_does) {
  RigidBodyModel model;
  model.surface = test::box_surface({0.2, 0.1, 0.1});
  const SurfaceMesh across = test::box_surface({0.1, 0.2, 0.05});
  const Index first = model.surface.vertex_count();
  model.surface.positions.insert(model.surface.positions.end(), across.positions.begin(),
                                 across.positions.end());
  for (const auto& [a, b, c] : across.triangles)
    model.surface.triangles.push_back({first + a, first + b, first + c});
  model.placement.move = {0, 0.5, 0};
  World world;
  world.add(std::make_unique<RigidBody>("cross", std::move(model)));
  world.add(test::ground());
  world.step(kStep);
  EXPECT_GT(crossings(world), 0);
  EXPECT_TRUE(world.crossings().empty());
}

TEST(MixedHeap, a_rigid_box_of_100_m_per_s_does_not_fly_through_another_or_through_a_soft_one) {
  for (const bool soft : {false, true}) {
    World world;
    test::RigidBoxOptions options;
    options.gravity = {};
    options.at = {0, 0.5, 0};
    if (soft)
      world.add(soft_box("target", {0, 0.5, 0}, 1000));
    else
      test::added(world, test::rigid_box(options));
    options.name = "bullet", options.at = {-2, 0.55, 0.03}, options.velocity = {100, 0, 0},
    options.spin = {5, 20, 9};
    test::added(world, test::rigid_box(options));
    world.set_contact({});
    for (int i = 0; i < 12; ++i) {
      world.step(kStep);
      ASSERT_EQ(crossings(world), 0) << "step " << i << (soft ? ", soft" : "");
    }
    Vec3 sum;
    for (const Vec3& v : world.frame().bodies[0].velocities) sum += v;
    EXPECT_GT(sum.x / static_cast<double>(world.frame().bodies[0].velocities.size()), 1)
        << (soft ? "soft" : "");
  }
}

class RigidHeap : public testing::TestWithParam<int> {};

TEST_P(RigidHeap, nothing_crosses_in_any_step) {
  Random random(500 + GetParam());
  World world;
  const char* const shapes[] = {"torus", "sphere"};
  for (int b = 0; b < 5; ++b) {
    const std::string name = "body" + std::to_string(b);
    const Vec3 at{random.uniform(-0.1, 0.1), 0.3 + 0.35 * b, random.uniform(-0.1, 0.1)};
    if (b % 2 == 0) {
      test::RigidBoxOptions options;
      options.name = name, options.at = at, options.density = std::pow(10, random.uniform(2, 4));
      options.velocity = {random.uniform(-2, 2), random.uniform(-8, 0), random.uniform(-2, 2)};
      options.spin = {random.uniform(-20, 20), random.uniform(-20, 20), random.uniform(-20, 20)};
      test::added(world, test::rigid_box(options));
    } else {
      world.add(rigid_model(name, shapes[random.below(2)], 0.25, at, 1000));
    }
  }
  world.add(test::ground());
  for (int i = 0; i < 60; ++i) {
    world.step(kStep);
    ASSERT_EQ(crossings(world), 0) << "step " << i;
    ASSERT_EQ(world.frame().contact.blocked, 0) << "step " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RigidHeap, testing::Range(0, 4));

TEST(MixedHeap, has_the_same_bits_for_any_number_of_threads) {
  std::vector<std::vector<std::uint64_t>> sums;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    World world = mixed_heap();
    sums.push_back(test::step_checksums(world, kStep, 10));
  }
  set_thread_count(0);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_EQ(sums[2], sums[0]);
}

class SavedHeap : public ScratchFolderTest {};

TEST_F(SavedHeap, goes_on_with_the_same_bits) {
  World world = mixed_heap();
  test::step_checksums(world, kStep, 9);
  ASSERT_GT(world.frame().contact.active, 0);
  write_checkpoint(folder_ / "c", world, "scene");
  World other = mixed_heap();
  read_checkpoint(folder_ / "c", other, "scene");
  EXPECT_EQ(test::step_checksums(other, kStep, 5), test::step_checksums(world, kStep, 5));
}

}  // namespace
}  // namespace sinew
