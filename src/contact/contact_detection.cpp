#include "contact/contact_detection.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "collision/closest_points.h"
#include "collision/impact.h"
#include "collision/stay_apart.h"

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

// How far they are pushed apart in this step if they begin too near to each other, m.
double easing_between(const Collider& a, const Collider& b) {
  if (a.is_obstacle()) return b.easing();
  return b.is_obstacle() ? a.easing() : std::min(a.easing(), b.easing());
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

bool stay_apart(const Collider& a, Index of_a, const Collider& b, Index of_b, double distance) {
  std::array<Vec3, 6> start, end;
  for (int k = 0; k < 6; ++k) {
    const Collider& on = k < 3 ? a : b;
    const Index v = on.tree().triangles()[k < 3 ? of_a : of_b][k % 3];
    start[k] = on.start()[v], end[k] = on.end()[v];
  }
  return stay_apart(start, end, 3, distance);
}

// Whether the direction between the closest points of two features leads away from both surfaces. Otherwise other
// features, beside these, are nearer to each other.
bool is_in_cones(const FeaturePair& pair, const ClosestPoints& closest, double time,
                 std::span<const Collider> colliders) {
  const auto contains = [&](int side, std::span<const Index> vertices, std::span<const double> weights) {
    const Collider& on = colliders[pair.surface[side]];
    const Vec3 away = side == 0 ? -closest.normal : closest.normal;
    const auto position = [&](Index v) { return lerp(on.start()[v], on.end()[v], time); };
    std::array<Index, 3> carries{};
    int count = 0;
    for (std::size_t k = 0; k < vertices.size(); ++k)
      if (weights[k] != 0) carries[count++] = vertices[k];
    if (count == 1) return on.cones().contains(carries[0], away, position);
    return count == 3 || on.cones().contains({carries[0], carries[1]}, away, position);
  };
  const std::span<const Index> vertices = pair.vertex;
  const std::span<const double> weights = closest.weight;
  if (pair.kind == FeaturePair::Kind::kVertexTriangle)
    return contains(1, vertices.subspan(1), weights.subspan(1));
  return contains(0, vertices.first(2), weights.first(2)) &&
         contains(1, vertices.subspan(2), weights.subspan(2));
}

// The contact of two features by their closest points at a time of the step.
ContactPoint contact_at(const FeaturePair& pair, double time, double keeps,
                        std::span<const Collider> colliders, const PairRules& rules) {
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
  contact.keeps = keeps;
  contact.gap = dot(apart, closest.normal) - keeps - thickness_between(colliders[a], colliders[b]);
  contact.gap = std::max(contact.gap, -std::max(keeps, easing_between(colliders[a], colliders[b])));
  contact.friction = rules.friction(a, b);
  return contact;
}

bool is_pair(const ContactKey& key) {
  return key.kind == ContactKey::Kind::kVertexTriangle || key.kind == ContactKey::Kind::kEdgeEdge;
}

FeaturePair pair_of(const ContactKey& key) {
  const bool is_vertex = key.kind == ContactKey::Kind::kVertexTriangle;
  return {is_vertex ? FeaturePair::Kind::kVertexTriangle : FeaturePair::Kind::kEdgeEdge,
          {key.a, key.b},
          key.vertex};
}

// A plane in a step: its motion is rigid, so how far it carries a point is linear in the point.
struct MovingPlane {
  explicit MovingPlane(const Collider& plane) : at(plane.plane_at_start()), shift(plane.carried({})) {
    for (int k = 0; k < 3; ++k) {
      Vec3 axis;
      axis[k] = 1;
      turn.column[k] = plane.carried(axis) - shift;
    }
    rests = shift == Vec3{} && turn == Mat3{};
  }

  Vec3 carried(const Vec3& point) const { return rests ? Vec3{} : shift + turn * point; }
  // Whether it rests, and all of the box is higher than that over it.
  bool is_below(const Box3& box, double height) const {
    const Vec3 half = 0.5 * (box.upper - box.lower), &n = at.normal;
    return rests && dot(box.center() - at.point, n) -
                            (half.x * std::abs(n.x) + half.y * std::abs(n.y) + half.z * std::abs(n.z)) >
                        height;
  }

  PlaneShape at;  // at the start
  Vec3 shift;
  Mat3 turn;
  bool rests = false;
};

// Where a vertex is over a plane, at the start and at the end of the step, m.
struct Heights {
  double start, end;
  Vec3 foot, carried;
};

Heights heights_over(const MovingPlane& plane, const Collider& body, Index v) {
  const Vec3& normal = plane.at.normal;
  const double height = dot(body.start()[v] - plane.at.point, normal);
  const Vec3 foot = body.start()[v] - height * normal, carried = plane.carried(foot);
  return {height, height + dot(body.end()[v] - body.start()[v] - carried, normal), foot, carried};
}

ContactPoint plane_contact(std::span<const Collider> colliders, const MovingPlane& at, Index body,
                           Index plane, Index vertex, const PairRules& rules) {
  const Collider& on = colliders[body];
  const Heights heights = heights_over(at, on, vertex);
  ContactPoint contact;
  contact.key = {body, plane, ContactKey::Kind::kVertexPlane, {vertex, -1, -1, -1}};
  contact.weight[0] = 1;
  contact.count = contact.count_of_a = 1;
  contact.at = heights.foot;
  contact.normal = at.at.normal;
  contact.carried = heights.carried;
  contact.keeps = on.gap();
  contact.gap = std::max(heights.start - on.gap() - on.half_thickness(), -std::max(on.gap(), on.easing()));
  contact.friction = rules.friction(body, plane);
  return contact;
}

// Calls act(body, plane, the moving plane) for each body that may touch a plane. Boxes are those of the bodies' ways.
template <typename Act>
void for_each_plane(std::span<const Collider> colliders, std::span<const Box3> boxes, const PairRules& rules,
                    Act&& act) {
  for (Index o = 0; o < static_cast<Index>(colliders.size()); ++o) {
    if (colliders[o].plane() == nullptr) continue;
    const MovingPlane plane(colliders[o]);
    for (Index b = 0; b < static_cast<Index>(colliders.size()); ++b)
      if (colliders[b].surface() != nullptr && (colliders[b].is_active() || colliders[o].is_active()) &&
          rules.collide(b, o) && !plane.is_below(boxes[b], 0))
        act(b, o, plane);
  }
}

}  // namespace

