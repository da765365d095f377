#include <gmock/gmock.h>

#include "base/log.h"
#include "base/scratch_folder.h"
#include "contact_bodies.h"
#include "mesh/mean_edge.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

// Worlds whose things cross when they begin: they are told so and eased apart.
namespace sinew {
namespace {

using test::kStep;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The warnings of the library while it lives.
class Warnings {
 public:
  Warnings() {
    set_log_sink([this](LogLevel, std::string_view text) { texts.emplace_back(text); });
  }
  ~Warnings() { set_log_sink({}); }
  std::vector<std::string> texts;
};

test::BoxOptions box(const std::string& name, const Vec3& at, bool falls = false) {
  test::BoxOptions options;
  options.name = name, options.at = at;
  if (!falls) options.gravity = {};
  return options;
}

// Edges are 5 cm: the speed is 0.25 to 0.35 m/s.
constexpr double kMostSpeed = 0.5;

// Steps until nothing is exempt any more, and tells how many steps that took.
int steps_until_parted(World& world, int most) {
  for (int step = 0; step < most; ++step) {
    world.step(kStep, {.forces = true});
    EXPECT_LT(test::largest_speed(world), kMostSpeed) << "step " << step;
    if (world.frame().contact.exempt == 0) return step;
  }
  return most;
}

TEST(StartCrossing, boxes_that_begin_in_each_other_are_named_and_eased_apart) {
  const Warnings warnings;
  World world;
  world.add(test::soft_box(box("lower", {0, 0, 0})));
  world.add(test::soft_box(box("upper", {0.03, 0.16, 0.02})));
  world.set_contact({});
  world.step(kStep);
  EXPECT_GT(world.frame().contact.exempt, 10);
  EXPECT_THAT(warnings.texts,
              ElementsAre(testing::AllOf(HasSubstr("'lower' and 'upper' cross"),
                                         HasSubstr("pairs of triangles"), HasSubstr("Place them apart"))));
  EXPECT_LT(steps_until_parted(world, 40), 40);
  EXPECT_EQ(test::seen_crossings(world), 0);
  // They have parted along the short way.
  const Box3 lower = bounding_box(world.frame().bodies[0].positions),
             upper = bounding_box(world.frame().bodies[1].positions);
  EXPECT_GT(upper.lower.y, lower.upper.y - 2e-3);
  EXPECT_NEAR(lower.upper.y - lower.lower.y, 0.2, 5e-3);
  EXPECT_EQ(warnings.texts.size(), 1U);
}

TEST(StartCrossing, a_box_that_begins_behind_the_ground_rises_to_it) {
  const Warnings warnings;
  World world;
  world.add(test::soft_box(box("box", {0, -0.05, 0}, true)));
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  EXPECT_LT(steps_until_parted(world, 40), 40);
  EXPECT_THAT(warnings.texts, ElementsAre(HasSubstr("'box' has 25 vertices behind 'ground'")));
  for (int i = 0; i < 30; ++i) world.step(kStep, {.forces = true});
  const double weight = test::weight_of(world.body("box"));
  EXPECT_NEAR(test::contact_force_on(world, "box").y, weight, 1e-3 * weight);
}

TEST(StartCrossing, a_box_that_begins_half_in_an_obstacle_comes_out) {
  const Warnings warnings;
  World world;
  world.add(test::soft_box(box("box", {0.12, 0, 0})));
  world.add(Obstacle{.name = "ball", .shape = SphereShape{{0, 0.1, 0}, 0.1}});
  EXPECT_LT(steps_until_parted(world, 60), 60);
  EXPECT_THAT(warnings.texts, ElementsAre(HasSubstr("'box' and 'ball' cross")));
}

TEST(StartCrossing, a_box_wholly_inside_of_an_obstacle_comes_out_on_the_near_side) {
  const Warnings warnings;
  World world;
  test::BoxOptions options = box("box", {0, 0.25, 0});
  options.size = {0.1, 0.1, 0.1};
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "block", .shape = BoxShape{{-0.4, -0.4, -0.4}, {0.4, 0.4, 0.4}}});
  EXPECT_LT(steps_until_parted(world, 120), 120);
  EXPECT_THAT(warnings.texts, ElementsAre(HasSubstr("'box' is inside of 'block'")));
  EXPECT_GT(bounding_box(world.frame().bodies[0].positions).lower.y, 0.4);
}

