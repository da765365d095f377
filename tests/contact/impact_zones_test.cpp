#include "contact/impact_zones.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "contact_bodies.h"

namespace sinew {
namespace {

// Two boxes, of which one is turned, in the middle of a step in which their unknowns go where they like; a plate at
// rest and one that turns and moves.
struct Flight {
  Flight() {
    const auto add = [&](const Vec3& at, const Mat3& rotation) {
      test::BoxOptions options;
      options.at = at, options.rotation = rotation, options.gravity = {};
      bodies.push_back(test::soft_box(options));
    };
    add({-0.3, 0, 0}, Mat3::identity());
    add({0.3, 0.1, 0}, test::turned_about_z(0.7));
    for (const auto& body : bodies) colliders.emplace_back(*body);
    Motion motion;
    motion.velocity = {0, 3, 1}, motion.axis = {0, 0, 1}, motion.turning = 2;
    const BoxShape plate{{-0.5, -0.3, -0.5}, {0.5, -0.1, 0.5}};
    colliders.emplace_back(Obstacle{.name = "rests", .shape = plate});
    colliders.emplace_back(Obstacle{.name = "moves", .shape = plate, .motion = motion});
    Random random(3);
    for (Collider& collider : colliders) {
      collider.take_surface();
      if (collider.body() != nullptr) collider.body()->begin_step(0, kStep);
      collider.begin(0, kStep);
      if (collider.body() == nullptr) continue;
      ContactSide& side = *collider.side();
      std::vector<Block3<double>> ways(side.increment().size());
      for (auto& way : ways)
        way = {0.01 + random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02),
               0};
      side.move(ways);
    }
  }

  Vec3 start(Index collider, Index unknown) const {
    ContactSide& side = *colliders[collider].side();
    return side.placement().point(side.start_positions()[unknown]);
  }
  Vec3 way(Index collider, Index unknown) const {
    const ContactSide& side = *colliders[collider].side();
    return side.placement().direction(to_vec3(side.increment()[unknown]));
  }
  // Per step.
  Momentum momentum() const {
    Momentum sum;
    for (Index c = 0; c < 2; ++c) {
      const std::span<const double> masses = colliders[c].side()->masses();
      for (Index u = 0; u < static_cast<Index>(masses.size()); ++u) {
        const Vec3 p = masses[u] * way(c, u);
        sum += Momentum{p, cross(start(c, u), p)};
      }
    }
    return sum;
  }
  // These unknowns of both boxes.
  void add(std::initializer_list<Index> unknowns, double share, ImpactZones& zones) const {
    for (Index c = 0; c < 2; ++c)
      for (const Index u : unknowns) zones.add(c, u, share);
  }

