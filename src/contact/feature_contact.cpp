#include "contact/feature_contact.h"

#include <algorithm>

#include "collision/closest_points.h"

namespace sinew {

namespace {

// How far they are pushed apart in this step if they begin too near to each other, m.
double easing_between(const Collider& a, const Collider& b) {
  if (a.is_obstacle()) return b.easing();
  return b.is_obstacle() ? a.easing() : std::min(a.easing(), b.easing());
}

}  // namespace

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

}  // namespace sinew
