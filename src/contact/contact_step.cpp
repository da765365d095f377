#include "contact/contact_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "base/log.h"
#include "base/parallel.h"
#include "contact/carry_over.h"
#include "contact/stiff_pairs.h"
#include "mesh/disjoint_sets.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

// Contacts are watched that are nearer than this many gaps.
constexpr double kReach = 5;
// Contacts of bodies whose solvers count cycles are solved as roughly as they are. Sweeps end at kRougher times the
// tolerance, or when one changes less than a share of the energy that the greatest one of the step did; rounds end when
// bodies move by less than kCalm times what ends sweeps, or when a round does less than a share of the work that the
// greatest one did. With two rounds in every step, rabbits that fell on each other gained energy, since forces were
// still far off.
constexpr double kRougher = 100, kCalm = 50, kShareOfSweep = 0.01, kShareOfRound = 0.01;
// What was hit is solved for more closely, or it would be held back: with 0.01, a liver between plates had 19 nodes
// held back in a step; with 1e-4, for a tenth more time, 0.3.
constexpr double kShareAfterHits = 1e-4;
// A step in which a body gained energy is made again with so many times the rounds and sweeps, to the tolerance itself.
constexpr int kMoreIfCareful = 4;

}  // namespace

BodyFailure::BodyFailure(std::string body, const Error& reason)
    : Error(reason.problem(), reason.where(), reason.hint()), body_(std::move(body)) {}

void ContactStep::set_params(const ContactParams& params) {
  require_valid(params, "");
  params_ = params;
  rules_known_ = false;
}