  static constexpr double kStep = 0.01;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Collider> colliders;
};

void expect_same(const Momentum& a, const Momentum& b) {
  EXPECT_LT(norm(a.linear - b.linear), 1e-12 * norm(a.linear));
  EXPECT_LT(norm(a.angular - b.angular), 1e-12 * norm(a.angular));
}

TEST(ImpactZones, keep_their_momentum_whatever_share_of_its_way_each_unknown_keeps) {
  Flight flight;
  const Momentum before = flight.momentum();
  ImpactZones zones;
  zones.begin_hit();
  flight.add({0, 3, 7}, 0.3, zones);
  zones.begin_hit();
  flight.add({3, 11}, 0.7, zones);
  const Vec3 far = flight.way(0, 20);
  const Vec3 near = flight.way(1, 3);
  EXPECT_EQ(zones.hold_back(flight.colliders), 8);
  EXPECT_EQ(flight.way(0, 20), far);
  EXPECT_GT(norm(flight.way(1, 3) - near), 1e-3);
  expect_same(flight.momentum(), before);
}

TEST(ImpactZones, move_rigidly_if_they_lose_everything) {
  Flight flight;
  const Momentum before = flight.momentum();
  ImpactZones zones;
  zones.begin_hit();
  flight.add({0, 3, 7, 12}, 0, zones);
  zones.hold_back(flight.colliders);
  expect_same(flight.momentum(), before);
  const std::pair<Index, Index> members[] = {{0, 0}, {0, 3}, {0, 7}, {0, 12},
                                             {1, 0}, {1, 3}, {1, 7}, {1, 12}};
  for (const auto& [c, u] : members)
    for (const auto& [d, v] : members) {
      const Vec3 apart = flight.start(c, u) - flight.start(d, v);
      EXPECT_LT(std::abs(dot(apart, flight.way(c, u) - flight.way(d, v))), 1e-15);
    }
  EXPECT_GT(norm(flight.way(0, 0)), 1e-3);
}

TEST(ImpactZones, are_joined_by_common_unknowns_alone) {
  Flight flight;
  ImpactZones zones;
  for (const Index u : {1, 9}) {  // a single unknown has nothing to be held back against
    zones.begin_hit();
    zones.add(0, u, 0);
  }
  const Vec3 one = flight.way(0, 1), other = flight.way(0, 9);
  zones.hold_back(flight.colliders);
  EXPECT_LT(norm(flight.way(0, 1) - one), 1e-15);
  EXPECT_LT(norm(flight.way(0, 9) - other), 1e-15);

  zones.begin_hit();
  zones.add(0, 1, 0), zones.add(0, 9, 0);
  zones.hold_back(flight.colliders);
  const Vec3 apart = flight.start(0, 1) - flight.start(0, 9);
  EXPECT_LT(std::abs(dot(apart, flight.way(0, 1) - flight.way(0, 9))), 1e-15);
}

TEST(ImpactZones, stand_with_what_rests_and_go_along_with_an_obstacle_that_moves) {
  Flight flight;
  ImpactZones zones;
  zones.begin_hit();
  zones.add_obstacle(3);
  zones.add(0, 5, 0), zones.add(0, 6, 0.5);
  const Vec3 carried[] = {flight.colliders[3].carried(flight.start(0, 5)),
                          flight.colliders[3].carried(flight.start(0, 6))};
  const Vec3 before = flight.way(0, 6);
  zones.hold_back(flight.colliders);
  EXPECT_GT(norm(carried[0]), 0.01);
  EXPECT_LT(norm(flight.way(0, 5) - carried[0]), 1e-15);
  EXPECT_LT(norm(flight.way(0, 6) - 0.5 * (before + carried[1])), 1e-15);

  zones.clear();
  zones.begin_hit();
  zones.add_obstacle(2);
  zones.add(0, 5, 0), zones.add(1, 8, 0.5);
  zones.begin_hit();  // the same zone, which cannot go along with both
  zones.add_obstacle(3);
  zones.add(0, 5, 0.9);
  const Vec3 half = 0.5 * flight.way(1, 8);
  zones.hold_back(flight.colliders);
  EXPECT_EQ(flight.way(0, 5), Vec3{});
  EXPECT_LT(norm(flight.way(1, 8) - half), 1e-15);
}

// Strips that are thrown at each other fold faster than two cycles a step can follow.
TEST(ImpactZones, leave_the_momentum_of_bodies_in_flight) {
  World world;
  for (int i = 0; i < 2; ++i) {
    test::BoxOptions options;
    options.name = i == 0 ? "lower" : "upper";
    options.size = {0.3, 0.02, 0.1}, options.cells = {12, 1, 4}, options.refinements = 0;
    options.at = {0, 0.12 * i, 0}, options.rotation = test::turned_about_z(0.3 * i);
    options.velocity = {0, i == 0 ? 9.0 : -8.0, 0}, options.gravity = {};
    options.young = 3e3;
    options.params.solver.cycles = 2;
    world.add(test::soft_box(options));
  }
  world.set_contact({});
  world.step(0.01);
  const Vec3 before = test::momentum(world);
  std::int64_t held_back = 0;
  for (int i = 0; i < 40; ++i) {
    world.step(0.01);
    held_back += world.frame().contact.held_back;
    ASSERT_EQ(test::crossings(world), 0) << i;
    EXPECT_LT(norm(test::momentum(world) - before), 1e-10 * norm(before)) << i;
  }
  EXPECT_GT(held_back, 50);
}

}  // namespace
}  // namespace sinew
