#include "sinew/embed/embedding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "base/random.h"

namespace sinew {
namespace {

// Points that follow one to `most` of the nodes each, by weights that sum to one, some of them negative and
// some nodes named twice.
Embedding random_embedding(Random& random, Index points, Index nodes, int most) {
  Embedding embedding;
  for (Index p = 0; p < points; ++p) {
    const int count = 1 + static_cast<int>(random.uniform(0, most));
    double left = 1;
    for (int k = 0; k < count; ++k) {
      const auto weight = static_cast<float>(k + 1 < count ? random.uniform(-0.5, 1) : left);
      left -= weight;
      embedding.node.push_back(static_cast<Index>(random.uniform(0, nodes)));
      embedding.weight.push_back(weight);
    }
    embedding.start.push_back(static_cast<Index>(embedding.node.size()));
  }
  return embedding;
}

std::vector<Vec3> random_points(Random& random, Index count) {
  std::vector<Vec3> points;
  for (Index i = 0; i < count; ++i) points.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
  return points;
}

// The slow twin: a matrix with a row for each point, of all nodes, by the weights as they are meant.
using Dense = std::vector<std::vector<double>>;

Dense dense(const Embedding& embedding, Index nodes) {
  Dense rows(static_cast<std::size_t>(embedding.point_count()), std::vector<double>(nodes, 0));
  for (Index p = 0; p < embedding.point_count(); ++p) {
    const auto weights = embedding.weights(p);
    for (std::size_t k = 1; k < weights.size(); ++k) rows[p][embedding.nodes(p)[k]] += weights[k];
    rows[p][embedding.nodes(p)[0]] += 1 - std::accumulate(weights.begin() + 1, weights.end(), 0.0);
  }
  return rows;
}

Dense product(const Dense& a, const Dense& b, Index columns) {
  Dense rows(a.size(), std::vector<double>(columns, 0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      for (Index k = 0; k < columns; ++k) rows[i][k] += a[i][j] * b[j][k];
  return rows;
}

std::vector<Vec3> product(const Dense& a, const std::vector<Vec3>& x) {
  std::vector<Vec3> y(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) y[i] += a[i][j] * x[j];
  return y;
}

double largest_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

TEST(Embedding, points_on_single_nodes_lie_on_them) {
  const std::vector<Vec3> nodes{{1, 2, 3}, {0.1, 1e9, -1}, {7, 8, 9}};
  EXPECT_EQ(embedded_positions(embedding_on_nodes({2, 0, 2}), nodes),
            (std::vector<Vec3>{nodes[2], nodes[0], nodes[2]}));
  EXPECT_EQ(embedded_positions(embedding_on_own_nodes(3), nodes), nodes);
  EXPECT_TRUE(embedded_positions(embedding_on_own_nodes(0), {}).empty());
}

TEST(Embedding, points_are_where_the_dense_matrix_of_weights_has_them) {
  Random random(1);
  const Embedding embedding = random_embedding(random, 300, 40, 20);
  const std::vector<Vec3> nodes = random_points(random, 40);
  EXPECT_GT(most_nodes_per_point(embedding), 15);
  EXPECT_LT(largest_distance(embedded_positions(embedding, nodes), product(dense(embedding, 40), nodes)),
            1e-13);
}

TEST(Embedding, values_are_blended_as_coordinates_are) {
  Random random(2);
  const Embedding embedding = random_embedding(random, 100, 30, 9);
  const std::vector<Vec3> nodes = random_points(random, 30);
  std::vector<float> values;
  for (const Vec3& p : nodes) values.push_back(static_cast<float>(p.x));
  const std::vector<float> blended = embedded_values(embedding, values);
  const std::vector<Vec3> points = embedded_positions(embedding, nodes);
  for (std::size_t p = 0; p < points.size(); ++p) EXPECT_NEAR(blended[p], points[p].x, 1e-6);
}

TEST(Embedding, composed_points_are_where_both_embeddings_one_after_the_other_have_them) {
  for (const int most : {1, 4, 12}) {
    Random random(3);
    const Embedding inner = random_embedding(random, 60, 40, most),
                    outer = random_embedding(random, 200, 60, most);
    const std::vector<Vec3> nodes = random_points(random, 40);
    const Embedding composed = compose(outer, inner);
    EXPECT_EQ(composed.point_count(), 200);
    EXPECT_LT(largest_distance(embedded_positions(composed, nodes),
                               embedded_positions(outer, embedded_positions(inner, nodes))),
              2e-6);
  }
}

TEST(Embedding, composed_weights_are_the_product_of_the_dense_matrices) {
  Random random(4);
  const Embedding inner = random_embedding(random, 30, 20, 8), outer = random_embedding(random, 50, 30, 6);
  const Dense expected = product(dense(outer, 30), dense(inner, 20), 20),
              found = dense(compose(outer, inner), 20);
  for (std::size_t p = 0; p < expected.size(); ++p)
    for (std::size_t v = 0; v < 20; ++v) EXPECT_NEAR(found[p][v], expected[p][v], 1e-6);
}

TEST(Embedding, weights_sum_to_one_however_often_embeddings_are_composed) {
  Random random(5);
  Embedding chain = random_embedding(random, 100, 50, 4);
  for (int times = 0; times < 4; ++times) {
    chain = compose(chain, random_embedding(random, 50, 50, 3));
    for (Index p = 0; p < chain.point_count(); ++p) {
      const auto weights = chain.weights(p);
      double size = 0;
      for (const float w : weights) size += std::abs(w);
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-6 * size);
    }
  }
}

TEST(Embedding, a_composed_point_names_each_node_once) {
  Random random(6);
  const Embedding composed = compose(random_embedding(random, 50, 10, 8), random_embedding(random, 10, 5, 8));
  EXPECT_LE(most_nodes_per_point(composed), 5);
  for (Index p = 0; p < composed.point_count(); ++p) {
    std::vector<Index> nodes(composed.nodes(p).begin(), composed.nodes(p).end());
    std::ranges::sort(nodes);
    EXPECT_EQ(std::ranges::adjacent_find(nodes), nodes.end());
  }
}

TEST(Embedding, points_on_their_own_nodes_change_nothing_on_either_side) {
  Random random(7);
  const Embedding embedding = random_embedding(random, 40, 30, 1);
  for (const Embedding& same :
       {compose(embedding_on_own_nodes(40), embedding), compose(embedding, embedding_on_own_nodes(30))}) {
    EXPECT_EQ(same.start, embedding.start);
    EXPECT_EQ(same.node, embedding.node);
    EXPECT_EQ(same.weight, embedding.weight);
  }
}

TEST(Embedding, composed_points_follow_every_affine_motion_ten_kilometres_away) {
  Random random(8);
  const Embedding inner = random_embedding(random, 60, 40, 4), outer = random_embedding(random, 100, 60, 4);
  const Embedding composed = compose(outer, inner);
  const auto moved = [](const Vec3& p) {
    return Vec3{1e4 + 0.5 * p.x - 0.2 * p.y, 2 * p.y + 0.1 * p.z - 1e4, p.z + 0.3 * p.x};
  };
  std::vector<Vec3> nodes = random_points(random, 40), expected = embedded_positions(composed, nodes);
  for (Vec3& p : nodes) p = moved(p);
  for (Vec3& p : expected) p = moved(p);
  EXPECT_LT(largest_distance(embedded_positions(composed, nodes), expected), 1e-10);
}

TEST(Embedding, points_are_at_the_same_bits_for_1_2_and_4_threads) {
  Random random(9);
  const Embedding embedding = random_embedding(random, 20'000, 500, 9);
  const std::vector<Vec3> nodes = random_points(random, 500);
  set_thread_count(1);
  const std::vector<Vec3> alone = embedded_positions(embedding, nodes);
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(embedded_positions(embedding, nodes), alone);
  }
  set_thread_count(0);
}

TEST(Embedding, extrapolated_points_are_those_with_a_negative_weight) {
  const Embedding embedding = embedding_of_rows(2, {0, 1, 0, 1, 1, 0}, {0.5F, 0.5F, 1.5F, -0.5F, 1, 0});
  EXPECT_EQ(count_extrapolated(embedding), 1);
  EXPECT_EQ(most_nodes_per_point(embedding), 2);
  EXPECT_EQ(most_nodes_per_point({}), 0);
}

}  // namespace
}  // namespace sinew