void ContactStep::add(Body& body) {
  body_colliders_.push_back(static_cast<Index>(colliders_.size()));
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

void ContactStep::for_each_of(std::span<const Index> bodies, const SideBySide& side_by_side,
                              const std::function<void(Index)>& act) {
  std::vector<std::optional<BodyFailure>> failures(bodies.size());
  side_by_side(static_cast<Index>(bodies.size()), [&](Index k) {
    try {
      act(bodies[k]);
    } catch (const Error& error) {
      failures[k].emplace(colliders_[bodies[k]].name(), error);
    }
  });
  for (const std::optional<BodyFailure>& failure : failures)
    if (failure) throw *failure;
}

void ContactStep::save_before() {
  before_.contacts = contacts_;
  before_.lags.clear();
  for (const Collider& collider : colliders_) before_.lags.push_back(collider.lag());
  before_.attachments = attachments_;
  before_.origin = detection_.origin();
  before_.sleep = sleep_;
  before_.held_back = held_back_, before_.blocked = blocked_, before_.exempt = exempt_;
  before_.tangles.assign(tangles_.pairs().begin(), tangles_.pairs().end());
  before_.looks.assign(tangles_.looks().begin(), tangles_.looks().end());
}

void ContactStep::take_back() {
  contacts_ = before_.contacts;
  for (std::size_t c = 0; c < colliders_.size(); ++c) colliders_[c].set_lag(before_.lags[c]);
  attachments_ = before_.attachments;
  detection_.set_origin(before_.origin);
  sleep_ = before_.sleep;
  held_back_ = before_.held_back, blocked_ = before_.blocked, exempt_ = before_.exempt;
  tangles_.restore(before_.tangles, before_.looks);
}

void ContactStep::predict(double time, double dt, const SideBySide& side_by_side) {
  take_surfaces();
  save_before();
  try {
    try_step(false, time, dt, side_by_side);
  } catch (const BodyFailure&) {
    if (!is_rough()) throw;
    try_step(true, time, dt, side_by_side);
  }
}

// Whether contact was solved as roughly as a body whose solver counts cycles.
bool ContactStep::is_rough() const {
  return std::ranges::any_of(awake_, [&](Index c) {
    return first_contact_.size() > colliders_.size() && first_contact_[c] < first_contact_[c + 1] &&
           colliders_[c].side() != nullptr && colliders_[c].side()->counted_cycles() > 0;
  });
}

void ContactStep::try_step(bool is_careful, double time, double dt, const SideBySide& side_by_side) {
  is_careful_ = is_careful;
  try {
    make_candidates(time, dt, side_by_side);
  } catch (...) {
    take_back();
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
  sleep_.set_count(colliders_.size());
  sleep_.wake_disturbed(colliders_, contacts_);
  sleep_.wake_unsteady(colliders_, contacts_, time, dt);
  sleep_.wake(attachments_.due(time), colliders_, contacts_);
  awake_.clear();
  for (Collider& collider : colliders_) {
    const auto c = static_cast<Index>(&collider - colliders_.data());
    if (collider.is_obstacle())
      collider.begin(time, dt);
    else if (sleep_.is_asleep(c))
      collider.stay();
    else
      awake_.push_back(c);
  }
  begin_bodies(awake_, time, dt, side_by_side);
  for (Collider& collider : colliders_) collider.come_into_play(colliders_);
  {
    const ProfileZone zone("detect");
    tangles_.begin(colliders_, rules_);
    tangles_.mark(colliders_, detection_.filter());
    exempt_ = tangles_.count();
  }
  attachments_.begin(time, colliders_);
  do {
    const ProfileZone zone("detect");
    find_contacts();
  } while (wake_touched(time, dt, side_by_side));
  begin_contact(side_by_side);
  is_new_.assign(colliders_.size(), 1);
  most_.assign(colliders_.size(), {});
  is_first_solve_ = true;
  relax_all(side_by_side);
  is_first_solve_ = false;
  keep_from_crossing(time, dt, side_by_side);
  take_contacts_to_end();
  for_each_of(awake_, side_by_side, [&](Index c) {
    Collider& body = colliders_[c];
    const bool touches = first_contact_[c] < first_contact_[c + 1];
    if (touches && body.side() != nullptr) body.side()->take_contact_forces(body.force);
    body.body()->end_step();
  });
  was_stepped_.assign(colliders_.size(), 0);
  for (const Index c : awake_) was_stepped_[c] = 1;
  sleep_.end_step(colliders_, contacts_);
  for (Collider& collider : colliders_) collider.settle();
}

void ContactStep::take_surfaces() {
  for (Index c = 0; c < static_cast<Index>(colliders_.size()); ++c) {
    const std::vector<Index> number = colliders_[c].take_surface();
    if (number.empty()) continue;
    tangles_.look_again(c);
    carry_over(number, c, contacts_);
  }
}

std::vector<char> ContactStep::touches() const {
  std::vector<char> touches(colliders_.size());
  for (const ContactPoint& contact : contacts_) touches[contact.key.a] = touches[contact.key.b] = 1;
  return touches;
}

void ContactStep::begin_contact(const SideBySide& side_by_side) {
  const std::vector<char> touching = touches();
  for_each_of(awake_, side_by_side, [&](Index c) {
    if (touching[c] == 0 || colliders_[c].side() == nullptr) return;
    colliders_[c].side()->begin_contact();
    colliders_[c].update_end();
  });
}

void ContactStep::begin_bodies(std::span<const Index> bodies, double time, double dt,
                               const SideBySide& side_by_side) {
  const std::vector<char> touched = touches();
  for (const Index c : bodies)
    if (ContactSide* side = colliders_[c].side()) side->expect_contact(touched[c] != 0);
  for_each_of(bodies, side_by_side, [&](Index c) { colliders_[c].body()->begin_step(time, dt); });
  const ProfileZone zone("detect");
  parallel_for_each(bodies.size(), 1, [&](Index k) { colliders_[bodies[k]].begin(time, dt); });
}

// Returns whether there were any, whose own contacts are to be found now.
bool ContactStep::wake_touched(double time, double dt, const SideBySide& side_by_side) {
  sleep_.wake_touched(colliders_, contacts_, woken_);
  if (woken_.empty()) return false;
  begin_bodies(woken_, time, dt, side_by_side);
  awake_.insert(awake_.end(), woken_.begin(), woken_.end());
  std::ranges::sort(awake_);
  return true;
}

// Contacts that were there in the last step keep their forces, and those between things that stay are kept whole.
void ContactStep::find_contacts() {
  detection_.find(colliders_, rules_, attachments_, kReach, contacts_);
  detection_.append_pressing(before_.contacts, colliders_, rules_, attachments_, kReach, contacts_);
  tangles_.append_contacts(colliders_, contacts_);
  drop_stiff_pairs(colliders_, contacts_);
  auto old = before_.contacts.begin();
  for (ContactPoint& contact : contacts_) {
    while (old != before_.contacts.end() && old->key < contact.key) ++old;
    if (old == before_.contacts.end()) break;
    if (old->key == contact.key) contact.force = old->force;
  }
  thinning_.thin_out(contacts_);
  const auto middle = static_cast<std::ptrdiff_t>(contacts_.size());
  for (const ContactPoint& contact : before_.contacts)
    if (stays(contact)) contacts_.push_back(contact);
  std::ranges::inplace_merge(contacts_, contacts_.begin() + middle, {}, &ContactPoint::key);
  attachments_.append_rows(colliders_, before_.contacts, contacts_);
}

bool ContactStep::stays(const ContactPoint& contact) const {
  return !colliders_[contact.key.a].is_active() && !colliders_[contact.key.b].is_active();
}

// Solves the islands in which something is new, and the bodies that touch nothing.
void ContactStep::relax_all(const SideBySide& side_by_side) {
  find_islands();
  for_each_of(free_, side_by_side, [&](Index c) {
    while (!colliders_[c].body()->relax()) {
    }
    colliders_[c].update_end();
  });
  solve_islands(side_by_side);
}

// Nothing crosses when a step begins. If something would cross on its way, it is solved again as a contact. What
// then still crosses is held back, since where a step begins is known to be free.
void ContactStep::keep_from_crossing(double time, double dt, const SideBySide& side_by_side) {
  constexpr int kSolves = 3, kInParts = 8, kMost = 64;
  for (int attempt = 0; attempt < kMost; ++attempt) {
    find_hits();
    if (hits_.empty() && plane_hits_.empty()) return;
    if (attempt < kSolves && add_hits()) {
      if (wake_touched(time, dt, side_by_side)) {
        find_contacts();
        add_hits();
        std::ranges::fill(is_new_, 1);
      }
      relax_all(side_by_side);
      continue;
    }
    hold_back(attempt >= kInParts);
  }
  report_blocked();
}

// Held nodes and obstacles go where their motions want them: what they force to cross is entangled from now on.
void ContactStep::report_blocked() {
  blocked_ = static_cast<std::int64_t>(hits_.size() + plane_hits_.size());
  for (const auto& hit : hits_)
    for (const Index c : hit.pair.surface) tangles_.look_again(c);
  for (const auto& hit : plane_hits_) tangles_.look_again(hit.body);
  if (std::exchange(was_blocked_, true)) return;
  const auto [a, b] =
      hits_.empty() ? std::array{plane_hits_[0].body, plane_hits_[0].plane} : hits_[0].pair.surface;
  log_warning(
      "contact: {} pairs of features could not be kept apart, the first of '{}' and '{}': held nodes or "
      "obstacles "
      "move where there is no room",
      blocked_, colliders_[a].name(), colliders_[b].name());
}

void ContactStep::find_hits() {
  const ProfileZone zone("fail-safe");
  detection_.find_hits(colliders_, rules_, attachments_, hits_);
  detection_.find_plane_hits(colliders_, rules_, attachments_, plane_hits_);
}

// A contact that was there before keeps its force.
bool ContactStep::add_hits() {
  std::ranges::fill(is_new_, 0);
  more_.clear();
  for (const auto& hit : hits_) more_.push_back(detection_.contact_of(hit, colliders_, rules_));
  for (const auto& hit : plane_hits_) more_.push_back(contact_of(hit, colliders_, rules_));
  for (const ContactPoint& contact : more_) is_new_[contact.key.a] = is_new_[contact.key.b] = 1;
  drop_stiff_pairs(colliders_, more_);
  std::ranges::sort(more_, {}, &ContactPoint::key);
  auto old = contacts_.begin();
  std::size_t added = 0;
  for (const ContactPoint& contact : more_) {
    while (old != contacts_.end() && old->key < contact.key) ++old;
    if (old != contacts_.end() && old->key == contact.key) {
      const Vec3 force = old->force;
      *old = contact;
      old->force = force;
    } else {
      more_[added++] = contact;
    }
  }
  const auto middle = static_cast<std::ptrdiff_t>(contacts_.size());
  contacts_.insert(contacts_.end(), more_.begin(), more_.begin() + static_cast<std::ptrdiff_t>(added));
  std::ranges::inplace_merge(contacts_, contacts_.begin() + middle, {}, &ContactPoint::key);
  return !hits_.empty() || !plane_hits_.empty();
}

// Takes back a part of the way of all unknowns that move what was hit, or all of it. An obstacle that goes away from
// what hits it goes on.
void ContactStep::hold_back(bool wholly) {
  constexpr double kPart = 0.8;
  slowed_.clear();
  const auto goes_away = [&](Index collider, const ContactPoint& hit) {
    const Collider& on = colliders_[collider];
    if (wholly || on.side() != nullptr) return false;
    const double along = dot(on.carried(hit.at), hit.normal);
    return collider == hit.key.a ? along > 0 : along < 0;
  };
  const auto slow = [&](Index collider, Index vertex, double time) {
    const Collider& on = colliders_[collider];
    const double share = wholly ? 0 : kPart * time;
    if (!on.is_active()) return;
    if (on.side() == nullptr) {
      slowed_.push_back({collider, 0, share});
      return;
    }
    for (const Index unknown : on.surface()->embedding.nodes(vertex))
      slowed_.push_back({collider, unknown, share});
  };
  for (const auto& hit : hits_) {
    const ContactPoint contact = detection_.contact_of(hit, colliders_, rules_);
    for (int k = 0; k < 4; ++k) {
      const Index collider = hit.pair.surface[k < first_count(hit.pair.kind) ? 0 : 1];
      if (!goes_away(collider, contact)) slow(collider, hit.pair.vertex[k], hit.time);
    }
  }
  for (const auto& hit : plane_hits_) {
    slow(hit.body, hit.vertex, hit.time);
    if (!goes_away(hit.plane, contact_of(hit, colliders_, rules_))) slow(hit.plane, 0, hit.time);
  }

  // The smallest share of each counts.
  std::ranges::sort(slowed_);
  const auto same = [](const Slowed& a, const Slowed& b) {
    return a.collider == b.collider && a.unknown == b.unknown;
  };
  slowed_.erase(std::unique(slowed_.begin(), slowed_.end(), same), slowed_.end());
  for (std::size_t begin = 0, end = 0; begin < slowed_.size(); begin = end) {
    Collider& collider = colliders_[slowed_[begin].collider];
    unknowns_.clear(), shares_.clear();
    for (; end < slowed_.size() && slowed_[end].collider == slowed_[begin].collider; ++end)
      unknowns_.push_back(slowed_[end].unknown), shares_.push_back(slowed_[end].share);
    if (collider.side() == nullptr) {
      collider.hold_back(shares_[0]);
      continue;
    }
    held_back_ += static_cast<std::int64_t>(unknowns_.size());
    collider.side()->hold_back(unknowns_, shares_);
    collider.update_end();
  }
}

void ContactStep::find_islands() {
  const auto count = static_cast<Index>(colliders_.size());
  DisjointSets sets(count);
  list_contacts_of_bodies();
  for (const ContactPoint& contact : contacts_) {
    const Index a = contact.key.a, b = contact.key.b;
    if (!colliders_[a].is_obstacle() && !colliders_[b].is_obstacle()) sets.unite(a, b);
  }
  // An island counts if one of its bodies has new contacts.
  std::vector<char> root_is_new(colliders_.size());
  for (const Index c : awake_)
    if (is_new_[c] != 0) root_is_new[sets.find(c)] = 1;
  free_.clear(), in_islands_.clear();
  island_of_.assign(colliders_.size(), -1);
  island_count_ = 0;
  for (const Index c : awake_) {
    const Index root = sets.find(c);
    if (root_is_new[root] == 0) continue;
    if (first_contact_[c] == first_contact_[c + 1]) {
      free_.push_back(c);
      continue;
    }
    if (island_of_[root] < 0) {
      island_of_[root] = static_cast<Index>(island_count_);
      if (islands_.size() == island_count_) islands_.emplace_back();
      islands_[island_count_].bodies.clear(), islands_[island_count_].contacts.clear();
      ++island_count_;
    }
    island_of_[c] = island_of_[root];
    islands_[island_of_[c]].bodies.push_back(c);
    in_islands_.push_back(c);
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const ContactKey& key = contacts_[i].key;
    const Index island = std::max(island_of_[key.a], island_of_[key.b]);
    if (island >= 0) islands_[island].contacts.push_back(static_cast<Index>(i));
  }
}

void ContactStep::list_contacts_of_bodies() {
  first_contact_.assign(colliders_.size() + 1, 0);
  const auto for_each_side = [&](auto&& act) {
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      const ContactKey& key = contacts_[i].key;
      act(key.a, i);
      if (key.b != key.a) act(key.b, i);
    }
  };
  for_each_side([&](Index c, std::size_t) { ++first_contact_[c + 1]; });
  std::partial_sum(first_contact_.begin(), first_contact_.end(), first_contact_.begin());
  contacts_by_body_.resize(first_contact_.back());
  fill_.assign(first_contact_.begin(), first_contact_.end() - 1);
  for_each_side([&](Index c, std::size_t i) { contacts_by_body_[fill_[c]++] = static_cast<Index>(i); });
}

// Bodies whose solvers count cycles make as many, in turns with the sweeps; others are solved first, and corrected
// by a cycle in each later round.
void ContactStep::begin(Island& island) {
  island.counted = 0;
  for (const Index b : island.bodies)
    island.counted = std::max(island.counted, colliders_[b].side()->counted_cycles());
  island.rounds = std::max(island.counted, params_.rounds) * (is_careful_ ? kMoreIfCareful : 1);
  island.is_rough = island.counted > 0 && !is_careful_;
  island.least_rounds = is_first_solve_ ? island.counted : 1;
  // Rigid bodies are solved by the sweeps alone. A stack of ten boxes takes more than 40 and fewer than 100.
  constexpr int kMoreIfRigid = 5;
  const bool is_rigid =
      std::ranges::all_of(island.bodies, [&](Index b) { return colliders_[b].surface()->is_rigid; });
  island.most_sweeps = (is_rigid ? kMoreIfRigid : is_careful_ ? kMoreIfCareful : 1) * params_.sweeps;
  island.is_solved = false;
  island.most = {};
  for (const Index b : island.bodies) {
    island.most.round = std::max(island.most.round, most_[b].round);
    island.most.sweep = std::max(island.most.sweep, most_[b].sweep);
  }
  island.flies = std::ranges::none_of(island.contacts, [&](Index c) {
    return colliders_[contacts_[c].key.a].is_obstacle() || colliders_[contacts_[c].key.b].is_obstacle();
  });
}

void ContactStep::solve_islands(const SideBySide& side_by_side) {
  const std::span<Island> islands(islands_.data(), island_count_);
  const double share = is_first_solve_ ? kShareOfSweep : kShareAfterHits;
  for (Island& island : islands) begin(island);
  is_relaxed_.assign(colliders_.size(), 0);
  for_each_of(in_islands_, side_by_side, [&](Index b) { gather_forces(b, colliders_[b].force); });
  for (int round = 0; !in_islands_.empty(); ++round) {
    for_each_of(in_islands_, side_by_side, [&](Index b) {
      Collider& body = colliders_[b];
      const bool to_goal = round == 0 && islands[island_of_[b]].counted == 0;
      is_relaxed_[b] = body.side()->relax(body.force, to_goal ? 0 : 1) ? 1 : 0;
      body.update_end();
    });
    side_by_side(static_cast<Index>(islands.size()), [&](Index i) {
      Island& island = islands[i];
      if (island.is_solved) return;
      const ProfileZone zone("sweeps");
      if (round == 0) island.sweeps.set(island.contacts, contacts_, colliders_, island.bodies);
      island.sweeps.begin(contacts_, params_.tolerance * (island.is_rough ? kRougher : 1));
      island.sweeps.sweep(island.most_sweeps, island.is_rough ? share : 0, island.most.sweep);
      island.sweeps.give_forces(contacts_);
      island.is_solved = is_still(island, round) || round + 1 >= island.rounds;
    });
    for_each_of(in_islands_, side_by_side, [&](Index b) {
      Collider& body = colliders_[b];
      apply_change(b);
      const Island& island = islands[island_of_[b]];
      if (island.is_solved && island.flies) body.side()->balance_momentum(body.force);
      body.update_end();
    });
    std::erase_if(in_islands_, [&](Index b) { return islands[island_of_[b]].is_solved; });
  }
}

// Whether the round has hardly moved anything.
bool ContactStep::is_still(Island& island, int round) {
  if (!island.is_rough && island.sweeps.change() > 1) return false;
  const ContactSweeps::Motion motion = island.sweeps.motion();
  island.most.round = std::max(island.most.round, motion.work);
  for (const Index b : island.bodies) most_[b] = island.most;
  if (std::ranges::any_of(island.bodies, [&](Index b) { return is_relaxed_[b] == 0; })) return false;
  if (!island.is_rough) return true;
  return round + 1 >= island.least_rounds &&
         (motion.farthest <= kCalm || motion.work <= kShareOfRound * island.most.round);
}

// J^T times the forces of the contacts, N, in the own axes of the body.
void ContactStep::gather_forces(Index which, BlockVector<double>& force) const {
  const Collider& body = colliders_[which];
  const Embedding& embedding = body.surface()->embedding;
  const Placement& placement = body.side()->placement();
  force.assign(body.side()->increment().size(), {});
  for (Index i = first_contact_[which]; i < first_contact_[which + 1]; ++i) {
    const ContactPoint& contact = contacts_[contacts_by_body_[i]];
    if (contact.force == Vec3{}) continue;
    const Vec3 own = placement.own_direction(contact.force);
    for (int k = 0; k < contact.count; ++k) {
      if ((k < contact.count_of_a ? contact.key.a : contact.key.b) != which) continue;
      const Vec3 part = contact.weight[k] * own;
      const Index v = contact.key.vertex[k];
      for (std::size_t j = 0; j < embedding.row_size(v); ++j) {
        Block3<double>& sum = force[embedding.nodes(v)[j]];
        sum = to_block(to_vec3(sum) + double(embedding.weights(v)[j]) * part);
      }
    }
  }
}

// Moves the body by the change of the forces.
void ContactStep::apply_change(Index which) {
  const ProfileZone zone("apply");
  Collider& body = colliders_[which];
  body.change.swap(body.force);
  gather_forces(which, body.force);
  const double load = body.side()->load();
  for (std::size_t i = 0; i < body.change.size(); ++i)
    body.change[i] = to_block(load * (to_vec3(body.force[i]) - to_vec3(body.change[i])));
  body.moves.resize(body.change.size());
  body.additive.apply(body.side()->system_levels(), body.change, body.moves);
  body.side()->move(body.moves);
}

}  // namespace sinew
