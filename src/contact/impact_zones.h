#pragma once

#include <optional>
#include <span>
#include <vector>

#include "body/contact_side.h"
#include "contact/collider.h"
#include "mesh/disjoint_sets.h"
#include "stepping/rigid_momentum.h"

namespace sinew {

// Unknowns whose ways would let features cross lose a part of these ways, or all of it, against the motion that
// they have in common, so that a body which folds in flight flies on.
//
// What is hit makes a zone with all that shares an unknown with it. The zone's motion z is rigid and has the momentum
// of what is taken from its unknowns: their ways become z + share (w - z), and their momentum stays. The place of a
// point of a zone that lost everything is x + z(x), which maps no two points to one, since z turns about an axis: the
// zone's features cannot cross. A zone with a moving obstacle goes along with it; one with something that cannot move,
// or with two motions, stands.
class ImpactZones {
 public:
  void clear();
  // What is added until the next call belongs together.
  void begin_hit();
  void add(Index collider, Index unknown, double share);
  void add_obstacle(Index collider);
  // Changes the ways of all that was added since clear(); of an unknown that was added twice, by the lesser share.
  // Returns how many they are.
  std::int64_t hold_back(std::span<Collider> colliders);

 private:
  struct Member {
    Index collider, unknown;
    double share;
    Index zone;  // its hit at first
    auto operator<=>(const Member&) const = default;
  };
  struct Obstacle {
    Index collider, zone;
  };
  struct Zone {
    std::optional<Vec3> origin;  // near its members, m
    Momentum taken;
    MassMoments masses;
    RigidVelocity motion;  // per step
    bool stands = false, turns = true;
    Index obstacle = -1;  // that it goes along with
  };

  void join_hits();
  void find_motions(std::span<Collider> colliders);
  void add_momenta(const Collider& collider, std::span<const Member> members);
  void change_ways(std::span<Collider> colliders);
  template <typename Act>
  void for_each_collider(const Act& act) const;
  Vec3 way_of(const Zone& zone, const Vec3& at, std::span<const Collider> colliders) const;

  Index hits_ = 0;
  std::vector<Member> members_;
  std::vector<Obstacle> obstacles_;
  std::vector<Zone> zones_;
  std::vector<HeldBack> held_back_;
};

}  // namespace sinew