// Keeps one origin, so that boxes of what does not move stay the same.
void ContactDetection::choose_origin(std::span<const Collider> colliders) {
  if (origin_) return;
  Box3 all;
  for (const Collider& collider : colliders) all.extend(bounding_box(collider.start()));
  origin_ = all.empty() ? Vec3{} : all.center();
}

// An obstacle keeps the gap of the body that it touches, whatever its own edges are.
double ContactDetection::margin_of(const Collider& collider, const Search& search) const {
  const double gap = collider.is_obstacle() ? largest_gap_ : collider.gap();
  return search.margin_in_gaps * gap + collider.half_thickness();
}

void ContactDetection::find_features_within(std::span<Collider> colliders, const PairRules& rules,
                                            const Search& search) {
  within_.resize(colliders.size());
  parallel_for_each(colliders.size(), 1, [&](Index c) {
    Collider& collider = colliders[c];
    within_[c].clear();
    if (!collider.is_active() || collider.surface() == nullptr || collider.surface()->is_rigid ||
        !rules.collide(c, c))
      return;
    const auto scratch = scratch_.take();
    collider.fit_boxes_in_flight(margin_of(collider, search), *origin_);
    self_overlaps(collider.tree(), scratch->overlaps, scratch->triangles);
    if (search.with_neighbours) {
      collider.append_unproven_neighbours(scratch->triangles);
      std::ranges::sort(scratch->triangles);
    }
    append_feature_pairs(collider.features(c), collider.features(c), scratch->triangles, within_[c]);
  });
}

