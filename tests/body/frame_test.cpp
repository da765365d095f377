#include "sinew/body/frame.h"

#include <gtest/gtest.h>

#include "sinew/embed/embedding.h"

namespace sinew {
namespace {

FrameElements two_triangles() {
  FrameElements elements;
  elements.rest_positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-3, 0, 0}};
  elements.triangles = {{0, 1, 2}, {0, 2, 3}};
  return elements;
}

TEST(Frame, a_node_takes_the_mean_of_its_elements_weighted_by_size) {
  const std::vector<float> values = node_values(two_triangles(), {8, 4});
  EXPECT_FLOAT_EQ(values[1], 8);
  EXPECT_FLOAT_EQ(values[3], 4);
  EXPECT_FLOAT_EQ(values[0], (8 * 1 + 4 * 3) / 4.F);
}

TEST(Frame, a_node_without_elements_gets_zero) {
  FrameElements elements = two_triangles();
  elements.triangles.pop_back();
  EXPECT_EQ(node_values(elements, {8})[3], 0);
}

// A surface of one vertex between two carriers, each between two of four nodes.
BodyFrame carried_vertex() {
  BodyFrame body;
  FrameElements elements;
  elements.rest_positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  body.positions = elements.rest_positions;
  body.topology = make_topology({{{{0.5, 0, 0.5}}, {}}, {}}, embedding_of_rows(2, {0, 1}, {0.5F, 0.5F}),
                                std::move(elements));
  body.topology.carrier_embedding =
      std::make_shared<const Embedding>(embedding_of_rows(2, {0, 1, 2, 3}, {0.5F, 0.5F, 0.75F, 0.25F}));
  body.carriers = {{0.5, 0, 0}, {0.25, 0, 1}};
  return body;
}

TEST(Frame, a_surface_follows_its_carriers_wherever_the_nodes_are) {
  BodyFrame body = carried_vertex();
  EXPECT_EQ(surface_positions(body)[0], (Vec3{0.375, 0, 0.5}));
  for (Vec3& p : body.positions) p.y = 7;
  EXPECT_EQ(surface_positions(body)[0], (Vec3{0.375, 0, 0.5}));
  for (Vec3& p : body.carriers) p.y = 3;
  EXPECT_EQ(surface_positions(body)[0], (Vec3{0.375, 3, 0.5}));
}

TEST(Frame, a_surface_on_carriers_is_bound_to_the_nodes_that_move_them) {
  const BodyFrame body = carried_vertex();
  const auto embedding = embedding_in_nodes(body.topology);
  EXPECT_EQ(embedding->node, (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(embedding->weight, (std::vector<float>{0.25F, 0.25F, 0.375F, 0.125F}));
  FrameTopology without = body.topology;
  without.carrier_embedding = nullptr;
  EXPECT_EQ(embedding_in_nodes(without), without.embedding);
}

TEST(Frame, a_topology_is_the_same_only_where_all_its_parts_are_the_same_objects) {
  const FrameTopology topology = carried_vertex().topology;
  FrameTopology other = topology;
  EXPECT_EQ(other, topology);
  other.embedding = std::make_shared<const Embedding>(*topology.embedding);
  EXPECT_NE(other, topology);
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
      [](Frame& f) {
        f.bodies[0].carriers = {{1, 2, 3}};
      },
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
  EXPECT_EQ(frame_checksum(frame), frame_checksum(full_frame()));
}

}  // namespace
}  // namespace sinew
