#include <gmock/gmock.h>

#include "base/error_of.h"
#include "scene/scene_texts.h"
#include "sinew/scene/load_world.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string attachments(const std::string& keys) {
  return R"("obstacles": [{"name": "post", "shape": {"type": "box", "lower": [-9, 2, -9], "upper": [9, 3, 9]}}],
            "attachments": [{)" +
         keys + "}]";
}

SceneDescription read(const std::string& keys) { return scene_from_text(small_scene("", attachments(keys))); }
std::string complaint(const std::string& keys) { return complaint_about(small_scene("", attachments(keys))); }

TEST(AttachmentScene, every_key_is_read) {
  const SceneDescription scene = read(R"("name": "glue", "body": "bar", "to": "post", "within": 4,
      "region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}, "from": 0.5, "until": 2)");
  const AttachmentDescription& one = scene.attachments.at(0);
  EXPECT_EQ(one.name, "glue");
  EXPECT_EQ(one.body, "bar");
  EXPECT_EQ(one.to, "post");
  EXPECT_EQ(one.within, 4);
  EXPECT_EQ(one.during.from, 0.5);
  EXPECT_EQ(one.during.until, 2);
  EXPECT_TRUE(std::holds_alternative<HalfSpaceDescription>(one.region.shape));
}

TEST(AttachmentScene, a_bar_that_is_glued_does_not_fall) {
  LoadedWorld loaded = load_world(read(R"("body": "bar", "to": "post")"), "s.json");
  const Box3 before = bounding_box(loaded.world.frame().bodies[0].positions);
  for (int i = 0; i < 3; ++i) loaded.world.step(0.05, {.reactions = true});
  EXPECT_NEAR(bounding_box(loaded.world.frame().bodies[0].positions).lower.y, before.lower.y, 1e-3);
  EXPECT_GT(loaded.world.frame().contact.attachments.at(0).force.y, 0);
}

TEST(AttachmentScene, bad_ones_are_refused_with_their_place) {
  EXPECT_THAT(complaint(R"("body": "bar", "to": "pst")"),
              HasSubstr("attachments[0].to: no body or obstacle is called \"pst\"; did you mean 'post'?\n"
                        "  there are: bar, post"));
  EXPECT_THAT(complaint(R"("body": "post", "to": "bar")"),
              HasSubstr("attachments[0].body: no body is called \"post\""));
  EXPECT_THAT(complaint(R"("body": "bar", "to": "bar")"),
              HasSubstr("attachments[0].to: a body cannot be attached to itself"));
  EXPECT_THAT(complaint(R"("body": "bar", "to": "post", "within": 0)"),
              HasSubstr("attachments[0].within: 0 is not"));
  EXPECT_THAT(complaint(R"("body": "bar", "to": "post", "from": 2, "until": 1)"),
              HasSubstr("it ends before it starts"));
  EXPECT_THAT(
      complaint(R"("name": "a", "body": "bar", "to": "post"}, {"name": "a", "body": "bar", "to": "post")"),
      HasSubstr("attachments[1].name: another one has this name already"));
  const SceneDescription nowhere =
      read(R"("body": "bar", "to": "post", "region": {"sphere": {"centre": [99, 0, 0], "radius": 1}})");
  EXPECT_THAT(
      error_of([&] { load_world(nowhere, "s.json"); }),
      HasSubstr("attachments[0]: the region of an attachment holds no vertex of the surface of 'bar'"));
}

TEST(MotionScene, a_path_is_read_and_its_times_ascend) {
  const auto with_path = [](const std::string& path) {
    return small_scene(
        "", R"("obstacles": [{"name": "post", "shape": {"type": "sphere", "centre": [0, 9, 0], "radius": 1},
                              "motion": {"path": )" +
                path + "}}]");
  };
  const SceneDescription scene =
      scene_from_text(with_path(R"([{"time": 0, "move": [0, 0, 0]}, {"time": 2, "move": [0, 4, 0]}])"));
  ASSERT_EQ(scene.obstacles[0].motion.path.size(), 2U);
  EXPECT_EQ(scene.obstacles[0].motion.path[1], (Waypoint{2, {0, 4, 0}}));
  EXPECT_THAT(
      complaint_about(with_path(R"([{"time": 1, "move": [0, 0, 0]}, {"time": 1, "move": [0, 4, 0]}])")),
      HasSubstr("path[1].time: it is not after the waypoint before"));
}

}  // namespace
}  // namespace sinew
