#include <gmock/gmock.h>

#include "base/error_of.h"
#include "render/bar_scene.h"
#include "render/window/session.h"
#include "sinew/render/viewer.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

namespace sinew {
namespace {

using test::kBar;
using testing::HasSubstr;

// Damps the body it touches.
class Damper : public Tool {
 public:
  std::string_view name() const override { return "damper"; }
  std::string_view help() const override { return "damps what it touches"; }
  bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override {
    const auto hit = pick(pointer.frame, pointer.ray);
    if (!hit) return false;
    commands.emplace_back(Tune{pointer.frame.bodies[hit->body].body, "stiffness damping", damping_});
    return true;
  }
  void move(const ToolPointer&, std::vector<SimulationCommand>&) override {}
  void end(std::vector<SimulationCommand>&) override {}
  std::vector<Tunable> tunables() const override { return {{"damping", "s", damping_, 0, 0.1}}; }
  void tune(std::string_view, double value) override { damping_ = value; }

 private:
  double damping_ = 0.01;
};

Session session(std::vector<MakeTool> tools) {
  SessionOptions options{.stepwise = true};
  options.tools = std::move(tools);
  Session session(load_world(scene_from_text(kBar), "bar.json"), options);
  session.handle({.kind = InputKind::kResize, .x = 800, .y = 500});
  return session;
}

std::unique_ptr<Tool> damper() { return std::make_unique<Damper>(); }

double damping(const Session& session) {
  for (const Tunable& figure : session.status().bodies.at(0).tunables)
    if (figure.name == "stiffness damping") return figure.value;
  return 0;
}

TEST(CustomTool, is_chosen_by_the_next_key_and_does_what_it_says) {
  Session bar = session({damper});
  ASSERT_EQ(bar.interaction().tools().size(), 6u);
  bar.handle(key_event(Key::k5));
  EXPECT_EQ(bar.interaction().active_tool().name(), "damper");
  bar.handle(tool_event("damper", "damping", 0.05));
  bar.handle({.kind = InputKind::kPress, .x = 400, .y = 250, .modifiers = {.shift = true}});
  EXPECT_TRUE(bar.interaction().tool_in_use());
  bar.handle({.kind = InputKind::kRelease, .x = 400, .y = 250});
  bar.update();
  EXPECT_EQ(bar.status().trouble, "");
  EXPECT_EQ(damping(bar), 0.05);
}

TEST(CustomTool, without_a_name_or_a_key_of_its_own_is_refused) {
  EXPECT_THAT(error_of([] { session({damper, damper}); }), HasSubstr("there is a tool 'damper' already"));
  EXPECT_THAT(error_of([] { session({[] { return std::unique_ptr<Tool>(); }}); }),
              HasSubstr("a tool is missing"));
}

}  // namespace
}  // namespace sinew
