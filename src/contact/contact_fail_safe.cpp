// What keeps colliders from crossing after a step of contact was solved.

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/log.h"
#include "contact/contact_step.h"
#include "contact/stiff_pairs.h"
#include "sinew/base/profile.h"

namespace sinew {

// Nothing crosses when a step begins. If something would cross on its way, it is solved again as a contact. What
// then still crosses is held back, since where a step begins is known to be free.
void ContactStep::keep_from_crossing(double time, double dt, const SideBySide& side_by_side) {
  constexpr int kSolves = 3, kInParts = 8, kWithObstacles = 16, kMost = 64;
  require_shapes(side_by_side);
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
      require_shapes(side_by_side);
      continue;
    }
    if (attempt <= kInParts) zones_.clear();
    hold_back(attempt >= kInParts, attempt >= kWithObstacles);
  }
  report_blocked();
}

// A search between bodies that were torn over the whole scene finds more pairs than there is memory for.
void ContactStep::require_shapes(const SideBySide& side_by_side) {
  constexpr double kMostGrowth = 100;
  for_each_of(awake_, side_by_side, [&](Index c) {
    const Collider& body = colliders_[c];
    if (body.surface() == nullptr || body.end().empty()) return;
    const double before = bounding_box(body.start()).longest_side();
    const Vec3 centre = body.end().front();
    for (const Vec3& p : body.end())
      if (!(distance(p, centre) <= kMostGrowth * before))
        throw Error(
            fmt::format("contact tears it apart: in one step it became {:.0f} times as long as it was",
                        kMostGrowth),
            "", "");
  });
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
      "obstacles move where there is no room",
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

// Takes back a part of the ways of all unknowns that move what was hit, or all of them. Obstacles lose a part only
// where what hits them has nowhere to go, and none if they go away from it.
void ContactStep::hold_back(bool wholly, bool obstacles_stop) {
  constexpr double kPart = 0.8;
  slowed_.clear();
  const auto hold = [&](Index collider, Index vertex, double time, const ContactPoint& hit) {
    const Collider& on = colliders_[collider];
    if (!on.is_obstacle()) {
      for (const Index unknown : on.surface()->embedding.nodes(vertex))
        zones_.add(collider, unknown, wholly ? 0 : kPart * time);
      return;
    }
    zones_.add_obstacle(collider);
    if (!on.is_active() || (!obstacles_stop && goes_away(collider, hit))) return;
    slowed_.push_back({collider, obstacles_stop ? 0 : kPart * time});
  };
  for (const auto& hit : hits_) {
    const ContactPoint contact = detection_.contact_of(hit, colliders_, rules_);
    zones_.begin_hit();
    for (int k = 0; k < 4; ++k)
      hold(hit.pair.surface[k < first_count(hit.pair.kind) ? 0 : 1], hit.pair.vertex[k], hit.time, contact);
  }
  for (const auto& hit : plane_hits_) {
    const ContactPoint contact = contact_of(hit, colliders_, rules_);
    zones_.begin_hit();
    hold(hit.body, hit.vertex, hit.time, contact);
    hold(hit.plane, 0, hit.time, contact);
  }
  std::ranges::sort(slowed_);
  for (std::size_t i = 0; i < slowed_.size(); ++i)
    if (i == 0 || slowed_[i].obstacle != slowed_[i - 1].obstacle)
      colliders_[slowed_[i].obstacle].hold_back(slowed_[i].share);
  held_back_ += zones_.hold_back(colliders_);
}

bool ContactStep::goes_away(Index obstacle, const ContactPoint& hit) const {
  const double along = dot(colliders_[obstacle].carried(hit.at), hit.normal);
  return obstacle == hit.key.a ? along > 0 : along < 0;
}

}  // namespace sinew
