#include "contact/contact_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "contact/carry_over.h"
#include "contact/stiff_pairs.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

// Contacts are watched that are nearer than this many gaps.
constexpr double kReach = 5;

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

bool ContactStep::is_rough() const {
  if (first_contact_.size() <= colliders_.size()) return false;  // failed before contacts were listed
  return std::ranges::any_of(awake_, [&](Index c) {
    const bool touches = first_contact_[c] < first_contact_[c + 1];
    return touches && colliders_[c].side() != nullptr && colliders_[c].side()->counted_cycles() > 0;
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

void ContactStep::keep_rules() {
  if (rules_known_) return;
  rules_ = PairRules(params_, colliders_);
  for (Collider& collider : colliders_) collider.set_gap(params_.gap);
  rules_known_ = true;
}

// No body sleeps, and nothing is glued: bodies are solved as if nothing touched, and moved apart then.
void ContactStep::make_candidates_by_positions(double time, double dt, const SideBySide& side_by_side) {
  if (!attachments_.all().empty())
    throw Error("nothing can be attached where contact is by positions", "contact",
                "take \"response\": \"forces\"");
  keep_rules();
  held_back_ = blocked_ = exempt_ = 0;
  contacts_.clear();
  awake_.assign(body_colliders_.begin(), body_colliders_.end());
  for (Collider& collider : colliders_)
    if (collider.is_obstacle()) collider.begin(time, dt);
  for_each_of(awake_, side_by_side, [&](Index c) {
    Collider& body = colliders_[c];
    if (body.side() != nullptr) body.side()->expect_contact(true);
    body.body()->begin_step(time, dt);
    while (!body.body()->relax()) {
    }
  });
  // Tools in a hand ask where bodies are.
  if (std::ranges::any_of(colliders_, &Collider::is_hand)) {
    for (const Index c : awake_) colliders_[c].begin(time, dt);
    for (Collider& collider : colliders_) collider.come_into_play(colliders_);
  }
  {
    const ProfileZone zone("positions");
    positions_.move_apart(colliders_, rules_, params_);
  }
  for_each_of(awake_, side_by_side, [&](Index c) { colliders_[c].body()->end_step(); });
  was_stepped_.assign(colliders_.size(), 1);
  first_contact_.clear();
  for (Collider& collider : colliders_) collider.settle();
}

void ContactStep::make_candidates(double time, double dt, const SideBySide& side_by_side) {
  if (params_.response == ContactResponse::kPositions)
    return make_candidates_by_positions(time, dt, side_by_side);
  keep_rules();
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

bool ContactStep::is_asleep(std::size_t body) const {
  const Index collider = body_colliders_[body];
  return collider < static_cast<Index>(was_stepped_.size()) && was_stepped_[collider] == 0;
}

void ContactStep::append_moving_parts(double time, double ahead, std::vector<Box3>& boxes) const {
  std::vector<Vec3> now, then;
  for (const Collider& collider : colliders_) {
    if (!collider.is_obstacle() || !collider.will_move(time, ahead)) continue;
    const std::shared_ptr<const ContactSurface> surface = collider.vertices_at(time, now);
    if (!surface) continue;
    collider.vertices_at(time + ahead, then);
    for (const Triangle& t : surface->triangles) {
      Box3& box = boxes.emplace_back();
      for (const Index v : t) box.extend(now[v]), box.extend(then[v]);
    }
  }
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

}  // namespace sinew
