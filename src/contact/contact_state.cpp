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
  contact.key.kind = static_cast<ContactKey::Kind>(whole(2, 0, 2));
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

std::vector<Tangles::Pair> tangles_of(const BodyState& state, std::int64_t colliders) {
  const std::span<const double> values = find_array(state, "tangles", kName);
  if (values.size() % kTangleNumbers != 0)
    throw Error(
        fmt::format("the saved tangles are {} numbers, and each has {}", values.size(), kTangleNumbers));
  std::vector<Tangles::Pair> pairs;
  for (std::size_t at = 0; at < values.size(); at += kTangleNumbers) {
    const auto whole = [&](std::size_t k, std::int64_t last) {
      return static_cast<Index>(whole_number(values[at + k], 0, last, "tangles", kName));
    };
    pairs.push_back(
        {whole(0, colliders - 1), whole(1, colliders - 1), vector_at(values, at + 2), whole(5, 1) != 0});
  }
  return pairs;
}

std::vector<Tangles::Look> looks_of(const BodyState& state, std::size_t colliders) {
  const std::vector<double>& values = find_array(state, "looks", kName);
  if (values.size() > colliders)
    throw Error(
        fmt::format("the saved contact is of {} things, and the world has {}", values.size(), colliders));
  std::vector<Tangles::Look> looks;
  for (const double value : values)
    looks.push_back(static_cast<Tangles::Look>(whole_number(value, 0, 2, "looks", kName)));
  return looks;
}

}  // namespace

BodyState ContactStep::state() const {
  BodyState state{{"contacts", {}}, {"lags", {}},  {"counts", {}}, {"origin", {}},
                  {"tangles", {}},  {"looks", {}}, {"rest", {}}};
  for (const ContactPoint& contact : contacts_) put(state[0].values, contact);
  for (const Collider& collider : colliders_)
    if (collider.is_obstacle()) state[1].values.push_back(collider.lag());
  for (const std::int64_t count : {held_back_, blocked_, exempt_}) state[2].values.push_back(double(count));
  // A body that was cut or tuned since the last step wakes in the next one, here and in what takes over this state.
  ContactSleep sleep = sleep_;
  sleep.set_count(colliders_.size());
  sleep.wake_disturbed(colliders_, contacts_);
  state[6].values = sleep.state();
  if (detection_.origin()) put(state[3].values, *detection_.origin());
  for (const Tangles::Pair& pair : tangles_.pairs()) {
    state[4].values.insert(state[4].values.end(), {double(pair.a), double(pair.b)});
    put(state[4].values, pair.out);
    state[4].values.push_back(pair.a_holds_b ? 1 : 0);
  }
  for (const Tangles::Look look : tangles_.looks()) state[5].values.push_back(double(look));
  return state;
}

void ContactStep::restore(const BodyState& state) {
  std::vector<ContactPoint> contacts = contacts_of(state, colliders_.size());
  const auto obstacles = std::ranges::count_if(colliders_, &Collider::is_obstacle);
  const std::vector<double>& lags = find_array(state, "lags", static_cast<std::size_t>(obstacles), kName);
  const std::vector<double>& counts = find_array(state, "counts", 3, kName);
  const std::vector<double>& origin = find_array(state, "origin", kName);
  if (!origin.empty() && origin.size() != 3) throw Error("the saved origin of contact is not a point");
  ContactSleep sleep;
  sleep.restore(find_array(state, "rest", colliders_.size(), kName), colliders_);
  std::array<std::int64_t, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) numbers[i] = whole_number(counts[i], 0, kMostIndex, "counts", kName);
  std::vector<Tangles::Pair> tangles = tangles_of(state, std::ssize(colliders_));
  std::vector<Tangles::Look> looks = looks_of(state, colliders_.size());

  contacts_ = std::move(contacts);
  held_back_ = numbers[0], blocked_ = numbers[1], exempt_ = numbers[2];
  tangles_.restore(std::move(tangles), std::move(looks));
  // Vertices are numbered as in the surfaces of the saved bodies, which are back already.
  for (Collider& collider : colliders_) collider.forget_surface();
  detection_.set_origin(origin.empty() ? std::nullopt : std::optional(vector_at(origin, 0)));
  sleep_ = std::move(sleep);
  for (Collider& collider : colliders_) collider.forget_place();
  std::size_t next = 0;
  for (Collider& collider : colliders_)
    if (collider.is_obstacle()) collider.set_lag(lags[next++]);
}

}  // namespace sinew
