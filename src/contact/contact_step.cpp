#include "contact/contact_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "mesh/disjoint_sets.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

// Contacts are watched that are nearer than this many gaps.
constexpr double kReach = 5;

// J^T times the forces of the contacts, N, in the own axes of the body.
void gather_forces(std::span<const ContactPoint> contacts, Index which, Collider& body) {
  const ContactSurface& surface = *body.surface();
  const Mat3 to_own = transposed(body.side()->placement().rotation);
  body.force.assign(body.side()->increment().size(), {});
  for (const ContactPoint& contact : contacts)
    for (int k = 0; k < contact.count; ++k) {
      if ((k < contact.count_of_a ? contact.key.a : contact.key.b) != which) continue;
      const Vec3 force = to_own * (contact.weight[k] * contact.force);
      const Index v = contact.key.vertex[k];
      for (std::size_t j = 0; j < surface.embedding.row_size(v); ++j) {
        Block3<double>& sum = body.force[surface.embedding.nodes(v)[j]];
        sum = to_block(to_vec3(sum) + double(surface.embedding.weights(v)[j]) * force);
      }
    }
}

}  // namespace

BodyFailure::BodyFailure(std::string body, const Error& reason)
    : Error(reason.problem(), reason.where(), reason.hint()), body_(std::move(body)) {}

void ContactStep::set_params(const ContactParams& params) {
  require_valid(params, "");
  params_ = params;
  rules_known_ = false;
}

void ContactStep::add(Body& body) {
  colliders_.emplace_back(body);
  rules_known_ = false;
}

void ContactStep::add(const Obstacle& obstacle) {
  require_valid(obstacle, "");
  for (const Collider& other : colliders_)
    if (other.name() == obstacle.name)
      throw Error(fmt::format("there is already something named '{}'", obstacle.name));
  colliders_.emplace_back(obstacle);
  rules_known_ = false;
}

void ContactStep::for_each_body(const SideBySide& side_by_side, const std::function<void(Body&)>& act) {
  std::vector<std::optional<BodyFailure>> failures(colliders_.size());
  side_by_side(static_cast<Index>(colliders_.size()), [&](Index c) {
    Body* body = colliders_[c].body();
    if (body == nullptr) return;
    try {
      act(*body);
    } catch (const Error& error) {
      failures[c].emplace(body->name(), error);
    }
  });
  for (const std::optional<BodyFailure>& failure : failures)
    if (failure) throw *failure;
}

void ContactStep::predict(double time, double dt, const SideBySide& side_by_side) {
  const BodyState before = state();
  try {
    make_candidates(time, dt, side_by_side);
  } catch (...) {
    restore(before);
    throw;
  }
}

void ContactStep::make_candidates(double time, double dt, const SideBySide& side_by_side) {
  if (!rules_known_) {
    rules_ = PairRules(params_, colliders_);
    for (Collider& collider : colliders_) collider.set_gap(params_.gap);
    rules_known_ = true;
  }
  held_back_ = blocked_ = 0;
  for_each_body(side_by_side, [&](Body& body) { body.begin_step(time, dt); });
  {
    const ProfileZone zone("detect");
    for (Collider& collider : colliders_) collider.begin(time, dt);
    find_contacts();
  }
  is_new_.assign(colliders_.size(), 1);
  relax_all(side_by_side);
  keep_from_crossing(side_by_side);
  take_contacts_to_end();
  for_each_body(side_by_side, [](Body& body) { body.end_step(); });
}

// Contacts that were there in the last step keep their forces.
void ContactStep::find_contacts() {
  const std::vector<ContactPoint> before = std::move(contacts_);
  detection_.find(colliders_, rules_, kReach, contacts_);
  auto old = before.begin();
  for (ContactPoint& contact : contacts_) {
    while (old != before.end() && old->key < contact.key) ++old;
    if (old == before.end()) return;
    if (old->key == contact.key) contact.force = old->force;
  }
}

