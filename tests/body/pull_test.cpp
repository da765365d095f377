#include "sinew/body/body.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "base/error_of.h"
#include "body/topology_parts.h"
#include "mesh/test_surfaces.h"
#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {
namespace {

// A surface whose every vertex follows two nodes, its own and the next, by 3 to 1.
BodyFrame frame_of_sphere() {
  TopologyParts topology;
  topology.surface.mesh = test::sphere(12);
  topology.elements.rest_positions = topology.surface.mesh.positions;
  const Index n = topology.surface.mesh.vertex_count();
  std::vector<Index> nodes;
  std::vector<float> weights;
  for (Index v = 0; v < n; ++v) {
    nodes.insert(nodes.end(), {v, (v + 1) % n});
    weights.insert(weights.end(), {0.75F, 0.25F});
  }
  topology.embedding = embedding_of_rows(2, nodes, weights);
  BodyFrame frame;
  frame.body = "ball";
  frame.topology = topology.shared();
  for (const Vec3& p : topology.elements.rest_positions) frame.positions.push_back(p + Vec3{5, 0, 0});
  return frame;
}

TEST(Pull, a_surface_on_carriers_is_pulled_by_the_nodes_below_them) {
  BodyFrame frame = frame_of_sphere();
  const Pull direct = make_pull(frame, {6, 0, 0}, 0.3);
  // Carriers that lie on the nodes, counted from behind.
  const auto n = static_cast<Index>(frame.positions.size());
  std::vector<Index> behind;
  for (Index v = 0; v < n; ++v) behind.push_back(n - 1 - v);
  Embedding on_carriers = *frame.topology.embedding;
  for (Index& v : on_carriers.node) v = n - 1 - v;
  frame.topology.embedding = std::make_shared<const Embedding>(on_carriers);
  frame.topology.carrier_embedding = std::make_shared<const Embedding>(embedding_on_nodes(behind));
  frame.carriers = embedded_positions(*frame.topology.carrier_embedding, frame.positions);
  const Pull carried = make_pull(frame, {6, 0, 0}, 0.3);
  EXPECT_EQ(carried.nodes, direct.nodes);
  for (std::size_t k = 0; k < direct.weights.size(); ++k)
    EXPECT_NEAR(carried.weights[k], direct.weights[k], 1e-7);
}

TEST(Pull, weights_sum_to_one_and_nodes_ascend_each_once) {
  const BodyFrame frame = frame_of_sphere();
  for (const double radius : {0.0, 0.3, 0.8, 10.0}) {
    const Pull pull = make_pull(frame, {6, 0, 0}, radius);
    EXPECT_NEAR(std::accumulate(pull.weights.begin(), pull.weights.end(), 0.0), 1, 1e-14);
    for (std::size_t k = 1; k < pull.nodes.size(); ++k) EXPECT_LT(pull.nodes[k - 1], pull.nodes[k]);
    EXPECT_NO_THROW(require_valid(pull, static_cast<Index>(frame.positions.size())));
  }
}

TEST(Pull, it_starts_where_its_point_is) {
  const BodyFrame frame = frame_of_sphere();
  const Pull pull = make_pull(frame, {6, 0, 0}, 0.5);
  EXPECT_EQ(pull.target, pulled_point(pull, frame.positions));
  EXPECT_EQ(pull.stiffness, 0);
}

TEST(Pull, a_patch_is_chosen_where_the_body_is_now) {
  BodyFrame frame = frame_of_sphere();
  const Pull there = make_pull(frame, {6, 0, 0}, 0.4);
  for (Vec3& p : frame.positions) p += {0, 7, 0};
  EXPECT_TRUE(make_pull(frame, {6, 7, 0}, 0.4).same_patch(there));
}

TEST(Pull, with_no_vertex_in_reach_it_takes_the_nearest_one) {
  const BodyFrame frame = frame_of_sphere();
  const Pull pull = make_pull(frame, {20, 0.1, 0.2}, 1e-3);
  ASSERT_EQ(pull.nodes.size(), 2u);
  const auto surface = surface_positions(frame);
  double nearest = 1e9;
  for (const Vec3& p : surface) nearest = std::min(nearest, distance(p, {20, 0.1, 0.2}));
  EXPECT_NEAR(distance(pulled_point(pull, frame.positions), {20, 0.1, 0.2}), nearest, 1e-6);
}

TEST(Pull, weights_fall_with_the_distance_to_nothing_at_the_radius) {
  BodyFrame frame;
  frame.topology = make_topology({}, embedding_on_own_nodes(3), {});
  frame.positions = {{0, 0, 0}, {0.5, 0, 0}, {1, 0, 0}};
  const Pull pull = make_pull(frame, {0, 0, 0}, 1);
  EXPECT_EQ(pull.nodes, (std::vector<Index>{0, 1}));
  EXPECT_DOUBLE_EQ(pull.weights[1] / pull.weights[0], 0.75 * 0.75);
}

TEST(Pull, nonsense_is_refused) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const BodyFrame frame = frame_of_sphere();
  EXPECT_THROW(make_pull(frame, {nan, 0, 0}, 1), Error);
  EXPECT_THROW(make_pull(frame, {0, 0, 0}, -1), Error);
  EXPECT_THROW(make_pull(frame, {0, 0, 0}, inf), Error);
  EXPECT_THROW(make_pull(BodyFrame{}, {0, 0, 0}, 1), Error);

  const Pull good{{0, 2}, {0.25, 0.75}, {1, 2, 3}, 5};
  EXPECT_NO_THROW(require_valid(good, 3));
  std::vector<Pull> bad(9, good);
  bad[0].nodes = {0, 3}, bad[1].nodes = {-1, 2}, bad[2].nodes = {0}, bad[3] = {};
  bad[4].weights = {0.5, 0.6}, bad[5].weights = {nan, 1}, bad[6].target.x = inf;
  bad[7].stiffness = -1, bad[8].stiffness = nan;
  for (std::size_t i = 0; i < bad.size(); ++i) EXPECT_THROW(require_valid(bad[i], 3), Error) << i;
}

}  // namespace
}  // namespace sinew