void ContactDetection::fit(std::span<Collider> colliders, const Search& search) {
  boxes_.resize(colliders.size());
  parallel_for_each(colliders.size(), 1, [&](Index c) {
    Collider& collider = colliders[c];
    if (collider.is_active()) fits_[c] = 0;
    if (fits_[c] != 0) return;
    boxes_[c] = {};
    if (collider.surface() == nullptr) return;
    const double margin = margin_of(collider, search);
    collider.fit_boxes(margin, *origin_);
    boxes_[c] = bounding_box(collider.start());
    boxes_[c].extend(bounding_box(collider.end()));
    boxes_[c] = boxes_[c].inflated(2 * margin);  // a plane has no box of its own
    fits_[c] = collider.is_active() ? 0 : 1;
  });
}

void ContactDetection::find_pairs(std::span<Collider> colliders, const PairRules& rules,
                                  const Attachments& attachments, const Search& search) {
  choose_origin(colliders);
  double largest = 0;
  for (const Collider& collider : colliders)
    if (!collider.is_obstacle()) largest = std::max(largest, collider.gap());
  if (largest != largest_gap_ || fits_.size() != colliders.size()) fits_.assign(colliders.size(), 0);
  largest_gap_ = largest;
  find_features_within(colliders, rules, search);
  fit(colliders, search);

  overlapping_boxes(boxes_, sweep_, near_);
  for (Index c = 0; c < static_cast<Index>(colliders.size()); ++c)
    if (!within_[c].empty()) near_.push_back({c, c});
  std::erase_if(near_, [&](const std::array<Index, 2>& pair) {
    const auto [a, b] = pair;
    if (!colliders[a].is_active() && !colliders[b].is_active()) return true;
    return colliders[a].surface() == nullptr || colliders[b].surface() == nullptr || !rules.collide(a, b);
  });
  std::ranges::sort(near_);
  pair_count_ = near_.size();
  if (pairs_.size() < pair_count_) pairs_.resize(pair_count_);
  parallel_for_each(pair_count_, 1, [&](Index k) {
    NearPair& pair = pairs_[k];
    pair.a = near_[k][0], pair.b = near_[k][1];
    if (pair.a == pair.b)
      pair.features.swap(within_[pair.a]);
    else
      find_features_between(colliders, search, pair);
    if (attachments.join(pair.a, pair.b))
      std::erase_if(pair.features, [&](const FeaturePair& one) { return attachments.exclude(one); });
  });
}

void ContactDetection::find_features_between(std::span<Collider> colliders, const Search& search,
                                             NearPair& pair) {
  const auto scratch = scratch_.take();
  const Collider &a = colliders[pair.a], &b = colliders[pair.b];
  overlapping_pairs(a.tree(), b.tree(), scratch->overlaps, scratch->triangles);
  const double near = margin_of(a, search) + margin_of(b, search);
  std::erase_if(scratch->triangles, [&](const TrianglePair& triangles) {
    return stay_apart(a, triangles.a, b, triangles.b, near);
  });
  pair.features.clear();
  append_feature_pairs(a.features(pair.a), b.features(pair.b), scratch->triangles, pair.features);
}

template <typename Found, typename Judge>
void ContactDetection::judge_features(std::vector<std::vector<Found>>& parts, std::vector<Found>& all,
                                      const Judge& judge) {
  first_feature_.assign(1, 0);
  for (std::size_t k = 0; k < pair_count_; ++k)
    first_feature_.push_back(first_feature_.back() + static_cast<Index>(pairs_[k].features.size()));
  const Index count = first_feature_.back();
  const std::size_t chunks = (count + kFeatures - 1) / kFeatures;
  if (parts.size() < chunks) parts.resize(chunks);
  parallel_for(count, kFeatures, [&](Index begin, Index end) {
    std::vector<Found>& part = parts[begin / kFeatures];
    part.clear();
    std::size_t k = std::ranges::upper_bound(first_feature_, begin) - first_feature_.begin() - 1;
    for (Index f = begin; f < end; ++k) {
      const Index first = first_feature_[k], last = std::min(end, first_feature_[k + 1]);
      const std::span<const FeaturePair> features(pairs_[k].features);
      if (last > f) judge(features.subspan(f - first, last - f), part);
      f = last;
    }
  });
  for (std::size_t part = 0; part < chunks; ++part)
    all.insert(all.end(), parts[part].begin(), parts[part].end());
}