// Solves the islands in which something is new, and the bodies that touch nothing.
void ContactStep::relax_all(const SideBySide& side_by_side) {
  std::vector<Island> islands;
  std::vector<Index> free = find_islands(islands);
  std::erase_if(free, [&](Index c) { return is_new_[c] == 0; });
  std::erase_if(islands, [&](const Island& island) {
    return std::ranges::none_of(island.bodies, [&](Index c) { return is_new_[c] != 0; });
  });
  std::vector<std::optional<BodyFailure>> failures(free.size() + islands.size());
  side_by_side(static_cast<Index>(failures.size()), [&](Index i) {
    const std::size_t k = i;
    try {
      if (k >= free.size()) {
        solve(islands[k - free.size()]);
      } else {
        while (!colliders_[free[k]].body()->relax()) {
        }
        colliders_[free[k]].update_end();
      }
    } catch (const BodyFailure& failure) {
      failures[k].emplace(failure);
    } catch (const Error& error) {
      failures[k].emplace(colliders_[free[k]].name(), error);
    }
  });
  for (const std::optional<BodyFailure>& failure : failures)
    if (failure) throw *failure;
}

// Nothing crosses when a step begins. If something would cross on its way, it is solved again as a contact. What
// then still crosses is held back, since where a step begins is known to be free.
void ContactStep::keep_from_crossing(const SideBySide& side_by_side) {
  constexpr int kSolves = 3, kInParts = 8, kMost = 64;
  const ProfileZone zone("fail-safe");
  for (int attempt = 0; attempt < kMost; ++attempt) {
    detection_.find_hits(colliders_, rules_, hits_);
    detection_.find_plane_hits(colliders_, rules_, plane_hits_);
    if (hits_.empty() && plane_hits_.empty()) return;
    if (attempt < kSolves && add_hits()) {
      relax_all(side_by_side);
      continue;
    }
    hold_back(attempt >= kInParts);
  }
  blocked_ = static_cast<std::int64_t>(hits_.size() + plane_hits_.size());
}

bool ContactStep::add_hits() {
  std::ranges::fill(is_new_, 0);
  std::vector<ContactPoint> more;
  for (const auto& hit : hits_) more.push_back(ContactDetection::contact_of(hit, colliders_, rules_));
  for (const auto& hit : plane_hits_) more.push_back(ContactDetection::contact_of(hit, colliders_, rules_));
  bool any = false;
  for (const ContactPoint& contact : more) {
    const auto at = std::ranges::lower_bound(contacts_, contact.key, {}, &ContactPoint::key);
    if (at != contacts_.end() && at->key == contact.key) {
      const Vec3 force = at->force;
      *at = contact;
      at->force = force;
    } else {
      contacts_.insert(at, contact);
    }
    is_new_[contact.key.a] = is_new_[contact.key.b] = 1;
    any = true;
  }
  return any;
}

// Takes back a part of the way of all unknowns that move what was hit, or all of it.
void ContactStep::hold_back(bool wholly) {
  constexpr double kPart = 0.8;
  std::vector<std::map<Index, double>> shares(colliders_.size());
  const auto slow = [&](Index collider, Index vertex, double time) {
    const Collider& on = colliders_[collider];
    if (on.side() == nullptr) {
      double& share = shares[collider].try_emplace(0, 1).first->second;
      share = std::min(share, wholly ? 0 : kPart * time);
      return;
    }
    for (const Index unknown : on.surface()->embedding.nodes(vertex)) {
      double& share = shares[collider].try_emplace(unknown, 1).first->second;
      share = std::min(share, wholly ? 0 : kPart * time);
    }
  };
  for (const auto& [pair, time] : hits_)
    for (int k = 0; k < 4; ++k) slow(pair.surface[k < first_count(pair.kind) ? 0 : 1], pair.vertex[k], time);
  for (const auto& hit : plane_hits_) slow(hit.body, hit.vertex, hit.time), slow(hit.plane, 0, hit.time);
  for (std::size_t c = 0; c < colliders_.size(); ++c) {
    if (shares[c].empty()) continue;
    if (colliders_[c].side() == nullptr) {
      colliders_[c].hold_back(shares[c].begin()->second);
      continue;
    }
    std::vector<Index> unknowns;
    std::vector<double> share;
    for (const auto& [unknown, part] : shares[c]) unknowns.push_back(unknown), share.push_back(part);
    held_back_ += static_cast<std::int64_t>(unknowns.size());
    colliders_[c].side()->hold_back(unknowns, share);
    colliders_[c].update_end();
  }
}

