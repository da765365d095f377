#include "contact/contact_detection.h"

#include <algorithm>
#include <utility>

#include "collision/closest_points.h"
#include "collision/impact.h"
#include "collision/stay_apart.h"
#include "contact/feature_contact.h"

namespace sinew {

namespace {

// How near features may come at all, in gaps: nearer counts as a hit.
constexpr double kLeastDistance = 0.1;
// How far the normal of a contact that sticks may lean out of the cones of its features, rad.
constexpr double kLeaning = 0.1;

// Whether the direction between the closest points of two features leads away from both surfaces. Otherwise other
// features, beside these, are nearer to each other.
bool is_in_cones(const FeaturePair& pair, const ClosestPoints& closest, double time,
                 std::span<const Collider> colliders, double leaning = NormalCones::kRounding) {
  const auto contains = [&](int side, std::span<const Index> vertices, std::span<const double> weights) {
    const Collider& on = colliders[pair.surface[side]];
    const Vec3 away = side == 0 ? -closest.normal : closest.normal;
    const auto position = [&](Index v) { return lerp(on.start()[v], on.end()[v], time); };
    std::array<Index, 3> carries{};
    int count = 0;
    for (std::size_t k = 0; k < vertices.size(); ++k)
      if (weights[k] != 0) carries[count++] = vertices[k];
    if (count == 1) return on.cones().contains(carries[0], away, position, leaning);
    return count == 3 || on.cones().contains({carries[0], carries[1]}, away, position, leaning);
  };
  const std::span<const Index> vertices = pair.vertex;
  const std::span<const double> weights = closest.weight;
  if (pair.kind == FeaturePair::Kind::kVertexTriangle)
    return contains(1, vertices.subspan(1), weights.subspan(1));
  return contains(0, vertices.first(2), weights.first(2)) &&
         contains(1, vertices.subspan(2), weights.subspan(2));
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

// Whether it presses and its friction is less than the most that it can be.
bool sticks(const ContactPoint& contact, double friction) {
  constexpr double kSlips = 1 - 1e-6;
  const double pressing = dot(contact.normal, contact.force);
  return norm(contact.force - pressing * contact.normal) < kSlips * friction * pressing;
}

}  // namespace

void ContactDetection::find(std::span<Collider> colliders, const PairRules& rules,
                            const Attachments& attachments, double reach,
                            std::vector<ContactPoint>& contacts) {
  filter_.set_surface_count(static_cast<Index>(colliders.size()));
  known_surfaces_.resize(colliders.size(), 0);
  for (std::size_t c = 0; c < colliders.size(); ++c) {
    const ContactSurface* const surface = colliders[c].surface();
    if (surface == nullptr || known_surfaces_[c] == colliders[c].surface_revision()) continue;
    known_surfaces_[c] = colliders[c].surface_revision();
    near_.forget(c);
    const std::span<const Triangle> triangles = surface->triangles;
    filter_.set_rest(static_cast<Index>(c), surface->rest, reach * colliders[c].gap(),
                     surface->thickness > 0 ? std::span<const Triangle>{} : triangles);
  }
  contacts.clear();
  has_looked_for_hits_ = false;
  near_.find(colliders, rules, attachments, {reach / 2, false});
  near_.judge(found_contacts_, contacts,
              [&](std::span<const FeaturePair> features, std::vector<ContactPoint>& found) {
                const Collider &a = colliders[features[0].surface[0]], &b = colliders[features[0].surface[1]];
                const double gap = gap_between(a, b), near = reach * gap + thickness_between(a, b);
                for (const FeaturePair& pair : features) {
                  const std::array<Vec3, 4> start = at_time(pair, colliders, 0),
                                            stop = at_time(pair, colliders, 1);
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
  append_plane_contacts(colliders, near_.boxes(), rules, attachments, reach, contacts);
  std::ranges::sort(contacts, {}, &ContactPoint::key);
}

// Features of one surface that are too near at rest become contacts only when they have hit each other. They go on as
// such while they press, since otherwise every step would have to find them so again. Features of two surfaces that slide
// past each other must not: their line then leads out of the cones. If they stick, they go on while it leans out a
// little: an edge that presses dents the surface and so makes itself a valley, whose sides press in the next step and
// make it a ridge again. A box that jaws held so in turn by two sets of contacts slid down by 0.3 mm/s.
void ContactDetection::append_pressing(std::span<const ContactPoint> last,
                                       std::span<const Collider> colliders, const PairRules& rules,
                                       const Attachments& attachments, double reach,
                                       std::vector<ContactPoint>& contacts) {
  const auto found = static_cast<std::ptrdiff_t>(contacts.size());
  pressing_.clear();
  auto next = contacts.begin();
  for (const ContactPoint& contact : last) {
    const ContactKey& key = contact.key;
    if (contact.force == Vec3{} || !is_pair(key)) continue;
    const bool is_self = key.a == key.b;
    if (!is_self && !sticks(contact, rules.friction(key.a, key.b))) continue;
    while (next != contacts.end() && next->key < key) ++next;
    if (next != contacts.end() && next->key == key) continue;
    const Collider &a = colliders[key.a], &b = colliders[key.b];
    if (!(a.is_active() || b.is_active()) || a.surface() == nullptr || b.surface() == nullptr) continue;
    const FeaturePair pair = pair_of(key);
    if (!rules.collide(key.a, key.b) || filter_.exempts(pair)) continue;
    if (attachments.join(key.a, key.b) && attachments.exclude(pair)) continue;
    const double gap = gap_between(a, b), near = reach * gap + thickness_between(a, b);
    const ClosestPoints closest = closest_points(pair.kind, at_time(pair, colliders, 0));
    if (closest.distance <= near && (is_self || is_in_cones(pair, closest, 0, colliders, kLeaning)))
      pressing_.push_back(contact_at(pair, 0, filter_.keeps_at_least(pair, gap), colliders, rules));
  }
  contacts.insert(contacts.end(), pressing_.begin(), pressing_.end());
  std::ranges::inplace_merge(contacts, contacts.begin() + found, {}, &ContactPoint::key);
}

void ContactDetection::find_hits(std::span<Collider> colliders, const PairRules& rules,
                                 const Attachments& attachments, std::vector<Hit>& hits) {
  constexpr NearFeatures::Search kSearch{kLeastDistance / 2, true};
  if (std::exchange(has_looked_for_hits_, true)) {
    near_.find_moved(colliders, rules, attachments, kSearch);
    std::erase_if(hits, [&](const Hit& hit) { return near_.has_moved(hit.pair); });
  } else {
    near_.find(colliders, rules, attachments, kSearch);
    near_.remember_ends(colliders);
    hits.clear();
  }
  near_.judge(found_hits_, hits, [&](std::span<const FeaturePair> features, std::vector<Hit>& found) {
    const Collider &a = colliders[features[0].surface[0]], &b = colliders[features[0].surface[1]];
    const double least = kLeastDistance * gap_between(a, b) + thickness_between(a, b);
    for (const FeaturePair& pair : features) {
      if (!near_.is_looked_at(pair)) continue;
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
                                       const Attachments& attachments, std::vector<PlaneHit>& hits) const {
  sinew::find_plane_hits(colliders, near_.boxes(), rules, attachments, kLeastDistance, hits);
}

ContactPoint ContactDetection::contact_of(const Hit& hit, std::span<const Collider> colliders,
                                          const PairRules& rules) const {
  const auto [a, b] = hit.pair.surface;
  const double keeps = filter_.keeps_at_least(hit.pair, gap_between(colliders[a], colliders[b]));
  return contact_at(hit.pair, hit.time, keeps, colliders, rules);
}

}  // namespace sinew
