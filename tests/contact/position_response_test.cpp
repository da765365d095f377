#include "contact/position_response.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "body/contact_side.h"
#include "body/contact_surface.h"
#include "contact/contact_bodies.h"

namespace sinew {
namespace {

struct Momenta {
  Vec3 linear, angular;
};

Momenta of(std::span<const double> mass, std::span<const Vec3> x, std::span<const Vec3> d) {
  Momenta sum;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum.linear += mass[i] * d[i], sum.angular += cross(x[i], mass[i] * d[i]);
  return sum;
}

PositionPair pair_of(const std::array<Index, 4>& particles, const Vec3& corners, const Vec3& normal) {
  PositionPair pair;
  pair.particle = particles, pair.count = 4;
  pair.weight = {1, -corners.x, -corners.y, -corners.z};
  pair.normal = normal;
  return pair;
}

TEST(PositionResponse, resolves_a_vertex_under_a_triangle_and_keeps_the_centre_of_mass) {
  std::vector<Vec3> x{{0.2, -0.1, 0.3}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}};
  const std::vector<Vec3> start = x;
  const std::vector<double> mass{2, 1, 3, 0.5}, inverse{0.5, 1, 1.0 / 3, 2};
  std::vector<PositionPair> pairs{pair_of({0, 1, 2, 3}, {0.5, 0.3, 0.2}, {0, 1, 0})};
  resolve(pairs, inverse, start, x, 1);
  EXPECT_NEAR(x[0].y - (0.5 * x[1].y + 0.3 * x[2].y + 0.2 * x[3].y), 0, 1e-15);
  std::vector<Vec3> d;
  for (int i = 0; i < 4; ++i) d.push_back(x[i] - start[i]);
  EXPECT_LT(norm(of(mass, start, d).linear), 1e-15);
}

TEST(PositionResponse, ten_passes_leave_little_of_pairs_that_share_corners) {
  Random random(3);
  std::vector<Vec3> x;
  for (int i = 0; i < 20; ++i) x.push_back(random.in_box({-1, -0.02, -1}, {1, 0, 1}));
  for (int i = 0; i < 20; ++i) x.push_back(random.in_box({-1, 0, -1}, {1, 0.02, 1}));
  const std::vector<Vec3> start = x;
  const std::vector<double> inverse(40, 1);
  std::vector<PositionPair> pairs;
  for (Index i = 0; i < 20; ++i)
    pairs.push_back(pair_of({i, 20 + i, 20 + (i + 1) % 20, 20 + (i + 2) % 20}, {0.2, 0.5, 0.3}, {0, 1, 0}));
  resolve(pairs, inverse, start, x, 10);
  for (const PositionPair& pair : pairs) {
    double height = 0;
    for (int k = 0; k < 4; ++k) height += pair.weight[k] * x[pair.particle[k]].y;
    EXPECT_GT(height, -1e-3);  // of depths of up to 0.04
  }
}

TEST(PositionResponse, friction_holds_what_slips_less_than_it_is_pushed_out) {
  for (const double slip : {0.02, 0.3}) {
    const std::vector<Vec3> start{{0, 0, 0}, {0, 0, 0}};
    std::vector<Vec3> x{{slip, -0.1, 0}, {0, 0, 0}};
    PositionPair pair;
    pair.particle = {0, 1, -1, -1}, pair.weight = {1, -1, 0, 0}, pair.count = 2;
    pair.normal = {0, 1, 0}, pair.friction = 0.5;
    std::vector<PositionPair> pairs{pair};
    resolve(pairs, std::vector<double>{1, 0}, start, x, 5);
    EXPECT_NEAR(x[0].x, std::max(slip - 0.05, 0.0), 1e-12);
    EXPECT_NEAR(x[0].y, 0, 1e-12);
    EXPECT_EQ(x[1], Vec3());
  }
}

// The contact surface of an octree, carried by its unknowns.
struct Carried {
  std::unique_ptr<Body> body = test::soft_voxel_box({.size = {0.3, 0.2, 0.2}, .voxels = 6, .density = 1200});
  ContactSide& side = *body->contact_side();
  std::shared_ptr<const ContactSurface> surface = side.contact_surface();
  std::vector<double> masses{side.masses().begin(), side.masses().end()};
  std::vector<Vec3> unknowns{side.start_positions().begin(), side.start_positions().end()};
};

TEST(PositionResponse, carrying_back_keeps_both_momenta) {
  const Carried box;
  const std::vector<double> point_mass(box.surface->rest.size(), 0.02);
  const std::vector<Vec3> points = embedded_positions(box.surface->embedding, box.unknowns);
  Random random(9);
  std::vector<Vec3> d_c;
  for (std::size_t c = 0; c < points.size(); ++c) d_c.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
  std::vector<Block3<double>> d(box.masses.size());
  carry_back(box.surface->embedding, point_mass, d_c, box.masses, d);
  std::vector<Vec3> moved;
  for (const auto& one : d) moved.push_back(to_vec3(one));
  const Momenta given = of(point_mass, points, d_c), got = of(box.masses, box.unknowns, moved);
  EXPECT_GT(norm(given.linear), 0.1);
  EXPECT_LT(distance(given.linear, got.linear), 1e-10 * norm(given.linear));
  EXPECT_LT(distance(given.angular, got.angular), 1e-10 * norm(given.angular));
}

TEST(PositionResponse, H_reproduces_linear_fields) {
  const Carried box;
  const Mat3 A{{Vec3{1.1, 0.2, -0.3}, Vec3{0.4, 0.9, 0.1}, Vec3{-0.2, 0.3, 1.2}}};
  const Vec3 b{3, -1, 2};
  std::vector<Vec3> field;
  for (const Vec3& x : box.unknowns) field.push_back(A * x + b);
  const std::vector<Vec3> points = embedded_positions(box.surface->embedding, box.unknowns),
                          values = embedded_positions(box.surface->embedding, field);
  for (std::size_t c = 0; c < points.size(); ++c) EXPECT_LT(distance(values[c], A * points[c] + b), 1e-12);
}

// A vertex alone in a cell is carried by nodes that are heavier: the paper's own caveat.
TEST(PositionResponse, what_is_carried_back_falls_short_where_many_points_follow_one_cell) {
  const Embedding H = embedding_of_rows(2, {0, 1}, {0.5F, 0.5F});
  std::vector<Block3<double>> d(2);
  carry_back(H, std::vector<double>{1}, std::vector<Vec3>{{0, 1, 0}}, std::vector<double>{50, 50}, d);
  EXPECT_NEAR(0.5 * (d[0].y + d[1].y), 0.01, 1e-15);
}

}  // namespace
}  // namespace sinew