// Returns the bodies that are in none.
std::vector<Index> ContactStep::find_islands(std::vector<Island>& islands) {
  const auto count = static_cast<Index>(colliders_.size());
  DisjointSets sets(count);
  std::vector<char> touches(colliders_.size());
  for (const ContactPoint& contact : contacts_) {
    const Index a = contact.key.a, b = contact.key.b;
    touches[a] = touches[b] = 1;
    if (!colliders_[a].is_obstacle() && !colliders_[b].is_obstacle()) sets.unite(a, b);
  }
  std::vector<Index> free, island_of(colliders_.size(), -1);
  for (Index c = 0; c < count; ++c) {
    if (colliders_[c].is_obstacle()) continue;
    if (touches[c] == 0) {
      free.push_back(c);
      continue;
    }
    const Index root = sets.find(c);
    if (island_of[root] < 0) island_of[root] = static_cast<Index>(islands.size()), islands.emplace_back();
    island_of[c] = island_of[root];
    islands[island_of[c]].bodies.push_back(c);
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const ContactKey& key = contacts_[i].key;
    islands[std::max(island_of[key.a], island_of[key.b])].contacts.push_back(static_cast<Index>(i));
  }
  return free;
}

void ContactStep::solve(const Island& island) {
  std::vector<ContactPoint> contacts;
  for (const Index c : island.contacts) contacts.push_back(contacts_[c]);
  int counted = 0;
  double keeps = std::numeric_limits<double>::infinity();
  for (const Index b : island.bodies) counted = std::max(counted, colliders_[b].side()->counted_cycles());
  for (const ContactPoint& contact : contacts) keeps = std::min(keeps, contact.keeps);
  const double tolerance = params_.tolerance * keeps;
  const int rounds = std::max(counted, params_.rounds);
  ContactSweeps sweeps;
  sweeps.set(contacts, colliders_, island.bodies);
  for (const Index b : island.bodies) gather_forces(contacts, b, colliders_[b]);
  for (int round = 0; round < rounds; ++round) {
    const bool is_relaxed = relax(island, round == 0 && counted == 0);
    for (const Index b : island.bodies) colliders_[b].update_end();
    const std::vector<ContactPoint> before = contacts;
    {
      const ProfileZone zone("sweeps");
      sweeps.begin();
      sweeps.sweep(params_.sweeps, tolerance);
    }
    apply(island, contacts);
    if (is_relaxed && round + 1 >= counted && sweeps.change_since(before) <= tolerance) break;
  }
  for (const Index b : island.bodies) colliders_[b].update_end();
  for (std::size_t c = 0; c < contacts.size(); ++c) contacts_[island.contacts[c]].force = contacts[c].force;
}

bool ContactStep::relax(const Island& island, bool is_first) {
  bool all = true;
  for (const Index b : island.bodies) {
    Collider& body = colliders_[b];
    try {
      all &= body.side()->relax(body.force, is_first ? 0 : 1);
    } catch (const Error& error) {
      throw BodyFailure(body.name(), error);
    }
  }
  return all;
}

// Moves the bodies by the change of the forces.
void ContactStep::apply(const Island& island, std::span<const ContactPoint> contacts) {
  const ProfileZone zone("apply");
  for (const Index b : island.bodies) {
    Collider& body = colliders_[b];
    BlockVector<double> change = body.force;
    gather_forces(contacts, b, body);
    const double load = body.side()->load();
    for (std::size_t i = 0; i < change.size(); ++i)
      change[i] = to_block(load * (to_vec3(body.force[i]) - to_vec3(change[i])));
    BlockVector<double> moves(change.size());
    body.additive.apply(body.side()->system_levels(), change, moves);
    body.side()->move(moves);
  }
}

}  // namespace sinew
