#include "sinew/world/simulation.h"

#include <gmock/gmock.h>

#include "base/scratch_folder.h"
#include "scene/scene_texts.h"
#include "sinew/body/body.h"
#include "world/checkpoint.h"
#include "world/simulated_worlds.h"

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const Tunable& tunable(const Simulation& simulation, const std::string& name) {
  for (const Tunable& t : simulation.status().bodies.at(0).tunables)
    if (t.name == name) return t;
  throw Error("no tunable " + name);
}

Pull pull_at_the_end(Simulation& simulation, const Vec3& by) {
  Pull pull = make_pull(simulation.frame().bodies[0], {1, 0.1, 0.1}, 0.15);
  pull.target += by;
  return pull;
}

TEST(Simulation, it_stands_until_it_is_to_play_and_again_when_it_is_to_pause) {
  Simulation simulation(test::tumbling_world(), {});
  EXPECT_FALSE(simulation.advance());
  simulation.apply(Play{});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(simulation.advance());
  simulation.apply(Pause{});
  EXPECT_FALSE(simulation.advance());
  EXPECT_EQ(simulation.frame().step, 3);
  EXPECT_EQ(simulation.status().commands, 2);
}

TEST(Simulation, a_single_step_is_made_at_once_and_pauses) {
  Simulation simulation(test::tumbling_world(), {.playing = true});
  simulation.apply(StepOnce{}), simulation.apply(StepOnce{});
  EXPECT_EQ(simulation.frame().step, 2);
  EXPECT_FALSE(simulation.status().playing);
}

