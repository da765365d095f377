#include "render/interaction.h"

#include <gmock/gmock.h>

#include "base/error_of.h"
#include "render/event_file.h"
#include "render/frames.h"

namespace sinew {
namespace {

using testing::HasSubstr;

// A square of side 2 in the plane z = 0, seen straight on from 10 m in a picture of 800 x 600 beside panels
// of 200.
class InteractionTest : public testing::Test {
 protected:
  InteractionTest() : interaction_(camera(), {}) {
    send({.kind = InputKind::kResize, .x = 1000, .y = 600, .value = 200});
  }

  static Camera camera() {
    Camera camera;
    camera.distance = 10;
    return camera;
  }

  void send(const InputEvent& event) { interaction_.handle(event, frame_); }
  void key(Key key, Modifiers modifiers = {}) { send(key_event(key, modifiers)); }
  void drag(double from_x, double from_y, double to_x, double to_y, MouseButton button,
            Modifiers modifiers = {}) {
    send({.kind = InputKind::kPress, .x = from_x, .y = from_y, .button = button, .modifiers = modifiers});
    send({.kind = InputKind::kMove, .x = to_x, .y = to_y});
    send({.kind = InputKind::kRelease, .x = to_x, .y = to_y, .button = button});
  }

  // Pixels of the window for a metre in the plane of the square.
  static double pixels_per_metre() { return 600 / (2 * 10 * std::tan(camera().angle / 2)); }

  template <typename Command>
  std::vector<Command> commands() {
    std::vector<Command> found;
    for (const SimulationCommand& command : interaction_.take_commands())
      if (const auto* one = std::get_if<Command>(&command)) found.push_back(*one);
    return found;
  }

