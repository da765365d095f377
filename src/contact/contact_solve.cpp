// How a step of contact is solved: by islands, in turns of the bodies' own solvers and sweeps over the contacts.

#include <algorithm>
#include <numeric>
#include <utility>

#include "contact/contact_step.h"
#include "linalg/inverse3.h"
#include "mesh/disjoint_sets.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

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

// Of bodies that touch each other, those with new contacts are solved again, and what touches them is moved by the
// contacts that they have in common; others stay where they are, since a contact far away hardly changes theirs. Bodies
// that are not solved roughly are solved again all together.
void ContactStep::find_islands() {
  const auto is_new = [&](Index c) { return is_new_[c] != 0 && !colliders_[c].is_obstacle(); };
  const auto for_each_touching = [&](auto&& act) {
    for (const ContactPoint& contact : contacts_)
      if (!colliders_[contact.key.a].is_obstacle() && !colliders_[contact.key.b].is_obstacle())
        act(contact.key.a, contact.key.b);
  };
  DisjointSets all(static_cast<Index>(colliders_.size())), sets = all;
  list_contacts_of_bodies();
  for_each_touching([&](Index a, Index b) { all.unite(a, b); });
  mark_whole(all);
  for_each_touching([&](Index a, Index b) {
    if (is_new(a) || is_new(b)) sets.unite(a, b);
  });
  std::vector<char> root_is_new(colliders_.size()), is_supported(colliders_.size());
  for (const Index c : awake_)
    if (is_new(c)) root_is_new[sets.find(c)] = 1;
  for (const ContactPoint& contact : contacts_)
    for (const Index c : {contact.key.a, contact.key.b})
      if (colliders_[c].is_obstacle())
        is_supported[all.find(c == contact.key.a ? contact.key.b : contact.key.a)] = 1;

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
      islands_[island_count_].flies = is_supported[all.find(root)] == 0;
      ++island_count_;
    }
    island_of_[c] = island_of_[root];
    islands_[island_of_[c]].bodies.push_back(c);
    in_islands_.push_back(c);
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const ContactKey& key = contacts_[i].key;
    if (!is_new(key.a) && !is_new(key.b)) continue;
    const Index island = std::max(island_of_[key.a], island_of_[key.b]);
    if (island >= 0) islands_[island].contacts.push_back(static_cast<Index>(i));
  }
}

// Of bodies that touch each other and are not solved roughly, all count as new if one is.
void ContactStep::mark_whole(DisjointSets& touching) {
  std::vector<char> is_rough(colliders_.size()), root_is_new(colliders_.size());
  for (const Index c : awake_) {
    const Index root = touching.find(c);
    const ContactSide* side = colliders_[c].side();
    if (!is_careful_ && side != nullptr && side->counted_cycles() > 0) is_rough[root] = 1;
    if (is_new_[c] != 0) root_is_new[root] = 1;
  }
  for (const Index c : awake_)
    if (const Index root = touching.find(c); root_is_new[root] != 0 && is_rough[root] == 0) is_new_[c] = 1;
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
  island.is_solved = island.is_balanced = false;
  island.most = {};
  for (const Index b : island.bodies) {
    island.most.round = std::max(island.most.round, most_[b].round);
    island.most.sweep = std::max(island.most.sweep, most_[b].sweep);
  }
}

void ContactStep::solve_islands(const SideBySide& side_by_side) {
  const std::span<Island> islands(islands_.data(), island_count_);
  const double share = is_first_solve_ ? kShareOfSweep : kShareAfterHits;
  for (Island& island : islands) begin(island);
  is_relaxed_.assign(colliders_.size(), 1);
  undone_.assign(colliders_.size(), 0);
  for_each_of(in_islands_, side_by_side, [&](Index b) {
    say_touched(b);
    gather_forces(b, colliders_[b].force);
  });
  for (int round = 0; !in_islands_.empty(); ++round) {
    for_each_of(in_islands_, side_by_side, [&](Index b) {
      if (is_new_[b] == 0 || is_calm(b, round)) return;
      Collider& body = colliders_[b];
      undone_[b] = 0;
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
    for (Island& island : islands)
      if (island.is_solved && island.flies && !std::exchange(island.is_balanced, true))
        balance_turning(island);
    std::erase_if(in_islands_, [&](Index b) { return islands[island_of_[b]].is_solved; });
  }
}

// The forces of a contact are opposite, but they act where the bodies have coasted to in the step, which is not one place.
// What angular momentum they add so is taken from all bodies together, as one that turns about its centre of mass:
// nothing moves at the contacts. Bodies that fly by several times their size in a step, and ask for a large turn, are left
// alone.
void ContactStep::balance_turning(const Island& island) {
  constexpr double kMostTurn = 0.05;  // rad, in a step
  std::vector<RigidWhole> wholes;
  double mass = 0;
  Vec3 first, given;
  for (const Index b : island.bodies) {
    const std::optional<RigidWhole> whole = colliders_[b].side()->rigid_whole(colliders_[b].force);
    if (!whole) return;
    wholes.push_back(*whole);
    mass += whole->mass, first += whole->mass * whole->centre, given += whole->given_by_contacts;
  }
  const Vec3 centre = first / mass;
  Mat3 inertia;
  for (const RigidWhole& whole : wholes) {
    const Vec3 d = whole.centre - centre;
    inertia = inertia + whole.inertia + whole.mass * (squared_norm(d) * Mat3::identity() - outer(d, d));
  }
  const Vec3 spin = -solved(inertia, given);
  if (!(norm(spin) * wholes[0].dt < kMostTurn)) return;
  for (const Index b : island.bodies) colliders_[b].side()->add_spin(centre, spin);
}

// Relaxing such bodies would move them by less than what ends the rounds of their island, all of them together.
bool ContactStep::is_calm(Index body, int round) const {
  const Island& island = islands_[island_of_[body]];
  const double share = kShareOfRound / static_cast<double>(island.bodies.size());
  return island.is_rough && round >= island.least_rounds && is_relaxed_[body] != 0 &&
         undone_[body] <= share * island.most.round;
}

// Whether the round has hardly moved anything.
bool ContactStep::is_still(Island& island, int round) {
  if (!island.is_rough && island.sweeps.change() > 1) return false;
  const ContactSweeps::Motion motion = island.sweeps.motion(undone_);
  island.most.round = std::max(island.most.round, motion.work);
  for (const Index b : island.bodies) most_[b] = island.most;
  if (std::ranges::any_of(island.bodies, [&](Index b) { return is_relaxed_[b] == 0; })) return false;
  if (!island.is_rough) return true;
  return round + 1 >= island.least_rounds &&
         (motion.farthest <= kCalm || motion.work <= kShareOfRound * island.most.round);
}

void ContactStep::say_touched(Index which) {
  const Collider& body = colliders_[which];
  const Embedding& embedding = body.surface()->embedding;
  std::vector<Index> unknowns;
  for (Index i = first_contact_[which]; i < first_contact_[which + 1]; ++i) {
    const ContactPoint& contact = contacts_[contacts_by_body_[i]];
    for (int k = 0; k < contact.count; ++k) {
      if ((k < contact.count_of_a ? contact.key.a : contact.key.b) != which) continue;
      const std::span<const Index> nodes = embedding.nodes(contact.key.vertex[k]);
      unknowns.insert(unknowns.end(), nodes.begin(), nodes.end());
    }
  }
  body.side()->expect_touch(unknowns);
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