void ContactDetection::find(std::span<Collider> colliders, const PairRules& rules,
                            const Attachments& attachments, double reach,
                            std::vector<ContactPoint>& contacts) {
  filter_.set_surface_count(static_cast<Index>(colliders.size()));
  known_surfaces_.resize(colliders.size(), 0);
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    const ContactSurface* const surface = colliders[c].surface();
    if (surface == nullptr || known_surfaces_[c] == colliders[c].surface_revision()) continue;
    known_surfaces_[c] = colliders[c].surface_revision();
    if (c < fits_.size()) fits_[c] = 0;
    const std::span<const Triangle> triangles = surface->triangles;
    filter_.set_rest(static_cast<Index>(c), surface->rest, reach * colliders[c].gap(),
                     surface->thickness > 0 ? std::span<const Triangle>{} : triangles);
  }
  contacts.clear();
  find_pairs(colliders, rules, attachments, {reach / 2, false});
  judge_features(
      found_contacts_, contacts,
      [&](std::span<const FeaturePair> features, std::vector<ContactPoint>& found) {
        const Collider &a = colliders[features[0].surface[0]], &b = colliders[features[0].surface[1]];
        const double gap = gap_between(a, b), near = reach * gap + thickness_between(a, b);
        for (const FeaturePair& pair : features) {
          const std::array<Vec3, 4> start = at_time(pair, colliders, 0), stop = at_time(pair, colliders, 1);
          if (stay_apart(start, stop, first_count(pair.kind), near)) continue;
          ClosestPoints closest = closest_points(pair.kind, start);
          double time = 0;
          if (closest.distance > near) {
            if (separated_by_plane(pair.kind, start, stop, closest.normal, near)) continue;
            time = impact_time(pair.kind, start, stop, near);
            if (time >= 1) continue;
            closest = closest_points(pair.kind, at_time(pair, colliders, time));
          }
          if (!is_in_cones(pair, closest, time, colliders)) continue;
          const double keeps = filter_.keeps(pair, gap);
          if (keeps >= 0) found.push_back(contact_at(pair, time, keeps, colliders, rules));
        }
      });
  for_each_plane(colliders, boxes_, rules, [&](Index b, Index o, const MovingPlane& at) {
    const Collider& body = colliders[b];
    const double near = reach * body.gap() + body.half_thickness();
    for (Index v = 0; v < static_cast<Index>(body.start().size()); ++v) {
      const Heights heights = heights_over(at, body, v);
      if (std::min(heights.start, heights.end) <= near && !attachments.exclude(b, v, o))
        contacts.push_back(plane_contact(colliders, at, b, o, v, rules));
    }
  });
  std::ranges::sort(contacts, {}, &ContactPoint::key);
}

