#include <gtest/gtest.h>

#include "contact/contact_step.h"
#include "contact_bodies.h"

namespace sinew {
namespace {

std::string text_of(const std::vector<ContactCrossings>& crossings) {
  std::string text;
  for (const ContactCrossings& crossing : crossings) text += crossing.a + "|" + crossing.b + " ";
  return text;
}

World two_boxes(const Vec3& second) {
  World world;
  test::BoxOptions options;
  options.at = {0, 0.1, 0};
  world.add(test::soft_box(options));
  options.name = "other", options.at = second;
  world.add(test::soft_box(options));
  return world;
}

TEST(Crossings, are_told_by_the_names_of_what_crosses) {
  World world = two_boxes({0.11, 0.13, 0.02});
  EXPECT_TRUE(world.crossings().empty());  // nothing collides
  world.set_contact({});
  EXPECT_EQ(text_of(world.crossings()), "box|other ");
  EXPECT_GT(world.crossings()[0].pairs, 4);
  world.add(Obstacle{.name = "ball", .shape = SphereShape{{-0.11, 0.252, 0.01}, 0.05}});
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{{0, 0.11, 0}}});
  EXPECT_EQ(text_of(world.crossings()), "box|other box|ball box|ground ");
  EXPECT_EQ(world.crossings()[2].pairs, 25);  // the vertices of its lower face
}

TEST(Crossings, are_none_of_things_that_do_not_collide) {
  World world = two_boxes({0.11, 0.13, 0.02});
  world.set_contact({.pairs = {{.a = "box", .b = "other", .collides = false}}});
  EXPECT_TRUE(world.crossings().empty());
}

TEST(Crossings, of_things_that_are_apart_are_none) {
  World world = two_boxes({0.21, 0.13, 0.02});
  world.add(Obstacle{.name = "ground", .shape = PlaneShape{}});
  EXPECT_TRUE(world.crossings().empty());
}

// What a jump of a body's surface by `by` would let cross.
std::vector<Index> new_crossings(const Vec3& by, bool with_neighbours) {
  test::BoxOptions options;
  options.at = {0, 0.1, 0};
  const std::unique_ptr<Body> box = test::soft_box(options);
  options.name = "other", options.at = {0.21, 0.1, 0};
  const std::unique_ptr<Body> other = test::soft_box(options);
  ContactStep step;
  step.add(*box);
  step.add(*other);
  if (with_neighbours) {
    step.add(Obstacle{.name = "ball", .shape = SphereShape{{0, 0.36, 0}, 0.05}});
    step.add(Obstacle{.name = "ground", .shape = PlaneShape{{0, 0.095, 0}}});
    step.add(Obstacle{.name = "post", .shape = SphereShape{{-0.1, 0.2, 0}, 0.05}});  // crosses it anyway
  }
  std::vector<Vec3> places(box->contact_side()->contact_surface()->rest.size());
  box->contact_side()->vertices_at_start(places);
  for (Vec3& p : places) p += by;
  std::vector<Index> found;
  step.append_new_crossings(0, 0, places, found);
  return found;
}

TEST(Crossings, that_a_jump_makes_are_told_from_those_that_are_there) {
  EXPECT_TRUE(new_crossings({}, true).empty());
  EXPECT_TRUE(new_crossings({0.005, 0, 0}, false).empty());
  EXPECT_FALSE(new_crossings({0.02, 0, 0}, false).empty());
  EXPECT_FALSE(new_crossings({0, 0.02, 0}, true).empty());
  EXPECT_EQ(new_crossings({0, -0.006, 0}, true).size() >= 25, true);  // the vertices of its lower face
}

}  // namespace
}  // namespace sinew
