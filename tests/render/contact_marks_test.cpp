#include "render/engine/contact_marks.h"

#include <gtest/gtest.h>

#include "render/small_bodies.h"
#include "sinew/render/picture.h"

namespace sinew {
namespace {

class MarkPicture : public testing::Test {
 protected:
  MarkPicture() : renderer(320, 240) {
    display.contacts = true;
    display.ground = display.shadows = display.legend = false;
    frame.bodies.push_back(box_body({1, 1, 1}, {1, 1, 1}));
    camera =
        camera_around(bounding_box(frame.bodies[0].positions).inflated(0.2), {0, 1, 0}, 0.3, 0.3, 4.0 / 3);
    bare = renderer.picture(frame, camera, display);
  }
  Vec3 colour_of(ContactMark::Kind kind) {
    frame.contact.marks = {{kind, at, {0, 0, 1}}};
    return colour_at_point(camera, renderer.picture(frame, camera, display), at);
  }

  const Vec3 at{0.5, 0.5, 1.01};
  OffscreenRenderer renderer;
  DisplayOptions display;
  Frame frame;
  Camera camera;
  Picture bare;
};

TEST_F(MarkPicture, shows_what_a_contact_does_by_its_colour) {
  const Vec3 watched = colour_of(ContactMark::Kind::kWatched),
             pressed = colour_of(ContactMark::Kind::kPressed), glued = colour_of(ContactMark::Kind::kGlued);
  EXPECT_GT(watched.x, watched.z + 0.2);  // amber
  EXPECT_GT(pressed.y, pressed.x + 0.1);  // green
  EXPECT_GT(glued.z, glued.y + 0.1);      // violet
}

TEST_F(MarkPicture, puts_a_pin_at_its_place_along_the_normal) {
  frame.contact.marks = {{ContactMark::Kind::kPressed, {1, 0.5, 0.5}, {1, 0, 0}}};
  const Picture picture = renderer.picture(frame, camera, display);
  const auto change = [&](const Vec3& p) {
    return norm(colour_at_point(camera, picture, p) - colour_at_point(camera, bare, p));
  };
  EXPECT_GT(change({1.02, 0.5, 0.5}), 0.1);
  EXPECT_LT(change({1.15, 0.5, 0.5}), 0.02);
  EXPECT_LT(change({1.02, 0.7, 0.5}), 0.02);
}

TEST_F(MarkPicture, shows_none_that_are_not_asked_for_or_not_finite) {
  frame.contact.marks = {{ContactMark::Kind::kPressed, {NAN, 0.5, 1}, {0, 0, 1}}};
  EXPECT_TRUE(changed_pixels(bare, renderer.picture(frame, camera, display)).empty());
  frame.contact.marks = {{ContactMark::Kind::kPressed, at, {0, 0, 1}}};
  display.contacts = false;
  EXPECT_TRUE(changed_pixels(bare, renderer.picture(frame, camera, display)).empty());
}

}  // namespace
}  // namespace sinew
