#include "contact/impact_zones.h"

#include <algorithm>

#include "multigrid/system_levels.h"

namespace sinew {

namespace {

// The zone's turn is linear in its angle; a larger one would swell what it turns.
constexpr double kMostTurn = 0.2;  // rad

bool is_guided(const SystemLevels& levels, Index unknown) {
  if (levels.held[unknown] != 0) return true;
  const auto roller = std::ranges::lower_bound(levels.rollers, unknown, {}, &Roller::node);
  return roller != levels.rollers.end() && roller->node == unknown;
}

// Of the unknowns of a body: where they are when the step begins, and their ways in it, in the world.
class Paths {
 public:
  explicit Paths(ContactSide& side)
      : place_(side.placement()), start_(side.start_positions()), ways_(side.increment()) {}
  Vec3 start(Index unknown) const { return place_.point(start_[unknown]); }
  Vec3 way(Index unknown) const { return place_.direction(to_vec3(ways_[unknown])); }

 private:
  const Placement& place_;
  std::span<const Vec3> start_;
  std::span<const Block3<double>> ways_;
};

}  // namespace

void ImpactZones::clear() {
  hits_ = 0;
  members_.clear(), obstacles_.clear();
}

void ImpactZones::begin_hit() { ++hits_; }

void ImpactZones::add(Index collider, Index unknown, double share) {
  members_.push_back({collider, unknown, share, hits_ - 1});
}

void ImpactZones::add_obstacle(Index collider) { obstacles_.push_back({collider, hits_ - 1}); }

std::int64_t ImpactZones::hold_back(std::span<Collider> colliders) {
  join_hits();
  find_motions(colliders);
  change_ways(colliders);
  return static_cast<std::int64_t>(members_.size());
}

// Hits with an unknown in common are one zone, and each unknown counts once.
void ImpactZones::join_hits() {
  std::ranges::sort(members_);
  DisjointSets zones(hits_);
  std::size_t kept = 0;
  for (const Member& member : members_) {
    Member* const last = kept > 0 ? &members_[kept - 1] : nullptr;
    if (last != nullptr && last->collider == member.collider && last->unknown == member.unknown)
      zones.unite(last->zone, member.zone);
    else
      members_[kept++] = member;
  }
  members_.resize(kept);
  const Components found = zones.components();
  for (Member& member : members_) member.zone = found.of[member.zone];
  for (Obstacle& obstacle : obstacles_) obstacle.zone = found.of[obstacle.zone];
  hits_ = found.count;
}

// Members are sorted by their collider.
template <typename Act>
void ImpactZones::for_each_collider(const Act& act) const {
  const std::span<const Member> all(members_);
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    const Index collider = all[begin].collider;
    while (end < all.size() && all[end].collider == collider) ++end;
    act(collider, all.subspan(begin, end - begin));
  }
}

void ImpactZones::find_motions(std::span<Collider> colliders) {
  zones_.assign(static_cast<std::size_t>(hits_), {});
  for (const auto& [collider, number] : obstacles_) {
    Zone& zone = zones_[number];
    const bool goes_with_another = zone.obstacle >= 0 && zone.obstacle != collider;
    if (!colliders[collider].is_active() || goes_with_another) zone.stands = true;
    zone.obstacle = collider;
  }
  for_each_collider([&](Index number, std::span<const Member> members) {
    const Collider& collider = colliders[number];
    if (collider.is_active())
      add_momenta(collider, members);
    else
      for (const Member& member : members) zones_[member.zone].stands = true;
  });
  for (Zone& zone : zones_) {
    if (zone.stands || zone.obstacle >= 0) continue;
    zone.motion = rigid_velocity(zone.taken, zone.masses);
    const double turn = norm(zone.motion.turning);
    if (!zone.turns) zone.motion.turning = {};
    if (turn > kMostTurn) zone.motion.turning *= kMostTurn / turn;
  }
}

void ImpactZones::add_momenta(const Collider& collider, std::span<const Member> members) {
  ContactSide& side = *collider.side();
  const SystemLevels& levels = side.system_levels();
  const std::span<const double> masses = side.masses();
  const Paths paths(side);
  for (const Member& member : members) {
    Zone& zone = zones_[member.zone];
    if (is_guided(levels, member.unknown)) zone.stands = true;
    if (collider.surface()->is_rigid) zone.turns = false;
    const Vec3 start = paths.start(member.unknown);
    if (!zone.origin) zone.origin = start;
    const double taken = (1 - member.share) * masses[member.unknown];
    const Vec3 x = start - *zone.origin, p = taken * paths.way(member.unknown);
    zone.taken += Momentum{p, cross(x, p)};
    zone.masses.add(taken, x, taken * x);
  }
}

Vec3 ImpactZones::way_of(const Zone& zone, const Vec3& at, std::span<const Collider> colliders) const {
  if (zone.stands) return {};
  if (zone.obstacle >= 0) return colliders[zone.obstacle].carried(at);
  return zone.motion.at(at - *zone.origin);
}

void ImpactZones::change_ways(std::span<Collider> colliders) {
  for_each_collider([&](Index number, std::span<const Member> members) {
    Collider& collider = colliders[number];
    if (!collider.is_active()) return;
    ContactSide& side = *collider.side();
    const Paths paths(side);
    held_back_.clear();
    for (const Member& member : members) {
      const Vec3 way = way_of(zones_[member.zone], paths.start(member.unknown), colliders);
      held_back_.push_back({member.unknown, member.share, side.placement().own_direction(way)});
    }
    side.hold_back(held_back_);
    collider.update_end();
  });
}

}  // namespace sinew