// Features of one surface that are too near at rest become contacts only when they have hit each other. They go on as
// such while they press, since otherwise every step would have to find them so again. Features of two surfaces that slide
// past each other must not: their line then leads out of the cones.
void ContactDetection::append_pressing(std::span<const ContactPoint> last,
                                       std::span<const Collider> colliders, const PairRules& rules,
                                       const Attachments& attachments, double reach,
                                       std::vector<ContactPoint>& contacts) {
  const auto found = static_cast<std::ptrdiff_t>(contacts.size());
  pressing_.clear();
  auto next = contacts.begin();
  for (const ContactPoint& contact : last) {
    const ContactKey& key = contact.key;
    if (contact.force == Vec3{} || !is_pair(key) || key.a != key.b) continue;
    while (next != contacts.end() && next->key < key) ++next;
    if (next != contacts.end() && next->key == key) continue;
    const Collider &a = colliders[key.a], &b = colliders[key.b];
    if (!(a.is_active() || b.is_active()) || a.surface() == nullptr || b.surface() == nullptr) continue;
    const FeaturePair pair = pair_of(key);
    if (!rules.collide(key.a, key.b) || filter_.exempts(pair)) continue;
    if (attachments.join(key.a, key.b) && attachments.exclude(pair)) continue;
    const double gap = gap_between(a, b), near = reach * gap + thickness_between(a, b);
    if (closest_points(pair.kind, at_time(pair, colliders, 0)).distance <= near)
      pressing_.push_back(contact_at(pair, 0, filter_.keeps_at_least(pair, gap), colliders, rules));
  }
  contacts.insert(contacts.end(), pressing_.begin(), pressing_.end());
  std::ranges::inplace_merge(contacts, contacts.begin() + found, {}, &ContactPoint::key);
}

void ContactDetection::find_hits(std::span<Collider> colliders, const PairRules& rules,
                                 const Attachments& attachments, std::vector<Hit>& hits) {
  hits.clear();
  find_pairs(colliders, rules, attachments, {kLeastDistance / 2, true});
  judge_features(found_hits_, hits, [&](std::span<const FeaturePair> features, std::vector<Hit>& found) {
    const Collider &a = colliders[features[0].surface[0]], &b = colliders[features[0].surface[1]];
    const double least = kLeastDistance * gap_between(a, b) + thickness_between(a, b);
    for (const FeaturePair& pair : features) {
      const std::array<Vec3, 4> start = at_time(pair, colliders, 0), stop = at_time(pair, colliders, 1);
      if (stay_apart(start, stop, first_count(pair.kind), least)) continue;
      const ClosestPoints closest = closest_points(pair.kind, start);
      const double gap = std::min(least, 0.9 * closest.distance);
      if (separated_by_plane(pair.kind, start, stop, closest.normal, gap)) continue;
      const double time = impact_time(pair.kind, start, stop, least);
      if (time < 1 && !filter_.exempts(pair)) found.push_back({pair, time});
    }
  });
}

void ContactDetection::find_plane_hits(std::span<const Collider> colliders, const PairRules& rules,
                                       const Attachments& attachments, std::vector<PlaneHit>& hits) {
  hits.clear();
  for_each_plane(colliders, boxes_, rules, [&](Index b, Index o, const MovingPlane& at) {
    const Collider& body = colliders[b];
    for (Index v = 0; v < static_cast<Index>(body.start().size()); ++v) {
      const Heights heights = heights_over(at, body, v);
      const double fall = heights.start - heights.end;
      const double least = std::min(kLeastDistance * body.gap(), 0.9 * heights.start);
      if (heights.end >= least || fall <= 0 || attachments.exclude(b, v, o)) continue;
      hits.push_back({b, o, v, std::clamp((heights.start - least) / fall, 0.0, 1.0)});
    }
  });
}

ContactPoint ContactDetection::contact_of(const PlaneHit& hit, std::span<const Collider> colliders,
                                          const PairRules& rules) {
  return plane_contact(colliders, MovingPlane(colliders[hit.plane]), hit.body, hit.plane, hit.vertex, rules);
}

ContactPoint ContactDetection::contact_of(const Hit& hit, std::span<const Collider> colliders,
                                          const PairRules& rules) const {
  const auto [a, b] = hit.pair.surface;
  const double keeps = filter_.keeps_at_least(hit.pair, gap_between(colliders[a], colliders[b]));
  return contact_at(hit.pair, hit.time, keeps, colliders, rules);
}

}  // namespace sinew
