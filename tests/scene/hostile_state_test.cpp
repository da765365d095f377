#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "base/error_of.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

namespace sinew {
namespace {

using testing::HasSubstr;

// States of files with a right checksum and contents that no run wrote: each is refused, and the world keeps
// its own.
class HostileState : public testing::Test {
 protected:
  // Tetrahedra, and an octree in the middle of a stroke.
  HostileState()
      : world_(load_world(scene_from_text(R"({"sinew": 1,
 "bodies": [{"name": "bar", "mesh": {"box": {"size": [2, 1, 1], "cells": [2, 1, 1]}}, "material": "rubber",
             "hold": [{"region": {"box": [[-1, -1, -1], [0, 2, 2]]}}]},
            {"name": "cubes", "type": "octree", "mesh": {"box": {"size": [3, 2, 2], "cells": [3, 2, 2]}},
             "material": "rubber", "hold": [{"region": {"box": [[-1, -1, -1], [0, 3, 3]]}}]}],
 "cuts": [{"body": "cubes", "blade": {"stroke": [{"time": 0, "line": [[1.4, -1, -1], [1.4, -1, 3]]},
                                                 {"time": 1, "line": [[1.4, 3, -1], [1.4, 3, 3]]}]}}]})"),
                          "scene.json")
                   .world) {
    for (int step = 0; step < 2; ++step) world_.step(0.3);
    state_ = world_.state();
  }

  static std::vector<double>& array(WorldState& state, std::size_t body, std::string_view name) {
    for (StateArray& array : state.bodies[body].arrays)
      if (array.name == name) return array.values;
    throw std::logic_error("no such array");
  }

  std::string refusal(const WorldState& bad) {
    const std::string message = error_of([&] { world_.restore(bad); });
    const WorldState after = world_.state();
    EXPECT_EQ(after.clock, state_.clock);
    for (std::size_t b = 0; b < state_.bodies.size(); ++b)
      for (std::size_t a = 0; a < state_.bodies[b].arrays.size(); ++a)
        EXPECT_EQ(after.bodies[b].arrays[a].values, state_.bodies[b].arrays[a].values);
    return message;
  }

  std::string refusal(std::string_view name, std::size_t at, double value) {
    WorldState bad = state_;
    array(bad, 1, name).at(at) = value;
    return refusal(bad);
  }

  World world_;
  WorldState state_;
};

TEST_F(HostileState, values_that_are_not_finite_are_refused_in_every_array) {
  for (std::size_t b = 0; b < 2; ++b)
    for (const StateArray& array : state_.bodies[b].arrays) {
      ASSERT_FALSE(array.values.empty()) << array.name;
      for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        WorldState bad = state_;
        HostileState::array(bad, b, array.name)[0] = value;
        EXPECT_THAT(refusal(bad), HasSubstr("not finite")) << array.name;
      }
    }
}

TEST_F(HostileState, links_that_cannot_be_are_refused) {
  // Voxel, axis, and for each end: distance, normal, cut.
  for (const std::size_t at : {0, 1, 2, 3, 8, 13})
    for (const double value : {1e300, -1e300, 0.5, 5e9})
      EXPECT_THAT(refusal("cut links", at, value), HasSubstr("where a whole number")) << at;
  EXPECT_THAT(refusal("cut links", 0, 1 << 25), HasSubstr("far from the lattice"));
  EXPECT_THAT(refusal("cut links", 3, 3), HasSubstr("no axis 3"));
  for (const std::size_t at : {4, 5, 6, 7, 9, 12})
    EXPECT_THAT(refusal("cut links", at, 1e30), HasSubstr("invalid distance or normal")) << at;
}

TEST_F(HostileState, numbers_of_cuts_that_cannot_be_are_refused) {
  for (const double value : {-1.0, 0.5, 2147483647.0, 1e300})
    EXPECT_THAT(refusal("cuts", 0, value), HasSubstr("where a whole number"));
}

TEST_F(HostileState, fronts_that_cannot_be_are_refused) {
  // Stroke, cut, number of points; then for each point: place along the line, voxel, and more.
  for (const std::size_t at : {0, 1, 4, 5, 6})
    for (const double value : {1e300, 0.5})
      EXPECT_THAT(refusal("stroke tips", at, value), HasSubstr("where a whole number")) << at;
  for (const double points : {0.0, 1.5, 2.5, 1e300, -1e300})
    EXPECT_NE(refusal("stroke tips", 2, points), "") << points;
  EXPECT_THAT(refusal("stroke tips", 4, 1000), HasSubstr("are invalid"));
  for (const double along : {-1.0, 3e158})
    EXPECT_THAT(refusal("stroke tips", 3, along), HasSubstr("are invalid"));
  EXPECT_THAT(refusal("stroke tips", 10, 1e200), HasSubstr("are invalid"));
}

TEST_F(HostileState, clocks_that_cannot_be_are_refused) {
  const auto with = [&](auto change) {
    WorldState bad = state_;
    change(bad.clock);
    return refusal(bad);
  };
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(with([](WorldClock& clock) { clock.step = kLast; }), HasSubstr("the saved clock cannot be"));
  EXPECT_THAT(with([](WorldClock& clock) { clock.origin_step = -kLast; }), HasSubstr("the saved clock"));
  EXPECT_THAT(with([](WorldClock& clock) { clock.origin_step = clock.step + 1; }), HasSubstr("saved clock"));
  EXPECT_THAT(with([](WorldClock& clock) { clock.dt = std::nan(""); }), HasSubstr("the saved clock"));
  EXPECT_THAT(with([](WorldClock& clock) { clock.origin_time = -1 / 0.0; }), HasSubstr("the saved clock"));
}

}  // namespace
}  // namespace sinew
