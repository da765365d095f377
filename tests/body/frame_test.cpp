#include "body/frame.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

FrameTopology two_triangles() {
  FrameTopology topology;
  topology.rest_positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-3, 0, 0}};
  topology.triangles = {{0, 1, 2}, {0, 2, 3}};
  return topology;
}

TEST(Frame, a_node_takes_the_mean_of_its_elements_weighted_by_size) {
  const std::vector<float> values = node_values(two_triangles(), {8, 4});
  EXPECT_FLOAT_EQ(values[1], 8);
  EXPECT_FLOAT_EQ(values[3], 4);
  EXPECT_FLOAT_EQ(values[0], (8 * 1 + 4 * 3) / 4.F);
}

TEST(Frame, a_node_without_elements_gets_zero) {
  FrameTopology topology = two_triangles();
  topology.triangles.pop_back();
  EXPECT_EQ(node_values(topology, {8})[3], 0);
}

Frame full_frame() {
  Frame frame;
  frame.step = 3, frame.time = 0.25;
  frame.bodies.resize(1);
  BodyFrame& body = frame.bodies[0];
  body.positions = {{1, 2, 3}, {4, 5, 6}}, body.velocities = {{0, 0, 1}, {0, 1, 0}};
  body.stress = {1, 2, 3};
  body.arrows = {{ForceArrow::Kind::kPull, {1, 0, 0}, {0, 1, 0}}};
  frame.tools = {{"hand", nullptr, {1, 2, 3}, Mat3::identity()}};
  return frame;
}

TEST(Frame, the_checksum_notices_every_thing_that_changes_from_step_to_step) {
  const std::uint64_t sum = frame_checksum(full_frame());
  const std::vector<void (*)(Frame&)> changes = {
      [](Frame& f) { ++f.step; },
      [](Frame& f) { f.time = 0.26; },
      [](Frame& f) { f.bodies[0].positions[1].z = -6; },
      [](Frame& f) { f.bodies[0].velocities[0].x = 1e-300; },
      [](Frame& f) { f.bodies[0].velocities.pop_back(); },
      [](Frame& f) { f.bodies[0].stress[2] = 4; },
      [](Frame& f) { f.bodies[0].energies.elastic = 1; },
      [](Frame& f) { f.bodies[0].arrows[0].kind = ForceArrow::Kind::kContact; },
      [](Frame& f) { f.bodies[0].arrows[0].at.y = 1; },
      [](Frame& f) { f.bodies[0].arrows[0].force.y = 2; },
      [](Frame& f) { f.bodies[0].arrows.clear(); },
      [](Frame& f) { f.tools[0].position.x = 2; },
      [](Frame& f) { f.tools[0].axes(0, 0) = -1; },
      [](Frame& f) { f.bodies.emplace_back(); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Frame frame = full_frame();
    changes[i](frame);
    EXPECT_NE(frame_checksum(frame), sum) << "change " << i;
  }
}

TEST(Frame, the_checksum_is_that_of_what_was_simulated_not_of_the_clock) {
  Frame frame = full_frame();
  frame.zones = {{"solve", 1.25, 3}};
  frame.checksum = 99;
  EXPECT_EQ(frame_checksum(frame), frame_checksum(full_frame()));
}

}  // namespace
}  // namespace sinew
