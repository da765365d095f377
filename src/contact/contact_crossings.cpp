#include <algorithm>
#include <iterator>
#include <map>

#include "collision/crossing_pairs.h"
#include "contact/contact_step.h"

namespace sinew {

namespace {

std::int64_t count_behind(const PlaneShape& plane, std::span<const Vec3> vertices) {
  return std::ranges::count_if(vertices,
                               [&](const Vec3& p) { return dot(p - plane.point, plane.normal) < 0; });
}

}  // namespace

// The search builds trees of its own and tests exactly: it shares no state with the steps that it checks.
std::vector<ContactCrossings> ContactStep::crossings(double time) const {
  const PairRules rules(params_, colliders_);
  std::vector<std::vector<Vec3>> positions(colliders_.size());
  std::vector<SurfaceState> surfaces(colliders_.size());
  std::vector<char> is_rigid(colliders_.size(), 0);
  for (std::size_t c = 0; c < colliders_.size(); ++c) {
    const std::shared_ptr<const ContactSurface> surface = colliders_[c].vertices_at(time, positions[c]);
    if (!surface) continue;
    surfaces[c] = {surface->triangles, positions[c]};
    is_rigid[c] = surface->is_rigid ? 1 : 0;
  }

  std::map<std::array<Index, 2>, std::int64_t> counts;
  for (const Crossing& crossing : crossing_pairs(surfaces)) {
    const auto [a, b] = crossing.surface;
    if (a == b && is_rigid[a] != 0) continue;
    if (rules.collide(a, b)) ++counts[{a, b}];
  }
  for (Index p = 0; p < static_cast<Index>(colliders_.size()); ++p) {
    if (colliders_[p].plane() == nullptr) continue;
    const PlaneShape plane = colliders_[p].plane_at(time);
    for (Index b = 0; b < static_cast<Index>(colliders_.size()); ++b)
      if (rules.collide(b, p))
        if (const std::int64_t behind = count_behind(plane, positions[b])) counts[{b, p}] += behind;
  }

  std::vector<ContactCrossings> found;
  for (const auto& [pair, count] : counts)
    found.push_back({colliders_[pair[0]].name(), colliders_[pair[1]].name(), count});
  return found;
}

// What of a surface crosses another collider: a triangle, or, if that is a plane, a vertex behind it.
struct ContactStep::Crossed {
  Index other, part, other_part;
  auto operator<=>(const Crossed&) const = default;
};

std::vector<ContactStep::Crossed> ContactStep::crossed_by(Index collider, double time,
                                                          std::span<const Vec3> places) const {
  const PairRules rules(params_, colliders_);
  std::vector<Vec3> others;
  const std::shared_ptr<const ContactSurface> surface = colliders_[collider].vertices_at(time, others);
  const Box3 box = bounding_box(places);
  RefitTree tree(surface->triangles, places);
  tree.refit(places, 0, box.center());
  std::vector<Crossed> found;
  std::vector<TrianglePair> pairs;
  OverlapScratch scratch;
  for (Index b = 0; b < static_cast<Index>(colliders_.size()); ++b) {
    const Collider& other = colliders_[b];
    if (!rules.collide(collider, b)) continue;
    if (other.plane() != nullptr) {
      const PlaneShape plane = other.plane_at(time);
      for (Index v = 0; v < static_cast<Index>(places.size()); ++v)
        if (dot(places[v] - plane.point, plane.normal) < 0) found.push_back({b, v, -1});
      continue;
    }
    if (b == collider) {
      crossings_within(tree, places, scratch, pairs);
    } else {
      const std::shared_ptr<const ContactSurface> theirs = other.vertices_at(time, others);
      if (!theirs || !box.overlaps(bounding_box(others))) continue;
      RefitTree their_tree(theirs->triangles, others);
      their_tree.refit(others, 0, box.center());
      crossings_between(tree, places, their_tree, others, scratch, pairs);
    }
    for (const auto& [s, t] : pairs) found.push_back({b, s, t});
  }
  std::ranges::sort(found);
  return found;
}

void ContactStep::append_new_crossings(std::size_t body, double time, std::span<const Vec3> places,
                                       std::vector<Index>& vertices) const {
  const Index collider = body_colliders_[body];
  std::vector<Vec3> now;
  const std::shared_ptr<const ContactSurface> surface = colliders_[collider].vertices_at(time, now);
  if (!surface) return;
  const std::vector<Crossed> then = crossed_by(collider, time, places);
  if (then.empty()) return;
  std::vector<Crossed> fresh;
  std::ranges::set_difference(then, crossed_by(collider, time, now), std::back_inserter(fresh));
  const auto append = [&](Index t) {
    vertices.insert(vertices.end(), surface->triangles[t].begin(), surface->triangles[t].end());
  };
  for (const Crossed& one : fresh) {
    if (one.other_part < 0) {
      vertices.push_back(one.part);
      continue;
    }
    append(one.part);
    if (one.other == collider) append(one.other_part);
  }
}

}  // namespace sinew
