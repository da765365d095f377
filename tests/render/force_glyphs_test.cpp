#include "render/engine/force_glyphs.h"

#include <gtest/gtest.h>

#include "render/engine/tool_bodies.h"
#include "render/small_bodies.h"
#include "sinew/render/picture.h"

namespace sinew {
namespace {

class GlyphPicture : public testing::Test {
 protected:
  GlyphPicture() : renderer(320, 240) {
    display.forces = true;
    display.ground = display.shadows = display.legend = false;
    frame.bodies.push_back(box_body({1, 1, 1}, {1, 1, 1}));
    const Box3 box = bounding_box(frame.bodies[0].positions);
    longest = ForceGlyphs::kLongest * box.diagonal();
    camera = camera_around(box.inflated(0.5), {0, 1, 0}, 0.3, 0.3, 4.0 / 3);
    bare = renderer.picture(frame, camera, display);
  }
  // What the arrow changed at this point of the world.
  Vec3 change(const Picture& picture, const Vec3& p) const {
    return colour_at_point(camera, picture, p) - colour_at_point(camera, bare, p);
  }

  OffscreenRenderer renderer;
  DisplayOptions display;
  Frame frame;
  Camera camera;
  Picture bare;
  double longest = 0;
};

TEST_F(GlyphPicture, points_an_arrow_along_its_force_and_makes_the_largest_a_share_of_the_scene) {
  const Vec3 at{1, 0.5, 0.5}, along = normalized(Vec3{1, 0.5, 0});
  frame.bodies[0].arrows = {{ForceArrow::Kind::kPull, at, 70 * along}};
  const Picture picture = renderer.picture(frame, camera, display);
  const Vec3 in_head = colour_at_point(camera, picture, at + 0.9 * longest * along);
  EXPECT_GT(in_head.z, in_head.x + 0.2);  // a pull is blue
  EXPECT_GT(norm(change(picture, at + 0.5 * longest * along)), 0.1);
  EXPECT_LT(norm(change(picture, at + 1.1 * longest * along)), 0.02);
  EXPECT_LT(norm(change(picture, at - 0.3 * longest * along)), 0.02);
}

TEST_F(GlyphPicture, makes_half_the_force_half_as_long) {
  const Vec3 at{1, 0.7, 0.5}, other{1, 0.2, 0.5}, along{1, 0, 0};
  frame.bodies[0].arrows = {{ForceArrow::Kind::kPull, at, 2.0 * along},
                            {ForceArrow::Kind::kPull, other, 1.0 * along}};
  const Picture picture = renderer.picture(frame, camera, display);
  EXPECT_GT(norm(change(picture, at + 0.9 * longest * along)), 0.1);
  EXPECT_GT(norm(change(picture, other + 0.42 * longest * along)), 0.1);
  EXPECT_LT(norm(change(picture, other + 0.6 * longest * along)), 0.02);
}

TEST_F(GlyphPicture, ends_a_load_that_pushes_where_it_acts) {
  const Vec3 at{0.5, 1, 0.5};
  frame.bodies[0].arrows = {{ForceArrow::Kind::kApplied, at, {0, -5, 0}}};
  const Picture picture = renderer.picture(frame, camera, display);
  const Vec3 in_head = colour_at_point(camera, picture, at + Vec3{0, 0.15 * longest, 0});
  EXPECT_GT(in_head.x, in_head.z + 0.2);  // a load is red
  EXPECT_GT(norm(change(picture, at + Vec3{0, 0.8 * longest, 0})), 0.1);
}

TEST_F(GlyphPicture, shows_a_contact_without_force_as_a_ball) {
  const Vec3 at{1, 0.5, 1};
  frame.bodies[0].arrows = {{ForceArrow::Kind::kContact, at, {}}};
  const Picture picture = renderer.picture(frame, camera, display);
  const auto changed = changed_pixels(bare, picture);
  EXPECT_GT(changed.size(), 4u);
  const auto [x, y] = pixel_of(camera, picture, at);
  for (const auto& [u, v] : changed) EXPECT_LT(std::hypot(u - x, v - y), 10);
}

TEST_F(GlyphPicture, lets_an_arrow_inside_a_body_shine_through) {
  frame.bodies[0].arrows = {{ForceArrow::Kind::kContact, {0.5, 0.4, 0.5}, {0, 1, 0}}};
  const Picture picture = renderer.picture(frame, camera, display);
  const double through = norm(change(picture, {0.5, 0.4 + 0.5 * longest, 0.5}));
  EXPECT_GT(through, 0.05);
  EXPECT_LT(through, 0.5);
}

TEST_F(GlyphPicture, passes_over_forces_that_are_not_finite_and_those_not_asked_for) {
  frame.bodies[0].arrows = {{ForceArrow::Kind::kPull, {1, 1, 1}, {NAN, 0, 0}},
                            {ForceArrow::Kind::kPull, {INFINITY, 1, 1}, {1, 0, 0}},
                            {ForceArrow::Kind::kPull, {1, 1, 1}, {1e200, 1e200, 0}}};
  EXPECT_TRUE(changed_pixels(bare, renderer.picture(frame, camera, display)).empty());
  frame.bodies[0].arrows = {{ForceArrow::Kind::kPull, {1, 1, 1}, {1, 0, 0}}};
  display.forces = false;
  EXPECT_TRUE(changed_pixels(bare, renderer.picture(frame, camera, display)).empty());
}

ToolFrame blade() {
  ToolFrame tool;
  tool.shape = std::make_shared<SurfaceMesh>(
      SurfaceMesh{{{0, 0, 0}, {0.4, 0, 0}, {0.4, 0.4, 0}, {0, 0.4, 0}}, {{0, 1, 2}, {0, 2, 3}}});
  tool.position = {1.05, 0.2, 1};
  return tool;
}

TEST_F(GlyphPicture, shows_a_blade_from_both_sides_where_it_is) {
  frame.tools.push_back(blade());
  for (const bool turned : {false, true}) {
    if (turned) frame.tools[0].axes = {{Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, -1}}};
    if (turned) frame.tools[0].position = {1.45, 0.2, 1};
    const Picture picture = renderer.picture(frame, camera, display);
    const Vec3 steel = colour_at_point(camera, picture, {1.25, 0.4, 1});
    EXPECT_GT(norm(change(picture, {1.25, 0.4, 1})), 0.1);
    EXPECT_LT(std::abs(steel.x - steel.z), 0.2);
    EXPECT_GT(steel.y, 0.15);
  }
}

TEST_F(GlyphPicture, shows_blades_in_steel_whatever_colours_bodies_have) {
  frame.tools.push_back(blade());
  const Vec3 plain = colour_at_point(camera, renderer.picture(frame, camera, display), {1.25, 0.4, 1});
  frame.bodies[0].stress.assign(frame.bodies[0].topology.elements->tetrahedra.size(), 5.0f);
  for (int what = 0; what < 4; ++what) {
    DisplayOptions other = display;
    other.colouring = what == 0 ? Colouring::kStress : Colouring::kPlain;
    other.wire = what == 1, other.volume = what == 2, other.fur = what == 3;
    const Vec3 colour = colour_at_point(camera, renderer.picture(frame, camera, other), {1.25, 0.4, 1});
    EXPECT_LT(norm(colour - plain), 0.02) << what;
  }
}

TEST(ToolBodies, keep_their_topology_while_the_shape_stays) {
  ToolBodies bodies;
  std::vector<ToolFrame> tools{blade(), blade()};
  const auto first = bodies.take(tools)[0].topology;
  tools[0].position = {3, 2, 1};
  const std::vector<BodyFrame>& moved = bodies.take(tools);
  EXPECT_EQ(moved[0].topology, first);
  EXPECT_EQ(moved[0].positions[2], (Vec3{3.4, 2.4, 1}));
  tools[0] = blade();
  EXPECT_NE(bodies.take(tools)[0].topology, first);
  tools.clear();
  EXPECT_TRUE(bodies.take(tools).empty());
}

}  // namespace
}  // namespace sinew
