#include "contact/attachments.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"
#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

std::vector<Vec3> rest_in_world(const Collider& body) {
  return placed(body.side()->placement(), body.side()->contact_surface()->rest);
}

Index find(const std::string& name, std::span<const Collider> colliders) {
  const auto found = std::ranges::find(colliders, name, &Collider::name);
  if (found != colliders.end()) return static_cast<Index>(found - colliders.begin());
  std::vector<std::string> names;
  for (const Collider& collider : colliders) names.push_back(collider.name());
  throw Error(fmt::format("an attachment names '{}', which is neither a body nor an obstacle{}", name,
                          did_you_mean(name, names)),
              "", fmt::format("there are: {}", fmt::join(names, ", ")));
}

bool has_surface(const Collider& collider) {
  if (collider.side() == nullptr) return collider.is_obstacle();
  return collider.side()->contact_surface() != nullptr;
}

void require_gluable(const Collider& collider) {
  if (!has_surface(collider))
    throw Error(
        fmt::format("'{}' has no contact surface, so that nothing can be attached to it", collider.name()));
}

// Of a sorted list.
bool has(std::span<const Index> vertices, Index v) { return std::ranges::binary_search(vertices, v); }

}  // namespace

std::vector<Index> vertices_in(const Region& region, const Collider& body) {
  return points_in(region, rest_in_world(body));
}

Index Attachments::add(const Attachment& attachment, std::span<const Collider> colliders) {
  require_valid(attachment, "");
  One one{.glue = attachment, .a = find(attachment.body, colliders), .b = find(attachment.to, colliders)};
  const Collider &body = colliders[one.a], &other = colliders[one.b];
  if (body.is_obstacle())
    throw Error(fmt::format("'{}' is an obstacle, which cannot be attached to something", body.name()), "",
                "name the body as the one that is attached, and what it is attached to as the other");
  if (one.a == one.b)
    throw Error(fmt::format("'{}' cannot be attached to itself", body.name()), "",
                "name another body or an obstacle");
  require_gluable(body), require_gluable(other);
  if (vertices_in(attachment.region, body).empty())
    throw Error(
        fmt::format("the region of an attachment holds no vertex of the surface of '{}'", body.name()), "",
        reach_hint(bounding_box(rest_in_world(body))));
  one.is_of_tool = other.is_hand();
  const auto lasting = std::ranges::count(all_, false, &One::is_of_tool);
  if (one.glue.name.empty()) one.glue.name = fmt::format("attachment{}", lasting);
  for (const One& earlier : all_)
    if (earlier.glue.name == one.glue.name && !earlier.is_of_tool)
      throw Error(fmt::format("two attachments are called '{}'", one.glue.name), "",
                  "give each its own name");
  one.number = next_number_++;
  all_.push_back(std::move(one));
  return all_.back().number;
}

void Attachments::release(Index number) {
  if (number < 0 || number >= next_number_)
    throw Error(fmt::format("there is no attachment number {}", number));
  const auto found = std::ranges::find(all_, number, &One::number);
  if (found == all_.end()) return;
  note_released(*found);
  found->phase = Phase::kReleased;
  found->anchors.clear();
  note_glued();
}

void Attachments::release_from_tool(Index collider) {
  const auto is_of_it = [&](const One& one) { return one.is_of_tool && one.b == collider; };
  for (const One& one : all_)
    if (is_of_it(one)) note_released(one);
  std::erase_if(all_, is_of_it);
  note_glued();
}

void Attachments::note_released(const One& one) {
  if (one.phase == Phase::kGlued) released_.insert(released_.end(), {one.a, one.b});
}

std::vector<Index> Attachments::due(double time) const {
  std::vector<Index> bodies = released_;
  for (const One& one : all_) {
    const bool begins = one.phase == Phase::kWaiting && one.glue.during.contains(time);
    const bool ends = one.phase == Phase::kGlued && time >= one.glue.during.until;
    if (begins || ends) bodies.insert(bodies.end(), {one.a, one.b});
  }
  return bodies;
}

