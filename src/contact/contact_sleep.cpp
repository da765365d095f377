#include "contact/contact_sleep.h"

#include <algorithm>

#include "body/state_arrays.h"
#include "mesh/disjoint_sets.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr int kSteps = 30;
// How far a vertex may move in a step of a body at rest, in gaps.
constexpr double kStill = 1e-4;

bool is_still(const Collider& body) {
  const double most = kStill * body.gap(), most2 = most * most;
  const std::span<const Vec3> start = body.start(), end = body.end();
  for (std::size_t v = 0; v < start.size(); ++v)
    if (squared_norm(end[v] - start[v]) > most2) return false;
  return true;
}

bool is_body(const Collider& collider) { return !collider.is_obstacle(); }

}  // namespace

void ContactSleep::set_count(std::size_t colliders) {
  asleep_.resize(colliders, 0), rested_.resize(colliders, 0), disturbance_.resize(colliders, 0);
}

template <typename Wakes>
void ContactSleep::wake_if(std::span<const Collider> colliders, std::span<const ContactPoint> contacts,
                           Wakes&& wakes) {
  wakes_.assign(colliders.size(), 0);
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (asleep_[c] != 0) wakes_[c] = wakes(*colliders[c].side(), c) ? 1 : 0;
  spread(colliders, contacts);
}

void ContactSleep::wake_disturbed(std::span<const Collider> colliders,
                                  std::span<const ContactPoint> contacts) {
  wake_if(colliders, contacts,
          [&](const ContactSide& side, std::size_t c) { return side.disturbances() != disturbance_[c]; });
}

void ContactSleep::wake_unsteady(std::span<const Collider> colliders, std::span<const ContactPoint> contacts,
                                 double time, double dt) {
  wake_if(colliders, contacts,
          [&](const ContactSide& side, std::size_t) { return !side.is_steady(time, dt); });
}

void ContactSleep::wake_touched(std::span<const Collider> colliders, std::span<const ContactPoint> contacts,
                                std::vector<Index>& woken) {
  wakes_.assign(colliders.size(), 0);
  const auto disturbs = [&](Index c) { return colliders[c].is_active(); };
  for (const ContactPoint& contact : contacts) {
    const Index a = contact.key.a, b = contact.key.b;
    if (asleep_[a] != 0 && disturbs(b)) wakes_[a] = 1;
    if (asleep_[b] != 0 && disturbs(a)) wakes_[b] = 1;
  }
  const std::vector<char> before = asleep_;
  spread(colliders, contacts);
  woken.clear();
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (before[c] != asleep_[c]) woken.push_back(static_cast<Index>(c));
}

// Wakes all that sleep with those that wake.
void ContactSleep::spread(std::span<const Collider> colliders, std::span<const ContactPoint> contacts) {
  if (std::ranges::find(wakes_, char{1}) == wakes_.end()) return;
  DisjointSets sets(static_cast<Index>(colliders.size()));
  for (const ContactPoint& contact : contacts)
    if (asleep_[contact.key.a] != 0 && asleep_[contact.key.b] != 0) sets.unite(contact.key.a, contact.key.b);
  std::vector<char> root_wakes(colliders.size(), 0);
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (wakes_[c] != 0) root_wakes[sets.find(static_cast<Index>(c))] = 1;
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (asleep_[c] != 0 && root_wakes[sets.find(static_cast<Index>(c))] != 0) asleep_[c] = 0, rested_[c] = 0;
}

void ContactSleep::end_step(std::span<const Collider> colliders, std::span<const ContactPoint> contacts) {
  DisjointSets sets(static_cast<Index>(colliders.size()));
  std::vector<char> stays_awake(colliders.size(), 0);
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    if (!is_body(colliders[c]) || asleep_[c] != 0) continue;
    const bool may_rest = colliders[c].side() != nullptr && colliders[c].surface() != nullptr;
    rested_[c] = may_rest && is_still(colliders[c]) ? std::min(rested_[c] + 1, kSteps) : 0;
    disturbance_[c] = may_rest ? colliders[c].side()->disturbances() : 0;
  }
  for (const ContactPoint& contact : contacts) {
    const Collider &a = colliders[contact.key.a], &b = colliders[contact.key.b];
    if (is_body(a) && is_body(b)) sets.unite(contact.key.a, contact.key.b);
  }
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (is_body(colliders[c]) && asleep_[c] == 0 && rested_[c] < kSteps)
      stays_awake[sets.find(static_cast<Index>(c))] = 1;
  for (const ContactPoint& contact : contacts)
    for (const auto& [body, other] :
         {std::pair{contact.key.a, contact.key.b}, {contact.key.b, contact.key.a}})
      if (is_body(colliders[body]) && !is_body(colliders[other]) && colliders[other].is_active())
        stays_awake[sets.find(body)] = 1;
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (is_body(colliders[c]) && stays_awake[sets.find(static_cast<Index>(c))] == 0) asleep_[c] = 1;
}

std::vector<double> ContactSleep::state() const {
  std::vector<double> state;
  for (std::size_t c = 0; c < asleep_.size(); ++c) state.push_back(asleep_[c] != 0 ? -1 : rested_[c]);
  return state;
}

void ContactSleep::restore(std::span<const double> state, std::span<const Collider> colliders) {
  std::vector<std::int64_t> numbers;
  for (const double value : state) numbers.push_back(whole_number(value, -1, kSteps, "rest", "contact"));
  for (std::size_t c = 0; c < numbers.size(); ++c)
    if (numbers[c] != 0 && !is_body(colliders[c]))
      throw Error("the saved rest of contact is of other bodies and obstacles");
  set_count(numbers.size());
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    asleep_[c] = numbers[c] < 0 ? 1 : 0;
    rested_[c] = static_cast<int>(numbers[c] < 0 ? kSteps : numbers[c]);
    if (is_body(colliders[c]) && colliders[c].side() != nullptr)
      disturbance_[c] = colliders[c].side()->disturbances();
  }
}

}  // namespace sinew
