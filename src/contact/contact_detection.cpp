#include "contact/contact_detection.h"

#include <algorithm>

#include "base/parallel.h"
#include "collision/closest_points.h"
#include "collision/impact.h"

namespace sinew {

namespace {

constexpr Index kFeatures = 512;  // per chunk of a loop
// How near features may come at all, in gaps: nearer counts as a hit.
constexpr double kLeastDistance = 0.1;

// How near two colliders come to each other, m.
double gap_between(const Collider& a, const Collider& b) {
  if (a.surface() == nullptr || a.gap() == 0) return b.gap();
  if (b.surface() == nullptr || b.gap() == 0) return a.gap();
  // An obstacle follows bodies, not the other way round.
  if (a.is_obstacle() != b.is_obstacle()) return a.is_obstacle() ? b.gap() : a.gap();
  return std::min(a.gap(), b.gap());
}

double thickness_between(const Collider& a, const Collider& b) {
  return a.half_thickness() + b.half_thickness();
}

std::array<Vec3, 4> at_time(const FeaturePair& pair, std::span<const Collider> colliders, double time) {
  const Collider &a = colliders[pair.surface[0]], &b = colliders[pair.surface[1]];
  std::array<Vec3, 4> x = gather(pair, a.start(), b.start());
  if (time == 0) return x;
  const std::array<Vec3, 4> end = gather(pair, a.end(), b.end());
  for (int k = 0; k < 4; ++k) x[k] = lerp(x[k], end[k], time);
  return x;
}

// The contact of two features by their closest points at a time of the step.
ContactPoint contact_at(const FeaturePair& pair, double time, std::span<const Collider> colliders,
                        const PairRules& rules) {
  const auto [a, b] = pair.surface;
  const ClosestPoints closest = closest_points(pair.kind, at_time(pair, colliders, time));
  const std::array<Vec3, 4> start = at_time(pair, colliders, 0);
  ContactPoint contact;
  contact.key = {a, b,
                 pair.kind == FeaturePair::Kind::kVertexTriangle ? ContactKey::Kind::kVertexTriangle
                                                                 : ContactKey::Kind::kEdgeEdge,
                 pair.vertex};
  contact.weight = closest.weight;
  contact.count = 4;
  contact.count_of_a = first_count(pair.kind);
  contact.normal = closest.normal;
  Vec3 apart;
  for (int k = 0; k < 4; ++k) {
    apart += closest.weight[k] * start[k];
    if (k < contact.count_of_a) contact.at += closest.weight[k] * start[k];
  }
  contact.keeps = gap_between(colliders[a], colliders[b]);
  contact.gap = dot(apart, closest.normal) - contact.keeps - thickness_between(colliders[a], colliders[b]);
  contact.friction = rules.friction(a, b);
  return contact;
}

// Where a vertex is over a plane, at the start and at the end of the step, m.
struct Heights {
  double start, end;
  Vec3 foot, carried;
};

Heights heights_over(const PlaneShape& at, const Collider& plane, const Collider& body, Index v) {
  const double height = dot(body.start()[v] - at.point, at.normal);
  const Vec3 foot = body.start()[v] - height * at.normal, carried = plane.carried(foot);
  return {height, height + dot(body.end()[v] - body.start()[v] - carried, at.normal), foot, carried};
}

ContactPoint plane_contact(std::span<const Collider> colliders, const PlaneShape& at, Index body, Index plane,
                           Index vertex, const PairRules& rules) {
  const Collider& on = colliders[body];
  const Heights heights = heights_over(at, colliders[plane], on, vertex);
  ContactPoint contact;
  contact.key = {body, plane, ContactKey::Kind::kVertexPlane, {vertex, -1, -1, -1}};
  contact.weight[0] = 1;
  contact.count = contact.count_of_a = 1;
  contact.at = heights.foot;
  contact.normal = at.normal;
  contact.carried = heights.carried;
  contact.keeps = on.gap();
  contact.gap = heights.start - on.gap() - on.half_thickness();
  contact.friction = rules.friction(body, plane);
  return contact;
}

// Calls act(body, plane, the plane at the start) for each body that may touch a plane.
template <typename Act>
void for_each_plane(std::span<const Collider> colliders, const PairRules& rules, Act&& act) {
  for (Index o = 0; o < static_cast<Index>(colliders.size()); ++o) {
    if (colliders[o].plane() == nullptr) continue;
    const PlaneShape at = colliders[o].plane_at_start();
    for (Index b = 0; b < static_cast<Index>(colliders.size()); ++b)
      if (colliders[b].surface() != nullptr && rules.collide(b, o)) act(b, o, at);
  }
}

}  // namespace

void ContactDetection::fit(std::span<Collider> colliders, double margin_in_gaps) {
  // Keep one origin, so that boxes of what does not move stay the same.
  if (!origin_) {
    Box3 all;
    for (const Collider& collider : colliders) all.extend(bounding_box(collider.start()));
    origin_ = all.empty() ? Vec3{} : all.center();
  }
  // An obstacle keeps the gap of the body that it touches, whatever its own edges are.
  double largest = 0;
  for (const Collider& collider : colliders)
    if (!collider.is_obstacle()) largest = std::max(largest, collider.gap());
  boxes_.assign(colliders.size(), {});
  parallel_for_each(colliders.size(), 1, [&](Index c) {
    Collider& collider = colliders[c];
    if (collider.surface() == nullptr) return;
    const double gap = collider.is_obstacle() ? largest : collider.gap();
    const double margin = margin_in_gaps * gap + collider.half_thickness();
    collider.fit_boxes(margin, *origin_);
    boxes_[c] = bounding_box(collider.start());
    boxes_[c].extend(bounding_box(collider.end()));
    boxes_[c] = boxes_[c].inflated(margin);
  });
}

// Calls act(pairs of features) for each pair of colliders whose boxes overlap, and each collider with itself.
template <typename Act>
void ContactDetection::for_each_pair(std::span<Collider> colliders, const PairRules& rules, int most_shared,
                                     Act&& act) {
  overlapping_boxes(boxes_, sweep_, near_);
  for (Index c = 0; c < static_cast<Index>(colliders.size()); ++c) near_.push_back({c, c});
  std::ranges::sort(near_);
  for (const auto& [a, b] : near_) {
    if (colliders[a].surface() == nullptr || colliders[b].surface() == nullptr || !rules.collide(a, b))
      continue;
    // The two sides of a cut begin coincident, which no search for crossings can start from.
    if (a == b && colliders[a].is_cut()) continue;
    if (a == b)
      self_overlaps(colliders[a].tree(), scratch_, triangles_, most_shared);
    else
      overlapping_pairs(colliders[a].tree(), colliders[b].tree(), scratch_, triangles_);
    features_.clear();
    append_feature_pairs(colliders[a].features(a), colliders[b].features(b), triangles_, features_);
    act(a, b);
  }
}

void ContactDetection::find(std::span<Collider> colliders, const PairRules& rules, double reach,
                            std::vector<ContactPoint>& contacts) {
  const bool is_new = filtered_ != colliders.size();
  if (is_new) filter_ = PairFilter(static_cast<Index>(colliders.size())), filtered_ = colliders.size();
  for (std::size_t c = 0; c < colliders.size(); ++c)
    if (colliders[c].surface() != nullptr && (is_new || colliders[c].surface_changed()))
      filter_.set_rest(static_cast<Index>(c), colliders[c].surface()->rest, reach * colliders[c].gap());
  contacts.clear();
  fit(colliders, reach / 2);
  std::vector<std::vector<ContactPoint>> found;
  for_each_pair(colliders, rules, 0, [&](Index a, Index b) {
    const double near =
        reach * gap_between(colliders[a], colliders[b]) + thickness_between(colliders[a], colliders[b]);
    const auto count = static_cast<Index>(features_.size());
    found.resize((count + kFeatures - 1) / kFeatures);
    parallel_for(count, kFeatures, [&](Index begin, Index end) {
      std::vector<ContactPoint>& part = found[begin / kFeatures];
      part.clear();
      for (Index f = begin; f < end; ++f) {
        const FeaturePair& pair = features_[f];
        const std::array<Vec3, 4> start = at_time(pair, colliders, 0);
        double time = 0;
        if (closest_points(pair.kind, start).distance > near) {
          time = impact_time(pair.kind, start, at_time(pair, colliders, 1), near);
          if (time >= 1) continue;
        }
        if (filter_.excludes(pair)) continue;
        part.push_back(contact_at(pair, time, colliders, rules));
      }
    });
    for (const std::vector<ContactPoint>& part : found)
      contacts.insert(contacts.end(), part.begin(), part.end());
  });
  for_each_plane(colliders, rules, [&](Index b, Index o, const PlaneShape& at) {
    const Collider& body = colliders[b];
    const double near = reach * body.gap() + body.half_thickness();
    for (Index v = 0; v < static_cast<Index>(body.start().size()); ++v) {
      const Heights heights = heights_over(at, colliders[o], body, v);
      if (std::min(heights.start, heights.end) <= near)
        contacts.push_back(plane_contact(colliders, at, b, o, v, rules));
    }
  });
  std::ranges::sort(contacts, {}, &ContactPoint::key);
}

void ContactDetection::find_hits(std::span<Collider> colliders, const PairRules& rules,
                                 std::vector<Hit>& hits) {
  hits.clear();
  fit(colliders, kLeastDistance / 2);
  std::vector<std::vector<Hit>> found;
  for_each_pair(colliders, rules, 2, [&](Index a, Index b) {
    const double least = kLeastDistance * gap_between(colliders[a], colliders[b]) +
                         thickness_between(colliders[a], colliders[b]);
    const auto count = static_cast<Index>(features_.size());
    found.resize((count + kFeatures - 1) / kFeatures);
    parallel_for(count, kFeatures, [&](Index begin, Index end) {
      std::vector<Hit>& part = found[begin / kFeatures];
      part.clear();
      for (Index f = begin; f < end; ++f) {
        const FeaturePair& pair = features_[f];
        const std::array<Vec3, 4> start = at_time(pair, colliders, 0), stop = at_time(pair, colliders, 1);
        const ClosestPoints closest = closest_points(pair.kind, start);
        const double gap = std::min(least, 0.9 * closest.distance);
        if (separated_by_plane(pair.kind, start, stop, closest.normal, gap)) continue;
        const double time = impact_time(pair.kind, start, stop, least);
        if (time < 1) part.push_back({pair, time});
      }
    });
    for (const std::vector<Hit>& part : found) hits.insert(hits.end(), part.begin(), part.end());
  });
}

void ContactDetection::find_plane_hits(std::span<const Collider> colliders, const PairRules& rules,
                                       std::vector<PlaneHit>& hits) {
  hits.clear();
  for_each_plane(colliders, rules, [&](Index b, Index o, const PlaneShape& at) {
    const Collider& body = colliders[b];
    for (Index v = 0; v < static_cast<Index>(body.start().size()); ++v) {
      const Heights heights = heights_over(at, colliders[o], body, v);
      const double fall = heights.start - heights.end;
      const double least = std::min(kLeastDistance * body.gap(), 0.9 * heights.start);
      if (heights.end >= least || fall <= 0) continue;
      hits.push_back({b, o, v, std::clamp((heights.start - least) / fall, 0.0, 1.0)});
    }
  });
}

ContactPoint ContactDetection::contact_of(const PlaneHit& hit, std::span<const Collider> colliders,
                                          const PairRules& rules) {
  return plane_contact(colliders, colliders[hit.plane].plane_at_start(), hit.body, hit.plane, hit.vertex,
                       rules);
}

ContactPoint ContactDetection::contact_of(const Hit& hit, std::span<const Collider> colliders,
                                          const PairRules& rules) {
  return contact_at(hit.pair, hit.time, colliders, rules);
}

}  // namespace sinew