// A soft bear of voxels, half of it behind the ground.
struct SunkenBear {
  explicit SunkenBear(const Vec3& gravity) {
    OctreeBodyModel model;
    model.own_surface = make_model("bear", 1500);
    const Box3 box = bounding_box(model.own_surface);
    model.voxels = voxels_inside(model.own_surface, SignedDistance(model.own_surface), voxel_frame(box, 12));
    model.surface = OctreeSurface::kOwn;
    model.materials.base = {.young = 1e4, .poisson = 0.3, .density = 1000};
    model.forces = {Gravity{gravity}};
    model.placement.move = {0, -box.center().y, 0};
    world.add(
        std::make_unique<OctreeBody>("bear", model, ElasticParams{.integrator = Integrator::kBackwardEuler}));
    world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
    // Five edges of what collides per second.
    easing_speed = 5 * mean_edge(model.own_surface.triangles, model.own_surface.positions);
    mass = world.body("bear").measure().mass;
  }
  const Energies& step() {
    world.step(kStep, {.energies = true, .forces = true});
    return world.frame().bodies[0].energies;
  }

  World world;
  double easing_speed = 0, mass = 0;
};

TEST(StartCrossing, a_weightless_body_half_behind_the_ground_is_pushed_out_as_one) {
  const Warnings warnings;
  SunkenBear bear({});
  const double rising = bear.mass * bear.easing_speed * bear.easing_speed / 2;
  bear.step();
  const auto behind = bear.world.frame().contact.exempt;
  for (int i = 0; i < 40; ++i) {
    const Energies now = bear.step();
    EXPECT_LT(now.kinetic, 2 * rising) << i;
    EXPECT_LT(now.elastic, 2 * rising) << i;
  }
  EXPECT_LT(bear.world.frame().contact.exempt, 3 * behind / 4);
}

// Gravity makes it sag while it is pushed out: what it gains is the work of the ground, which pushes at one speed.
TEST(StartCrossing, a_heavy_body_half_behind_the_ground_gains_no_more_than_the_ground_does_work) {
  const Warnings warnings;
  SunkenBear bear({0, -9.81, 0});
  double before = 0, work = 0;
  for (int i = 0; i < 40; ++i) {
    const Energies now = bear.step();
    const double most = test::contact_force_on(bear.world, "bear").y * bear.easing_speed * kStep;
    EXPECT_LT(now.total() - before, 1.01 * most) << i;
    before = now.total(), work += most;
  }
  EXPECT_GT(work, 0);
}

TEST(StartCrossing, pairs_that_do_not_collide_may_cross) {
  const Warnings warnings;
  World world;
  world.add(test::soft_box(box("lower", {0, 0, 0})));
  world.add(test::soft_box(box("upper", {0.03, 0.16, 0.02})));
  world.set_contact({.pairs = {{.a = "lower", .b = "upper", .collides = false}}});
  world.step(kStep);
  EXPECT_EQ(world.frame().contact.exempt, 0);
  EXPECT_THAT(warnings.texts, IsEmpty());
}

class StartCrossingState : public ScratchFolderTest {};

TEST_F(StartCrossingState, bodies_saved_while_they_part_go_on_with_the_same_bits) {
  const Warnings warnings;
  const auto make = [] {
    World world;
    world.add(test::soft_box(box("lower", {0, 0, 0})));
    world.add(test::soft_box(box("upper", {0.03, 0.16, 0.02})));
    world.set_contact({});
    return world;
  };
  World world = make();
  for (int i = 0; i < 4; ++i) world.step(kStep);
  ASSERT_GT(world.frame().contact.exempt, 0);
  write_checkpoint(folder_ / "c", world, "scene");
  World other = make();
  read_checkpoint(folder_ / "c", other, "scene");
  for (int i = 0; i < 20; ++i) {
    world.step(kStep), other.step(kStep);
    ASSERT_EQ(frame_checksum(other.frame()), frame_checksum(world.frame())) << i;
  }
  EXPECT_EQ(warnings.texts.size(), 1U) << "a restored run does not start again";
}

// Two plates close on a box whose held layers cannot give way.
TEST(Blocked, held_nodes_that_are_forced_into_an_obstacle_are_told_of_and_it_is_held_back) {
  const Warnings warnings;
  World world;
  test::BoxOptions options = box("box", {0, 0, 0});
  options.held_below = 0.21;
  world.add(test::soft_box(options));
  world.add(Obstacle{.name = "press",
                     .shape = BoxShape{{-0.3, 0.22, -0.3}, {0.3, 0.3, 0.3}},
                     .motion = Motion{.velocity = {0, -0.5, 0}}});
  for (int i = 0; i < 20; ++i) world.step(kStep);
  EXPECT_EQ(test::seen_crossings(world), 0);
  // The press has stopped at the box.
  const ToolFrame& press = world.frame().tools.at(0);
  EXPECT_GT(press.position.y, -0.021);
}

}  // namespace
}  // namespace sinew