TEST(Simulation, what_acts_after_each_step_sees_the_world_of_that_step) {
  std::vector<std::int64_t> steps;
  SimulationOptions options;
  options.steps = 3, options.playing = true;
  options.after_step = [&](World& world) { steps.push_back(world.step_count()); };
  Simulation simulation(test::tumbling_world(), options);
  while (simulation.advance()) {
  }
  EXPECT_EQ(steps, (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(Simulation, an_exception_after_a_step_is_a_failure_of_it) {
  SimulationOptions options;
  options.playing = true;
  options.after_step = [](World&) { throw Error("the hand is gone"); };
  Simulation simulation(test::tumbling_world(), options);
  simulation.advance();
  EXPECT_TRUE(simulation.status().failed);
  EXPECT_FALSE(simulation.status().playing);
  EXPECT_THAT(simulation.status().trouble, HasSubstr("the hand is gone"));
}

TEST(Simulation, it_ends_after_its_steps_and_reset_starts_it_again) {
  Simulation simulation(test::tumbling_world(), {.steps = 3, .playing = true});
  const std::uint64_t start = frame_checksum(simulation.frame());
  int steps = 0;
  while (simulation.advance()) ++steps;
  EXPECT_EQ(steps, 3);
  EXPECT_TRUE(simulation.status().finished);
  simulation.apply(Play{}), simulation.apply(StepOnce{});
  EXPECT_FALSE(simulation.advance());
  EXPECT_EQ(simulation.frame().step, 3);

  simulation.apply(Reset{});
  EXPECT_EQ(frame_checksum(simulation.frame()), start);
  EXPECT_FALSE(simulation.status().finished);
  simulation.apply(Play{});
  EXPECT_TRUE(simulation.advance());
}

TEST(Simulation, reset_goes_on_playing_what_was_not_paused) {
  Simulation simulation(test::tumbling_world(), {.steps = 2, .playing = true});
  simulation.apply(Reset{});
  EXPECT_TRUE(simulation.status().playing);
  while (simulation.advance()) {
  }
  simulation.apply(Reset{});
  EXPECT_TRUE(simulation.status().playing);
  simulation.apply(Pause{}), simulation.apply(Reset{});
  EXPECT_FALSE(simulation.status().playing);
}

TEST(Simulation, a_body_that_fails_stops_the_run_at_the_last_good_state_until_it_is_reset) {
  SpringBody* body = nullptr;
  Simulation simulation(test::tumbling_world(&body), {.playing = true});
  body->fails_at = 3;
  while (simulation.advance()) {
  }
  EXPECT_FALSE(simulation.status().playing);
  EXPECT_FALSE(simulation.status().finished);
  EXPECT_THAT(simulation.status().trouble, HasSubstr("body 'stone', step 3: the displacement is not finite"));
  EXPECT_EQ(simulation.frame().step, 2);
  simulation.apply(StepOnce{});
  EXPECT_THAT(simulation.status().trouble, HasSubstr("step 3"));

  body->fails_at = 100;
  simulation.apply(Play{});
  EXPECT_THAT(simulation.status().trouble, IsEmpty());
  EXPECT_TRUE(simulation.advance());
  EXPECT_EQ(simulation.frame().step, 3);
  simulation.apply(Reset{});
  EXPECT_EQ(simulation.frame().step, 0);
}

TEST(Simulation, a_scene_that_leaves_the_finite_numbers_stops_and_can_be_reset) {
  Simulation simulation(
      test::simulated_text(
          R"("forces": [{"type": "point", "at": [1, 0.1, 0.1], "force": [0, 1e308, 0], "from": 0.05}])"),
      {.playing = true});
  for (int i = 0; i < 50 && simulation.advance(); ++i) {
  }
  EXPECT_THAT(simulation.status().trouble, HasSubstr("no longer finite"));
  const Frame& last = simulation.frame();
  EXPECT_GT(last.step, 0);
  for (const Vec3& p : last.bodies[0].positions) EXPECT_TRUE(is_finite(p));
  simulation.apply(Reset{});
  EXPECT_THAT(simulation.status().trouble, IsEmpty());
  EXPECT_TRUE(simulation.advance());
}

TEST(Simulation, what_was_tuned_stays_through_a_reset) {
  Simulation simulation(test::simulated_text(), {});
  const double young = 2 * tunable(simulation, "young").value;
  for (int i = 0; i < 3; ++i) simulation.apply(StepOnce{});
  simulation.apply(Tune{"bar", "young", young});
  simulation.apply(Reset{});
  EXPECT_EQ(tunable(simulation, "young").value, young);
  Simulation fresh(test::simulated_text(), {});
  fresh.apply(Tune{"bar", "young", young});
  for (Simulation* s : {&simulation, &fresh})
    for (int i = 0; i < 3; ++i) s->apply(StepOnce{});
  EXPECT_EQ(frame_checksum(simulation.frame()), frame_checksum(fresh.frame()));
}

// Checksums of all frames of a session with a bit of everything.
std::vector<std::uint64_t> session() {
  Simulation simulation(test::simulated_text(), {.contents = {.stress = true, .forces = true}});
  std::vector<std::uint64_t> sums;
  const auto play = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      simulation.advance();
      sums.push_back(frame_checksum(simulation.frame()));
    }
  };
  simulation.apply(Play{});
  play(3);
  const Pull pull = pull_at_the_end(simulation, {0, 0.1, 0.05});
  simulation.apply(SetPull{"bar", pull});
  play(4);
  simulation.apply(Tune{"bar", "density", 500}), simulation.apply(Tune{"bar", "mass damping", 2});
  play(3);
  simulation.apply(ReleasePulls{});
  simulation.apply(SetTools{{{"hand", nullptr, {1, 2, 3}, Mat3::identity()}}});
  play(3);
  simulation.apply(Reset{});
  play(3);
  return sums;
}

TEST(Simulation, the_same_commands_at_the_same_steps_give_the_same_bits) { EXPECT_EQ(session(), session()); }

TEST(Simulation, commands_that_cannot_be_are_trouble_and_the_run_goes_on) {
  Simulation simulation(test::simulated_text(), {.playing = true});
  Pull pull = pull_at_the_end(simulation, {});
  pull.nodes[0] = -1;
  const std::vector<std::pair<SimulationCommand, const char*>> bad = {
      {Tune{"bra", "young", 1e6}, "did you mean 'bar'?"},
      {Tune{"bar", "yuong", 1e6}, "did you mean 'young'?"},
      {Tune{"bar", "young", -1}, "young cannot be -1"},
      {SetPull{"bra", pull}, "no body 'bra'"},
      {SetPull{"bar", pull}, "node -1"},
      {SaveCheckpoint{"/dev/null/at/all"}, "/dev/null/at/all"}};
  for (const auto& [command, complaint] : bad) {
    simulation.apply(command);
    EXPECT_THAT(simulation.status().trouble, HasSubstr(complaint));
    EXPECT_TRUE(simulation.advance());
  }
}

TEST(Simulation, a_body_that_cannot_be_pulled_says_so) {
  Simulation simulation(test::tumbling_world(), {});
  simulation.apply(SetPull{"stone", {{0}, {1}, {1, 2, 3}, 1}});
  EXPECT_THAT(simulation.status().trouble, HasSubstr("'stone' cannot be pulled"));
  simulation.apply(Tune{"stone", "young", 1});
  EXPECT_THAT(simulation.status().trouble, HasSubstr("nothing to tune"));
}

// Keeps what it is cut with and pulled by; each cut gives it another topology.
struct CutBody final : SpringBody, Cuttable, Pullable {
  CutBody() : SpringBody("stone", one_tetrahedron()) {}
  Cuttable* cuttable() override { return this; }
  Pullable* pullable() override { return this; }
  bool cut(const Blade& blade) override {
    require_valid(blade, "");
    blades.push_back(blade);
    topology = one_tetrahedron();
    return true;
  }
  void publish(const FrameContents& contents, BodyFrame& frame) const override {
    SpringBody::publish(contents, frame);
    frame.topology = topology;
  }
  void set_pulls(std::vector<Pull> set) override { pulls = std::move(set); }
  bool sweep(const BladeSweep& sweep) override {
    require_valid(sweep, "");
    sweeps.push_back(sweep);
    return true;
  }
  std::vector<Blade> blades;
  std::vector<BladeSweep> sweeps;
  std::vector<Pull> pulls;
  FrameTopology topology = one_tetrahedron();
};

// A simulation of one CutBody.
struct CutSimulation {
  CutSimulation() {
    auto stone = std::make_unique<CutBody>();
    cut = stone.get();
    SimulatedWorld simulated;
    simulated.world.add(std::move(stone));
    simulation.emplace(std::move(simulated), SimulationOptions{});
  }
  CutBody* cut = nullptr;
  std::optional<Simulation> simulation;
};

TEST(Simulation, a_pull_at_the_body_as_it_was_before_a_cut_is_passed_over) {
  CutSimulation stone;
  const auto shown = stone.simulation->frame().bodies[0].topology.elements;
  const SetPull pull{"stone", {{0}, {1}, {1, 2, 3}, 1}, shown};
  stone.simulation->apply(pull);
  EXPECT_EQ(stone.cut->pulls.size(), 1u);
  stone.simulation->apply(ReleasePulls{});
  stone.simulation->apply(Cut{"", {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}});
  stone.simulation->apply(pull);
  EXPECT_TRUE(stone.cut->pulls.empty());
  EXPECT_EQ(stone.simulation->status().trouble, "");
  stone.simulation->apply(SetPull{"stone", pull.pull, stone.simulation->frame().bodies[0].topology.elements});
  EXPECT_EQ(stone.cut->pulls.size(), 1u);
}

TEST(Simulation, cuts_that_follow_on_each_other_are_made_as_one) {
  CutSimulation stone;
  const Blade blade{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  stone.simulation->apply(std::vector<SimulationCommand>{Cut{"", blade}, Cut{"", blade}, Cut{"stone", blade},
                                                         Play{}, Cut{"", blade}, Cut{"", blade},
                                                         Cut{"", blade}});
  EXPECT_EQ(stone.simulation->status().commands, 7);
  const std::vector<Blade>& blades = stone.cut->blades;
  ASSERT_EQ(blades.size(), 3u);
  EXPECT_EQ(blades[0].triangle_count(), 2);
  EXPECT_EQ(blades[1], blade);
  EXPECT_EQ(blades[2].triangle_count(), 3);
  EXPECT_EQ(blades[2].corners(2), blade.corners(0));
}

TEST(Simulation, sweeps_of_one_stroke_that_follow_on_each_other_are_made_as_one) {
  CutSimulation stone;
  const auto sweep = [](std::int64_t stroke, double from, bool begins, bool ends) {
    const auto line = [](double z) { return BladeSweep::Line{{0, 0, z}, {1, 0, z}}; };
    return Sweep{"", {stroke, {line(from), line(from + 1)}, begins, ends}};
  };
  stone.simulation->apply(std::vector<SimulationCommand>{
      sweep(1, 0, true, false), sweep(1, 1, false, false), sweep(1, 2, false, true), sweep(2, 0, true, false),
      sweep(2, 1, false, true), sweep(2, 5, true, false), Cut{"", {}}, sweep(2, 6, false, false)});
  EXPECT_EQ(stone.simulation->status().commands, 8);
  std::vector<std::size_t> lines;
  for (const BladeSweep& s : stone.cut->sweeps) lines.push_back(s.lines.size());
  EXPECT_EQ(lines, (std::vector<std::size_t>{4, 3, 2, 2}));
  EXPECT_TRUE(stone.cut->sweeps[0].begins && stone.cut->sweeps[0].ends);
  EXPECT_EQ(stone.cut->sweeps[0].lines[3][0].z, 3);
}

TEST(Simulation, only_a_step_that_fails_counts_as_failed) {
  SpringBody* body = nullptr;
  Simulation simulation(test::tumbling_world(&body), {});
  simulation.apply(Cut{"", {}});
  EXPECT_THAT(simulation.status().trouble, HasSubstr("no body that can be cut"));
  EXPECT_FALSE(simulation.status().failed);
  body->fails_at = 1;
  simulation.apply(StepOnce{});
  EXPECT_TRUE(simulation.status().failed);
  simulation.apply(Reset{});
  EXPECT_FALSE(simulation.status().failed);
}

TEST(Simulation, frames_show_pulls_tools_and_contents_without_a_step) {
  Simulation simulation(test::simulated_text(), {});
  EXPECT_THAT(simulation.frame().bodies[0].arrows, IsEmpty());
  simulation.apply(SetPull{"bar", pull_at_the_end(simulation, {})});
  simulation.apply(SetTools{{{"blade", nullptr, {1, 0, 0}, Mat3::identity()}}});
  simulation.apply(SetContents{{.stress = true, .forces = true}});
  const Frame& frame = simulation.frame();
  EXPECT_EQ(frame.step, 0);
  EXPECT_EQ(frame.bodies[0].arrows.size(), 1u);
  EXPECT_FALSE(frame.bodies[0].stress.empty());
  ASSERT_EQ(frame.tools.size(), 1u);
  EXPECT_EQ(frame.tools[0].name, "blade");
  simulation.apply(ReleasePulls{});
  EXPECT_THAT(simulation.frame().bodies[0].arrows, IsEmpty());
}

TEST(Simulation, frames_tell_where_the_time_of_the_steps_went) {
  Simulation simulation(test::simulated_text(), {});
  simulation.apply(StepOnce{});
  std::vector<std::string> names;
  for (const Profile::Zone& zone : simulation.frame().zones) names.push_back(zone.name);
  EXPECT_THAT(names, testing::IsSupersetOf({"predict", "solve", "commit"}));
}

TEST(Simulation, fewer_than_no_steps_are_refused) {
  EXPECT_THROW(Simulation(test::tumbling_world(), {.steps = -1}), Error);
}

class SavedSimulation : public ScratchFolderTest {};

TEST_F(SavedSimulation, a_checkpoint_saved_on_the_way_goes_on_with_the_same_bits) {
  Simulation simulation(test::simulated_text(), {.playing = true});
  for (int i = 0; i < 3; ++i) simulation.advance();
  simulation.apply(SaveCheckpoint{folder_ / "here"});
  EXPECT_THAT(simulation.status().notice, HasSubstr("step 3 is saved in"));
  EXPECT_THAT(simulation.status().trouble, IsEmpty());
  SimulatedWorld other = test::simulated_text();
  read_checkpoint(checkpoint_path(folder_ / "here", 3), other.world, other.fingerprint);
  for (int i = 0; i < 3; ++i) simulation.advance(), other.world.step(other.dt);
  EXPECT_EQ(frame_checksum(simulation.frame()), frame_checksum(other.world.frame()));
}

TEST_F(SavedSimulation, it_says_where_a_checkpoint_lacks_what_was_tuned) {
  Simulation simulation(test::simulated_text(), {});
  simulation.apply(Tune{"bar", "cycles", 3});
  simulation.apply(SaveCheckpoint{folder_});
  EXPECT_THAT(simulation.status().notice, HasSubstr("without what was tuned"));
}

TEST_F(SavedSimulation, a_body_that_fails_leaves_its_last_good_state) {
  for (const bool by_hand : {false, true}) {
    const std::filesystem::path folder = folder_ / (by_hand ? "stepped" : "played");
    SpringBody* body = nullptr;
    Simulation simulation(test::tumbling_world(&body), {.playing = !by_hand, .folder = folder});
    body->fails_at = 3;
    for (int i = 0; i < 3; ++i)
      if (by_hand)
        simulation.apply(StepOnce{});
      else
        simulation.advance();
    EXPECT_TRUE(simulation.status().failed);
    EXPECT_THAT(
        simulation.status().trouble,
        testing::AllOf(HasSubstr("body 'stone', step 3: the displacement is not finite"),
                       HasSubstr("smaller time step (it is 0.01 s)"),
                       HasSubstr("last good state, step 2, is in " + checkpoint_path(folder, 2).string())));
    SimulatedWorld saved = test::tumbling_world();
    read_checkpoint(checkpoint_path(folder, 2), saved.world, saved.fingerprint);
    EXPECT_EQ(saved.world.frame().bodies[0].positions, simulation.frame().bodies[0].positions);
  }
}

TEST_F(SavedSimulation, a_failure_is_told_even_where_its_state_cannot_be_saved) {
  SpringBody* body = nullptr;
  Simulation simulation(test::tumbling_world(&body), {.playing = true, .folder = "/dev/null/folder"});
  body->fails_at = 1;
  simulation.advance();
  EXPECT_THAT(simulation.status().trouble,
              testing::AllOf(HasSubstr("body 'stone', step 1"), HasSubstr("could not be saved: /dev/null")));
}

}  // namespace
}  // namespace sinew