  Frame frame_ = frame_of(square_at({}));
  Interaction interaction_;
};

constexpr Modifiers kShift{.shift = true};

TEST_F(InteractionTest, a_left_drag_turns_the_camera_about_its_target) {
  drag(600, 300, 600 + 600 / 4, 300, MouseButton::kLeft);
  EXPECT_NEAR(interaction_.camera().azimuth, -M_PI / 4, 1e-12);
  drag(600, 300, 600, 300 + 600 / 8, MouseButton::kLeft);
  EXPECT_NEAR(interaction_.camera().elevation, M_PI / 8, 1e-12);
  EXPECT_EQ(interaction_.camera().target, Vec3{});
  EXPECT_TRUE(interaction_.take_commands().empty());
}

TEST_F(InteractionTest, what_was_under_the_pointer_stays_there_while_the_view_is_moved) {
  for (const MouseButton button : {MouseButton::kRight, MouseButton::kMiddle}) {
    const Vec3 before = interaction_.camera().target;
    drag(600, 300, 600 + pixels_per_metre(), 300 - 2 * pixels_per_metre(), button);
    EXPECT_LT(distance(interaction_.camera().target - before, Vec3{-1, -2, 0}), 1e-12);
  }
}

TEST_F(InteractionTest, the_pointer_moves_nothing_while_no_button_is_down) {
  send({.kind = InputKind::kMove, .x = 700, .y = 100});
  EXPECT_EQ(interaction_.camera().azimuth, 0);
  send({.kind = InputKind::kPress, .x = 700, .y = 100});
  EXPECT_EQ(interaction_.camera().azimuth, 0);
}

TEST_F(InteractionTest, another_button_neither_takes_over_nor_ends_a_drag) {
  send({.kind = InputKind::kPress, .x = 600, .y = 300});
  send({.kind = InputKind::kPress, .x = 600, .y = 300, .button = MouseButton::kRight});
  send({.kind = InputKind::kRelease, .x = 600, .y = 300, .button = MouseButton::kRight});
  send({.kind = InputKind::kMove, .x = 750, .y = 300});
  EXPECT_NEAR(interaction_.camera().azimuth, -M_PI / 4, 1e-12);
  EXPECT_EQ(interaction_.camera().target, Vec3{});
}

TEST_F(InteractionTest, the_wheel_goes_nearer_and_back_within_limits) {
  send({.kind = InputKind::kWheel, .value = 1});
  EXPECT_LT(interaction_.camera().distance, 10);
  send({.kind = InputKind::kWheel, .value = -1});
  EXPECT_NEAR(interaction_.camera().distance, 10, 1e-12);
  send({.kind = InputKind::kWheel, .value = 1e6});
  EXPECT_NEAR(interaction_.camera().distance, 0.1, 1e-12);
  send({.kind = InputKind::kWheel, .value = -1e6});
  EXPECT_NEAR(interaction_.camera().distance, 1000, 1e-9);
}

TEST_F(InteractionTest, a_double_click_puts_the_point_under_it_into_the_middle) {
  send({.kind = InputKind::kDoubleClick, .x = 600 + 0.5 * pixels_per_metre(), .y = 300});
  EXPECT_LT(distance(interaction_.camera().target, Vec3{0.5, 0, 0}), 1e-12);
  send({.kind = InputKind::kDoubleClick, .x = 990, .y = 10});
  EXPECT_LT(distance(interaction_.camera().target, Vec3{0.5, 0, 0}), 1e-12) << "there is nothing there";
}

TEST_F(InteractionTest, a_drag_with_shift_pulls_the_body_to_the_pointer) {
  const double metre = pixels_per_metre();
  drag(600, 300, 600 + 3 * metre, 300 - 0.5 * metre, MouseButton::kLeft, kShift);
  std::vector<SimulationCommand> all = interaction_.take_commands();
  ASSERT_EQ(all.size(), 3u);
  const auto& first = std::get<SetPull>(all[0]);
  const auto& second = std::get<SetPull>(all[1]);
  EXPECT_EQ(first.body, "body");
  EXPECT_EQ(first.pull.target, pulled_point(first.pull, frame_.bodies[0].positions));
  EXPECT_TRUE(second.pull.same_patch(first.pull));
  EXPECT_LT(distance(second.pull.target - first.pull.target, Vec3{3, 0.5, 0}), 1e-9);
  EXPECT_TRUE(std::holds_alternative<ReleasePulls>(all[2]));
  EXPECT_EQ(interaction_.camera().azimuth, 0) << "a pull does not turn the view";
}

TEST_F(InteractionTest, a_pull_shows_its_spring_from_where_the_body_is_now) {
  send({.kind = InputKind::kPress, .x = 600, .y = 300, .modifiers = kShift});
  EXPECT_TRUE(interaction_.tool_in_use());
  for (Vec3& p : frame_.bodies[0].positions) p.z += 1;
  const auto lines = interaction_.active_tool().lines(frame_);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_LT(distance(lines[0][0] - lines[0][1], Vec3{0, 0, 1}), 1e-12);
  key(Key::kEscape);
  EXPECT_FALSE(interaction_.tool_in_use());
  EXPECT_TRUE(interaction_.active_tool().lines(frame_).empty());
  EXPECT_EQ(commands<ReleasePulls>().size(), 1u);
}

TEST_F(InteractionTest, a_drag_with_shift_beside_all_bodies_does_nothing) {
  drag(990, 10, 840, 10, MouseButton::kLeft, kShift);
  EXPECT_TRUE(interaction_.take_commands().empty());
  EXPECT_EQ(interaction_.camera().azimuth, 0);
  EXPECT_FALSE(interaction_.tool_in_use());
}

TEST_F(InteractionTest, space_plays_and_pauses) {
  key(Key::kSpace);
  EXPECT_TRUE(interaction_.playing());
  EXPECT_EQ(commands<Play>().size(), 1u);
  key(Key::kSpace);
  EXPECT_FALSE(interaction_.playing());
  EXPECT_EQ(commands<Pause>().size(), 1u);
}

TEST_F(InteractionTest, space_plays_again_after_the_simulation_stopped_by_itself) {
  key(Key::kSpace);
  interaction_.note_playing(false);
  interaction_.take_commands();
  key(Key::kSpace);
  EXPECT_EQ(commands<Play>().size(), 1u);
}

TEST_F(InteractionTest, a_single_step_pauses_first) {
  key(Key::kSpace);
  interaction_.take_commands();
  key(Key::kPeriod);
  const auto all = interaction_.take_commands();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<Pause>(all[0]));
  EXPECT_TRUE(std::holds_alternative<StepOnce>(all[1]));
  EXPECT_FALSE(interaction_.playing());
}

TEST_F(InteractionTest, r_resets_and_panels_tune) {
  key(Key::kR);
  EXPECT_EQ(commands<Reset>().size(), 1u);
  send(tune_event("body", "young", 3e5));
  const auto tunes = commands<Tune>();
  ASSERT_EQ(tunes.size(), 1u);
  EXPECT_EQ(tunes[0].body, "body");
  EXPECT_EQ(tunes[0].name, "young");
  EXPECT_EQ(tunes[0].value, 3e5);
}

TEST_F(InteractionTest, f_shows_all_of_the_scene_from_the_same_side) {
  drag(600, 300, 300, 350, MouseButton::kLeft);
  drag(600, 300, 0, 0, MouseButton::kRight);
  const double azimuth = interaction_.camera().azimuth;
  key(Key::kF);
  EXPECT_LT(norm(interaction_.camera().target), 1);
  EXPECT_EQ(interaction_.camera().azimuth, azimuth);
  EXPECT_LT(interaction_.camera().distance, 10);
}

TEST_F(InteractionTest, wishes_to_the_viewer_come_out_in_order) {
  key(Key::kP);
  key(Key::kP, kShift);
  key(Key::kM);
  key(Key::kK);
  send({.kind = InputKind::kClose});
  EXPECT_EQ(interaction_.take_actions(),
            (std::vector{ViewerAction::kSavePicture, ViewerAction::kSaveWindow, ViewerAction::kToggleMovie,
                         ViewerAction::kSaveCheckpoint, ViewerAction::kClose}));
  EXPECT_TRUE(interaction_.take_actions().empty());
}

TEST_F(InteractionTest, f1_and_escape_open_and_close_the_list_of_keys) {
  key(Key::kF1);
  EXPECT_TRUE(interaction_.help_shown());
  key(Key::kEscape);
  EXPECT_FALSE(interaction_.help_shown());
}

TEST_F(InteractionTest, tab_gives_the_panels_place_to_the_picture) {
  EXPECT_EQ(interaction_.area().left, 200);
  EXPECT_EQ(interaction_.area().width, 800);
  EXPECT_TRUE(interaction_.contents().energies);
  key(Key::kTab);
  EXPECT_EQ(interaction_.area().left, 0);
  EXPECT_EQ(interaction_.area().width, 1000);
  EXPECT_FALSE(interaction_.contents().energies);
}

TEST_F(InteractionTest, panels_leave_half_of_a_narrow_window) {
  send({.kind = InputKind::kResize, .x = 300, .y = 600, .value = 200});
  EXPECT_EQ(interaction_.area().width, 150);
}

TEST_F(InteractionTest, nothing_happens_in_a_window_without_size) {
  send({.kind = InputKind::kResize});
  EXPECT_TRUE(interaction_.area().empty());
  drag(0, 0, 10, 10, MouseButton::kLeft, kShift);
  send({.kind = InputKind::kDoubleClick});
  key(Key::kF);
  EXPECT_TRUE(interaction_.take_commands().empty());
  EXPECT_EQ(interaction_.camera().azimuth, 0);
}

TEST_F(InteractionTest, what_is_shown_can_be_changed_and_nonsense_is_refused) {
  send(display_event("wire", "on"));
  send(display_event("colouring", "stress"));
  EXPECT_TRUE(interaction_.display().wire);
  EXPECT_TRUE(interaction_.contents().stress);
  EXPECT_THROW(send(display_event("wires", "on")), Error);
}

TEST_F(InteractionTest, number_keys_choose_among_the_tools_that_there_are) {
  struct Probe : Tool {
    std::string_view name() const override { return "probe"; }
    std::string_view help() const override { return "feel"; }
    bool begin(const ToolPointer&, std::vector<SimulationCommand>&) override { return true; }
    void move(const ToolPointer&, std::vector<SimulationCommand>&) override {}
    void end(std::vector<SimulationCommand>&) override {}
  };
  interaction_.add_tool(std::make_unique<Probe>());
  EXPECT_EQ(interaction_.active_tool().name(), "grab");
  key(Key::k2);
  EXPECT_EQ(interaction_.active_tool().name(), "blade");
  key(Key::k3);
  EXPECT_EQ(interaction_.active_tool().name(), "pusher");
  key(Key::k4);
  EXPECT_EQ(interaction_.active_tool().name(), "grasper");
  key(Key::k5);
  EXPECT_EQ(interaction_.active_tool().name(), "probe");
  key(Key::k6);
  EXPECT_EQ(interaction_.active_tool().name(), "probe");
  key(Key::k1);
  EXPECT_EQ(interaction_.active_tool().name(), "grab");
}

TEST_F(InteractionTest, a_drag_with_the_blade_cuts_beside_the_bodies_too_and_does_not_turn_the_view) {
  key(Key::k2);
  drag(990, 300, 600, 300, MouseButton::kLeft, kShift);
  EXPECT_EQ(commands<Sweep>().size(), 2u);
  EXPECT_EQ(interaction_.camera().azimuth, 0);
}

TEST_F(InteractionTest, parameters_of_a_tool_are_set_by_name_and_nonsense_is_refused) {
  const auto depth = [&] { return interaction_.tools()[1]->tunables().at(0).value; };
  EXPECT_EQ(depth(), 1);
  send(tool_event("blade", "depth", 0.25));
  EXPECT_EQ(depth(), 0.25);
  EXPECT_THAT(error_of([&] { send(tool_event("balde", "depth", 0.5)); }), HasSubstr("did you mean 'blade'?"));
  EXPECT_THAT(error_of([&] { send(tool_event("blade", "dept", 0.5)); }), HasSubstr("did you mean 'depth'?"));
  EXPECT_THAT(error_of([&] { send(tool_event("blade", "depth", 0)); }), HasSubstr("tool 'blade'"));
  EXPECT_THAT(error_of([&] { send(tool_event("grab", "depth", 1)); }), HasSubstr("nothing to tune"));
  EXPECT_EQ(depth(), 0.25);
}

TEST_F(InteractionTest, a_pull_keeps_its_place_on_a_body_whose_nodes_are_numbered_anew) {
  send({.kind = InputKind::kPress, .x = 600 + 0.9 * pixels_per_metre(), .y = 300, .modifiers = kShift});
  const Vec3 before = interaction_.active_tool().lines(frame_).at(0)[0];
  // One triangle less and the other turned round: the corner that was node 2 is now node 0.
  SurfaceMesh half{{{1, 1, 0}, {-1, -1, 0}, {1, -1, 0}}, {{0, 1, 2}}};
  frame_ = frame_of(half);
  EXPECT_GT(interaction_.active_tool().lines(frame_).at(0)[0].x, before.x - 0.5);
  send({.kind = InputKind::kMove, .x = 600 + 0.9 * pixels_per_metre(), .y = 200});
  const Pull pull = commands<SetPull>().back().pull;
  EXPECT_EQ(pull.nodes.back(), 2);
  EXPECT_GT(pulled_point(pull, frame_.bodies[0].positions).x, 0.9);
}

TEST_F(InteractionTest, another_tool_ends_the_drag_of_the_first) {
  send({.kind = InputKind::kPress, .x = 600, .y = 300, .modifiers = kShift});
  key(Key::k1);
  EXPECT_FALSE(interaction_.tool_in_use());
  EXPECT_EQ(commands<ReleasePulls>().size(), 1u);
}

}  // namespace
}  // namespace sinew
