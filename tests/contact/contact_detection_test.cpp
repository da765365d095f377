#include "contact/contact_detection.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "contact_bodies.h"

namespace sinew {
namespace {

// Three boxes that fly into each other, and a plate that comes toward them, in one long step.
struct Collision {
  Collision() {
    const auto add = [&](const char* name, const Vec3& at, const Vec3& velocity, bool of_voxels) {
      test::BoxOptions options;
      options.name = name, options.at = at, options.velocity = velocity;
      options.rotation = test::turned_about_z(0.3);
      bodies.push_back(of_voxels ? test::soft_voxel_box(options) : test::soft_box(options));
    };
    add("left", {-0.3, 0, 0}, {4, 0, 0}, false);
    add("right", {0.3, 0.05, 0.02}, {-4, 0, 0}, true);
    add("top", {0, 0.5, 0.03}, {0, -6, 0}, false);
    for (const auto& body : bodies) colliders.emplace_back(*body);
    Motion motion;
    motion.velocity = {0, 3, 0};
    const BoxShape plate{{-0.5, -0.3, -0.5}, {0.5, -0.1, 0.5}};
    colliders.emplace_back(Obstacle{.name = "plate", .shape = plate, .motion = motion});
    for (Collider& collider : colliders) {
      collider.take_surface();
      collider.set_gap(0);
      if (collider.body() != nullptr) collider.body()->begin_step(0, kStep);
      collider.begin(0, kStep);
    }
    rules = PairRules({}, colliders);
  }

  // As many unknowns of a body as this share go only half of their way.
  void slow_some(Index collider, double share) {
    ContactSide& side = *colliders[collider].side();
    const auto count = static_cast<Index>(share * static_cast<double>(side.increment().size()));
    std::vector<HeldBack> slowed;
    for (Index u = 0; u < count; ++u) slowed.push_back({u, 0.5, {}});
    side.hold_back(slowed);
    colliders[collider].update_end();
  }

  using Found = std::tuple<FeaturePair::Kind, std::array<Index, 2>, std::array<Index, 4>, double>;
  static std::vector<Found> sorted(const std::vector<ContactDetection::Hit>& hits) {
    std::vector<Found> found;
    for (const auto& [pair, time] : hits) found.emplace_back(pair.kind, pair.surface, pair.vertex, time);
    std::ranges::sort(found);
    return found;
  }
  // By a search that knows nothing.
  std::vector<Found> all_hits() {
    ContactDetection fresh;
    std::vector<ContactPoint> contacts;
    std::vector<ContactDetection::Hit> hits;
    fresh.find(colliders, rules, attachments, 5, contacts);
    fresh.find_hits(colliders, rules, attachments, hits);
    return sorted(hits);
  }

  static constexpr double kStep = 0.05;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Collider> colliders;
  PairRules rules;
  Attachments attachments;
};

TEST(ContactDetection, hits_of_what_has_moved_and_those_of_the_rest_are_all_hits) {
  Collision collision;
  ContactDetection detection;
  std::vector<ContactPoint> contacts;
  std::vector<ContactDetection::Hit> hits;
  const auto look = [&] {
    detection.find_hits(collision.colliders, collision.rules, collision.attachments, hits);
    return Collision::sorted(hits);
  };
  detection.find(collision.colliders, collision.rules, collision.attachments, 5, contacts);
  const std::vector<Collision::Found> first = look();
  EXPECT_GT(first.size(), 50U);
  EXPECT_EQ(look(), first);  // nothing has moved

  collision.slow_some(0, 0.2);
  const std::vector<Collision::Found> second = look();
  EXPECT_NE(second, first);
  collision.colliders[3].hold_back(0.5);
  collision.slow_some(1, 0.5);
  const std::vector<Collision::Found> third = look();
  EXPECT_NE(third, second);
  EXPECT_EQ(third, collision.all_hits());
}

}  // namespace
}  // namespace sinew