void Attachments::begin(double time, std::span<const Collider> colliders) {
  for (One& one : all_) {
    const Collider &body = colliders[one.a], &other = colliders[one.b];
    const bool is_in_play = other.plane() != nullptr || other.surface() != nullptr;
    if (one.phase == Phase::kWaiting && is_in_play && one.glue.during.contains(time)) glue(one, colliders);
    if (one.phase != Phase::kReleased && time >= one.glue.during.until) {
      one.phase = Phase::kReleased;
      one.anchors.clear();
    }
    const bool other_changed = !other.is_obstacle() && !knows_surface(one.b, other);
    if (one.phase == Phase::kGlued && (other_changed || !knows_surface(one.a, body)))
      follow_surfaces(body, other, one.anchors);
  }
  known_surfaces_.clear();
  for (const Collider& collider : colliders) known_surfaces_.push_back(collider.surface_revision());
  released_.clear();
  note_glued();
}

bool Attachments::knows_surface(Index number, const Collider& collider) const {
  return number < static_cast<Index>(known_surfaces_.size()) &&
         known_surfaces_[number] == collider.surface_revision();
}

void Attachments::glue(One& one, std::span<const Collider> colliders) {
  std::vector<Index> vertices = vertices_in(one.glue.region, colliders[one.a]);
  // A vertex is glued once to a thing.
  note_glued();
  if (const auto earlier = glued_.find({one.a, one.b}); earlier != glued_.end())
    std::erase_if(vertices, [&](Index v) { return has(earlier->second, v); });
  one.anchors = make_anchors(colliders[one.a], vertices, colliders[one.b], one.glue.within);
  one.phase = Phase::kGlued;
  if (one.anchors.empty() && !one.is_of_tool)
    log_warning("{} joins nothing: no vertex of '{}' that is free for it lies within {:.4g} m of '{}'",
                one.glue.name, one.glue.body, one.glue.within, one.glue.to);
}

void Attachments::note_glued() {
  glued_.clear();
  for (const One& one : all_)
    for (const Anchor& anchor : one.anchors) glued_[{one.a, one.b}].push_back(anchor.vertex);
  for (auto& [pair, vertices] : glued_) std::ranges::sort(vertices);
}

void Attachments::append_rows(std::span<const Collider> colliders, std::span<const ContactPoint> before,
                              std::vector<ContactPoint>& contacts) const {
  if (glued_.empty()) return;
  for (const One& one : all_) {
    if (!colliders[one.a].is_active() && !colliders[one.b].is_active()) continue;
    for (const Anchor& anchor : one.anchors) {
      ContactPoint row = glue_row(anchor, one.a, one.b, colliders);
      const auto old = std::ranges::lower_bound(before, row.key, {}, &ContactPoint::key);
      if (old != before.end() && old->key == row.key) row.force = old->force;
      contacts.push_back(row);
    }
  }
  std::ranges::sort(contacts, {}, &ContactPoint::key);
}

bool Attachments::exclude(Index body, Index vertex, Index plane) const {
  const auto found = glued_.find({body, plane});
  return found != glued_.end() && has(found->second, vertex);
}

bool Attachments::exclude(const FeaturePair& pair) const {
  const int first = first_count(pair.kind);
  for (int k = 0; k < 4; ++k) {
    const int side = k < first ? 0 : 1;
    if (exclude(pair.surface[side], pair.vertex[k], pair.surface[1 - side])) return true;
  }
  return false;
}

std::vector<AttachmentForce> Attachments::forces(std::span<const Collider> colliders,
                                                 std::span<const ContactPoint> contacts) const {
  std::vector<AttachmentForce> forces;
  for (const One& one : all_) {
    AttachmentForce sum{one.glue.name, colliders[one.a].name(), colliders[one.b].name()};
    for (const Anchor& anchor : one.anchors) {
      const ContactKey from{one.a, one.b, ContactKey::Kind::kGlue, {anchor.vertex, -1, -1, -1}};
      const auto row = std::ranges::lower_bound(contacts, from, {}, &ContactPoint::key);
      if (row == contacts.end() || row->key.a != one.a || row->key.b != one.b ||
          row->key.kind != ContactKey::Kind::kGlue || row->key.vertex[0] != anchor.vertex)
        continue;
      ++sum.points;
      sum.at += row->at, sum.force += row->force;
    }
    if (sum.points > 0) sum.at = sum.at / sum.points;
    forces.push_back(std::move(sum));
  }
  return forces;
}

}  // namespace sinew
