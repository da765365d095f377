#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "body/state_arrays.h"
#include "contact/contact_step.h"

namespace sinew {

// What a step takes over from the one before, as named arrays of numbers:
//
//   contacts   per contact: colliders a b, kind, four vertices, force (N), where (m), normal
//   lags       per obstacle: how far it is behind its motion (s)
//   counts     of the last step: unknowns held back, pairs blocked, pairs exempt
//   tangles    per pair of colliders that cross: a b, the way out, whether a holds b
//   looks      per collider: whether it was looked for crossings of it; empty before the first step
//   rest       per collider: how many steps it has been at rest; -1: it sleeps
//   origin     of the boxes of the detection (m); empty before the first step
//   and those of attachments (attachment_state.cpp)

namespace {

constexpr std::size_t kNumbers = 16;       // per contact
constexpr std::size_t kTangleNumbers = 6;  // per pair of colliders
constexpr std::int64_t kMostIndex = std::numeric_limits<Index>::max();
const std::string kName = "contact";

void put(std::vector<double>& values, const Vec3& v) { values.insert(values.end(), {v.x, v.y, v.z}); }

Vec3 vector_at(std::span<const double> values, std::size_t at) {
  return {values[at], values[at + 1], values[at + 2]};
}

void put(std::vector<double>& values, const ContactPoint& contact) {
  const ContactKey& key = contact.key;
  values.insert(values.end(), {double(key.a), double(key.b), double(key.kind)});
  for (const Index v : key.vertex) values.push_back(v);
  put(values, contact.force), put(values, contact.at), put(values, contact.normal);
}

ContactPoint contact_of(std::span<const double> values, std::size_t colliders) {
  const auto whole = [&](std::size_t at, std::int64_t low, std::int64_t high) {
    return static_cast<Index>(whole_number(values[at], low, high, "contacts", kName));
  };
  const std::int64_t last = static_cast<std::int64_t>(colliders) - 1;
  ContactPoint contact;
  contact.key.a = whole(0, 0, last), contact.key.b = whole(1, 0, last);
  contact.key.kind = static_cast<ContactKey::Kind>(whole(2, 0, 3));
  for (std::size_t k = 0; k < 4; ++k) contact.key.vertex[k] = whole(3 + k, -1, kMostIndex);
  contact.force = vector_at(values, 7), contact.at = vector_at(values, 10);
  contact.normal = vector_at(values, 13);
  return contact;
}

std::vector<ContactPoint> contacts_of(const BodyState& state, std::size_t colliders) {
  const std::span<const double> values = find_array(state, "contacts", kName);
  if (values.size() % kNumbers != 0)
    throw Error(
        fmt::format("the saved contacts are {} numbers, and each contact has {}", values.size(), kNumbers));
  std::vector<ContactPoint> contacts;
  for (std::size_t at = 0; at < values.size(); at += kNumbers)
    contacts.push_back(contact_of(values.subspan(at, kNumbers), colliders));
  if (std::ranges::adjacent_find(contacts, std::ranges::greater_equal{}, &ContactPoint::key) !=
      contacts.end())
    throw Error("the saved contacts are not in order, or one of them is there twice");
  return contacts;
}

// Tools in a hand are input, as pulls are, and no part of the state: the colliders that are, in their order, are
// numbered without them.
std::vector<Index> colliders_of_state(std::span<const Collider> colliders) {
  std::vector<Index> all;
  for (Index c = 0; c < static_cast<Index>(colliders.size()); ++c)
    if (!colliders[c].is_hand()) all.push_back(c);
  return all;
}

// The number of a collider in the state, or -1.
Index number_in(std::span<const Index> kept, Index collider) {
  const auto found = std::ranges::lower_bound(kept, collider);
  return found != kept.end() && *found == collider ? static_cast<Index>(found - kept.begin()) : -1;
}

// The contacts of these colliders, in the numbers of the state.
std::vector<ContactPoint> contacts_between(std::span<const Index> kept,
                                           std::span<const ContactPoint> contacts) {
  std::vector<ContactPoint> found;
  for (ContactPoint contact : contacts) {
    contact.key.a = number_in(kept, contact.key.a), contact.key.b = number_in(kept, contact.key.b);
    if (contact.key.a >= 0 && contact.key.b >= 0) found.push_back(contact);
  }
  return found;
}

void put(std::vector<double>& values, const Tangles::Pair& pair, std::span<const Index> kept) {
  const Index a = number_in(kept, pair.a), b = number_in(kept, pair.b);
  if (a < 0 || b < 0) return;
  values.insert(values.end(), {double(a), double(b)});
  put(values, pair.out);
  values.push_back(pair.a_holds_b ? 1 : 0);
}

std::vector<Tangles::Pair> tangles_of(const BodyState& state, std::span<const Index> kept) {
  const std::span<const double> values = find_array(state, "tangles", kName);
  if (values.size() % kTangleNumbers != 0)
    throw Error(
        fmt::format("the saved tangles are {} numbers, and each has {}", values.size(), kTangleNumbers));
  std::vector<Tangles::Pair> pairs;
  for (std::size_t at = 0; at < values.size(); at += kTangleNumbers) {
    const auto whole = [&](std::size_t k, std::int64_t last) {
      return static_cast<Index>(whole_number(values[at + k], 0, last, "tangles", kName));
    };
    const std::int64_t last = std::ssize(kept) - 1;
    pairs.push_back(
        {kept[whole(0, last)], kept[whole(1, last)], vector_at(values, at + 2), whole(5, 1) != 0});
  }
  return pairs;
}

// Tools in a hand are new.
std::vector<Tangles::Look> looks_of(const BodyState& state, std::span<const Index> kept,
                                    std::size_t colliders) {
  const std::vector<double>& values = find_array(state, "looks", kName);
  if (values.size() > kept.size())
    throw Error(
        fmt::format("the saved contact is of {} things, and the world has {}", values.size(), kept.size()));
  std::vector<Tangles::Look> looks(colliders, Tangles::Look::kNew);
  for (std::size_t k = 0; k < values.size(); ++k)
    looks[kept[k]] = static_cast<Tangles::Look>(whole_number(values[k], 0, 2, "looks", kName));
  return looks;
}

}  // namespace

BodyState ContactStep::state() const {
  BodyState state{{"contacts", {}}, {"lags", {}},  {"counts", {}}, {"origin", {}},
                  {"tangles", {}},  {"looks", {}}, {"rest", {}}};
  const std::vector<Index> kept = colliders_of_state(colliders_);
  for (const ContactPoint& contact : contacts_between(kept, contacts_)) put(state[0].values, contact);
  for (const Index c : kept)
    if (colliders_[c].is_obstacle()) state[1].values.push_back(colliders_[c].lag());
  for (const std::int64_t count : {held_back_, blocked_, exempt_}) state[2].values.push_back(double(count));
  if (detection_.origin()) put(state[3].values, *detection_.origin());
  for (const Tangles::Pair& pair : tangles_.pairs()) put(state[4].values, pair, kept);
  for (const Index c : kept)
    if (c < std::ssize(tangles_.looks())) state[5].values.push_back(double(tangles_.looks()[c]));
  // A body that was cut, tuned or released since the last step wakes in the next one, here and in what takes over
  // this state.
  ContactSleep sleep = sleep_;
  sleep.set_count(colliders_.size());
  sleep.wake_disturbed(colliders_, contacts_);
  sleep.wake(attachments_.released(), colliders_, contacts_);
  const std::vector<double> rest = sleep.state();
  for (const Index c : kept) state[6].values.push_back(rest[c]);
  attachments_.add_to_state(state);
  return state;
}

void ContactStep::restore(const BodyState& state) {
  const std::vector<Index> kept = colliders_of_state(colliders_);
  std::vector<ContactPoint> contacts = contacts_of(state, kept.size());
  for (ContactPoint& contact : contacts)
    contact.key.a = kept[contact.key.a], contact.key.b = kept[contact.key.b];
  const auto obstacles = std::ranges::count_if(kept, [&](Index c) { return colliders_[c].is_obstacle(); });
  const std::vector<double>& lags = find_array(state, "lags", static_cast<std::size_t>(obstacles), kName);
  const std::vector<double>& counts = find_array(state, "counts", 3, kName);
  const std::vector<double>& origin = find_array(state, "origin", kName);
  if (!origin.empty() && origin.size() != 3) throw Error("the saved origin of contact is not a point");
  ContactSleep sleep;
  const std::vector<double>& rested = find_array(state, "rest", kept.size(), kName);
  std::vector<double> rest(colliders_.size(), 0);
  for (std::size_t k = 0; k < kept.size(); ++k) rest[kept[k]] = rested[k];
  sleep.restore(rest, colliders_);
  std::array<std::int64_t, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) numbers[i] = whole_number(counts[i], 0, kMostIndex, "counts", kName);
  std::vector<Tangles::Pair> tangles = tangles_of(state, kept);
  std::vector<Tangles::Look> looks = looks_of(state, kept, colliders_.size());
  std::vector<Attachments::One> attachments = attachments_.restored(state, colliders_);

  contacts_ = std::move(contacts);
  attachments_.take(std::move(attachments));
  held_back_ = numbers[0], blocked_ = numbers[1], exempt_ = numbers[2];
  tangles_.restore(std::move(tangles), std::move(looks));
  // Vertices are numbered as in the surfaces of the saved bodies, which are back already.
  for (Collider& collider : colliders_) collider.forget_surface();
  detection_.set_origin(origin.empty() ? std::nullopt : std::optional(vector_at(origin, 0)));
  sleep_ = std::move(sleep);
  for (Collider& collider : colliders_) {
    collider.forget_place();
    if (collider.is_hand()) collider.leave_play();
  }
  std::size_t next = 0;
  for (const Index c : kept)
    if (colliders_[c].is_obstacle()) colliders_[c].set_lag(lags[next++]);
}

}  // namespace sinew
