#include <gmock/gmock.h>

#include "base/parallel.h"
#include "base/scratch_folder.h"
#include "contact/step_checksums.h"
#include "contact_bodies.h"
#include "sinew/model/blade.h"

// Bodies that were cut collide with themselves: the sides of a cut begin a hair apart and press on each other.
namespace sinew {
namespace {

using test::kStep;

// A box of these voxels of 2.5 cm, centred over the origin, just above the ground.
std::unique_ptr<Body> box(const std::string& name, const std::array<Index, 3>& voxels) {
  constexpr double kVoxel = 0.025;
  OctreeBodyModel model;
  model.voxels = voxel_box({-kVoxel * voxels[0] / 2, 0.001, -kVoxel * voxels[2] / 2}, kVoxel, voxels);
  model.materials.base = {.young = 3e5, .poisson = 0.3, .density = 1000};
  return std::make_unique<OctreeBody>(name, model, ElasticParams{.integrator = Integrator::kBackwardEuler});
}
std::unique_ptr<Body> pillar() { return box("pillar", {3, 12, 3}); }

World world_with(std::unique_ptr<Body> body, bool has_ground = true) {
  World world;
  world.add(std::move(body));
  if (has_ground)
    world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  else
    world.set_contact({});
  return world;
}

// A plane across everything.
Blade across(const Vec3& at, const Vec3& normal) {
  return make_blade(BladePlane{at, normal}, Box3{{-1, -1, -1}, {1, 1, 1}});
}

void settle(World& world, int count) {
  for (int i = 0; i < count; ++i) {
    world.step(kStep, {.forces = true});
    ASSERT_EQ(test::seen_crossings(world), 0) << "step " << i;
  }
}

// The sum of the forces that parts of a body exert on each other, N.
double force_across(const World& world, const std::string& name) {
  double sum = 0;
  for (const ContactForce& force : world.frame().contact.forces)
    if (force.a == name && force.b == name) sum += norm(force.force);
  return sum;
}

TEST(CutContact, a_bar_cut_in_mid_air_falls_as_without_contact) {
  std::vector<std::vector<Vec3>> ends;
  for (const bool collides : {false, true}) {
    World world;
    world.add(pillar());
    if (collides) world.set_contact({});
    world.step(kStep);
    ASSERT_TRUE(world.cut("pillar", across({0, 0.16, 0}, {0.1, 1, 0.2})));
    for (int i = 0; i < 10; ++i) world.step(kStep);
    EXPECT_EQ(world.frame().contact.active, 0);
    ends.push_back(world.frame().bodies[0].positions);
  }
  // The solver of a body that may touch something does not stop at the same cycle.
  double off = 0;
  for (std::size_t i = 0; i < ends[0].size(); ++i) off = std::max(off, distance(ends[0][i], ends[1][i]));
  EXPECT_LT(off, 1e-8);
}

TEST(CutContact, the_upper_half_of_a_cut_pillar_rests_on_the_lower_one) {
  World world = world_with(pillar());
  settle(world, 15);
  ASSERT_TRUE(world.cut("pillar", across({0, 0.152, 0}, {0, 1, 0})));
  settle(world, 30);
  const double weight = test::weight_of(world.body("pillar"));
  EXPECT_NEAR(test::contact_force_on(world, "pillar").y, weight, 1e-3 * weight);
  double across = 0;
  for (const ContactForce& force : world.frame().contact.forces)
    if (force.b == "pillar") across += std::abs(force.force.y);
  EXPECT_NEAR(across, weight / 2, 1e-3 * weight / 2);
  EXPECT_LT(test::rms_speed(world), 1e-4);
  EXPECT_EQ(world.frame().contact.exempt, 0);
}

TEST(CutContact, halves_of_a_box_cut_on_a_slope_slide_off_each_other_without_crossing) {
  World world = world_with(box("box", {4, 4, 3}));
  world.set_contact({.friction = 0.1});
  ASSERT_TRUE(world.cut("box", across({0, 0.05, 0}, {0.6, 1, 0.1})));
  settle(world, 15);
}

// A bar, held at its left end, is cut along its length; the lower part bends down, and a pull lifts the upper one.
TEST(CutContact, a_flap_that_is_lifted_falls_back_onto_its_bed) {
  OctreeBodyModel model;
  model.voxels = voxel_box({0, 0, 0}, 0.05, {10, 6, 3});
  model.materials.base = {.young = 2e5, .poisson = 0.3, .density = 1000};
  model.holds = {{Region{HalfSpaceRegion{{0, 0.01, 0}, {0, -1, 0}}}, Motion{}}};
  World world = world_with(
      std::make_unique<OctreeBody>("bed", model, ElasticParams{.integrator = Integrator::kBackwardEuler}),
      false);
  // A slit from the right end to x = 0.2 at half of the height.
  const Vec3 before[2] = {{0.2, 0.16, -1}, {0.2, 0.16, 1}}, after[2] = {{1, 0.16, -1}, {1, 0.16, 1}};
  ASSERT_TRUE(world.cut("bed", swept_blade(before, after)));
  const auto tip = [&] {
    double top = 0;
    for (const Vec3& p : world.frame().bodies[0].positions)
      if (p.x > 0.4) top = std::max(top, p.y);
    return top;
  };
  settle(world, 5);
  const double closed = tip();
  const auto& positions = world.frame().bodies[0].positions;
  Pull pull;
  for (Index i = 0; i < static_cast<Index>(positions.size()); ++i)
    if (positions[i].x > 0.49 && positions[i].y > 0.27) pull.nodes.push_back(i);
  pull.weights.assign(pull.nodes.size(), 1.0 / static_cast<double>(pull.nodes.size()));
  pull.target = {0.5, 0.6, 0.1}, pull.stiffness = 2e4;
  world.body("bed").pullable()->set_pulls({pull});
  settle(world, 30);
  EXPECT_GT(tip(), closed + 0.05);
  world.body("bed").pullable()->set_pulls({});
  settle(world, 60);
  EXPECT_NEAR(tip(), closed, 2e-3);
  EXPECT_GT(force_across(world, "bed"), 0);
}

// A stroke goes through the pillar piece by piece while its parts stand on each other, and then another one.
TEST(CutContact, repeated_strokes_keep_the_sides_apart) {
  World world = world_with(box("pillar", {4, 8, 3}));
  for (int stroke = 0; stroke < 2; ++stroke)
    for (int i = 0; i < 4; ++i) {
      const double x = -0.06 + 0.03 * i, y = 0.07 + 0.07 * stroke;
      const std::vector<Vec3> before{{x, y, -1}, {x, y, 1}}, after{{x + 0.03, y, -1}, {x + 0.03, y, 1}};
      EXPECT_TRUE(world.sweep(
          "pillar", {.stroke = stroke, .lines = {before, after}, .begins = i == 0, .ends = i == 3}));
      settle(world, 2);
    }
  settle(world, 4);
  const double weight = test::weight_of(world.body("pillar"));
  EXPECT_GT(force_across(world, "pillar"), 0.3 * weight);
}

// A beam that hangs down from its held end is cut where it is bent: the sides of the cut do not fit exactly then.
World bent_beam() {
  OctreeBodyModel model;
  model.voxels = voxel_box({0, 0, 0}, 0.05, {12, 4, 2});
  model.materials.base = {.young = 6e4, .poisson = 0.3, .density = 1000};
  model.holds = {{Region{HalfSpaceRegion{{0.01, 0, 0}, {-1, 0, 0}}}, Motion{}}};
  World world;
  world.add(std::make_unique<OctreeBody>(
      "beam", model, ElasticParams{.strain = Strain::kCorotated, .integrator = Integrator::kBackwardEuler}));
  world.set_contact({});
  for (int i = 0; i < 25; ++i) world.step(kStep);
  return world;
}

bool cut_bent_beam(World& world) {
  const double low = bounding_box(world.frame().bodies[0].positions).lower.y;
  EXPECT_LT(low, -0.1);
  // From below to half of the height, a quarter of the way along.
  const Vec3 before[2] = {{0.17, -1, -1}, {0.17, -1, 1}}, after[2] = {{0.19, 0.08, -1}, {0.19, 0.08, 1}};
  return world.cut("beam", swept_blade(before, after));
}

TEST(CutContact, a_cut_that_is_pressed_together_as_it_is_made_does_not_cross) {
  World world = bent_beam();
  ASSERT_TRUE(cut_bent_beam(world));
  settle(world, 1);
  EXPECT_GT(force_across(world, "beam"), 1);
  settle(world, 20);
}

class CutContactState : public ScratchFolderTest {};

// The checkpoint is written between the cut and the next step, when contacts refer to the surface before the cut.
TEST_F(CutContactState, a_body_saved_right_after_a_cut_goes_on_with_the_same_bits) {
  World world = world_with(box("box", {3, 6, 3}));
  for (int i = 0; i < 5; ++i) world.step(kStep);
  ASSERT_GT(world.frame().contact.active, 0);
  ASSERT_TRUE(world.cut("box", across({0, 0.07, 0}, {0.3, 1, 0})));
  write_checkpoint(folder_ / "c", world, "scene");
  World other = world_with(box("box", {3, 6, 3}));
  read_checkpoint(folder_ / "c", other, "scene");
  EXPECT_EQ(test::step_checksums(other, kStep, 5), test::step_checksums(world, kStep, 5));
  ASSERT_TRUE(world.cut("box", across({0, 0.12, 0}, {0.3, 1, 0})));
  const WorldState saved = world.state();
  const std::vector<std::uint64_t> first = test::step_checksums(world, kStep, 4);
  world.restore(saved);
  EXPECT_EQ(test::step_checksums(world, kStep, 4), first);
}

TEST_F(CutContactState, a_cut_body_has_the_same_bits_for_any_number_of_threads) {
  std::vector<std::vector<std::uint64_t>> sums;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    World world = world_with(box("box", {3, 6, 3}));
    world.cut("box", across({0, 0.07, 0}, {0.3, 1, 0}));
    sums.push_back(test::step_checksums(world, kStep, 6));
  }
  set_thread_count(0);
  EXPECT_EQ(sums[1], sums[0]);
  EXPECT_EQ(sums[2], sums[0]);
}

}  // namespace
}  // namespace sinew
