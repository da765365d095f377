#include "contact/tangles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/log.h"
#include "collision/inner_vertices.h"
#include "mesh/triangle_tree.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

SurfaceState at_start(const Collider& c) { return {c.surface()->triangles, c.start()}; }

bool is_sheet(const Collider& c) { return c.surface()->thickness > 0; }

// A property of two colliders: the smaller one, or that of the body if one is an obstacle.
template <typename Property>
double between(const Collider& a, const Collider& b, Property property) {
  if (a.is_obstacle()) return (b.*property)();
  return b.is_obstacle() ? (a.*property)() : std::min((a.*property)(), (b.*property)());
}

std::int64_t count_behind(const Collider& body, const Collider& plane) {
  const PlaneShape at = plane.plane_at_start();
  return std::ranges::count_if(body.start(), [&](const Vec3& p) { return dot(p - at.point, at.normal) < 0; });
}

bool contains(const Box3& outer, const Box3& inner) {
  return outer.contains(inner.lower) && outer.contains(inner.upper);
}

// The vertices of a surface that lie farthest along the axes.
std::vector<Index> extremes(std::span<const Vec3> positions) {
  std::vector<Index> found;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] =
        std::ranges::minmax_element(positions, {}, [axis](const Vec3& p) { return p[axis]; });
    found.push_back(static_cast<Index>(low - positions.begin()));
    found.push_back(static_cast<Index>(high - positions.begin()));
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// A vertex of a that has to go some way from a triangle of b.
ContactPoint pushing(Index a, Index b, std::span<const Collider> colliders, Index vertex,
                     const Triangle& triangle, const Vec3& weight, const Vec3& out, double way) {
  ContactPoint contact;
  contact.key = {a, b, ContactKey::Kind::kVertexTriangle, {vertex, triangle[0], triangle[1], triangle[2]}};
  contact.weight = {1, -weight.x, -weight.y, -weight.z};
  contact.count = 4, contact.count_of_a = 1;
  contact.at = colliders[a].start()[vertex];
  contact.normal = out;
  contact.keeps = between(colliders[a], colliders[b], &Collider::gap);
  contact.gap = -way;
  return contact;
}

std::string words_of(std::span<const Collider> colliders, const Tangles::Pair& pair, std::int64_t count,
                     bool is_inside) {
  const std::string &a = colliders[pair.a].name(), &b = colliders[pair.b].name();
  if (colliders[pair.b].plane() != nullptr)
    return fmt::format("'{}' has {} vertices behind '{}'", a, count, b);
  if (pair.a == pair.b) return fmt::format("'{}' crosses itself ({} pairs of triangles)", a, count);
  if (is_inside) return fmt::format("'{}' is inside of '{}'", pair.a_holds_b ? b : a, pair.a_holds_b ? a : b);
  return fmt::format("'{}' and '{}' cross ({} pairs of triangles)", a, b, count);
}

void warn_of(std::span<const std::string> words, double speed) {
  constexpr std::size_t kMost = 5;
  const std::size_t shown = std::min(words.size(), kMost);
  std::string all = fmt::format("{}", fmt::join(words.first(shown), ", "));
  if (words.size() > shown) all += fmt::format(", and {} more", words.size() - shown);
  log_warning(
      "contact: things cross at the start: {}. They are pushed apart, at {:.3g} m/s at most. Place them "
      "apart, or "
      "let these pairs not collide",
      all, speed);
}

}  // namespace

void Tangles::begin(std::span<Collider> colliders, const PairRules& rules) {
  looks_.resize(colliders.size(), Look::kNew);
  std::vector<Found> found;
  for (const Pair& pair : pairs_) found.push_back(look_at(colliders, pair, true));

  // Look at what is new.
  std::vector<Box3> boxes;
  if (std::ranges::count(looks_, Look::kDone) < std::ssize(looks_))
    for (const Collider& collider : colliders) boxes.push_back(bounding_box(collider.start()));
  std::vector<std::string> words;
  double speed = 0;
  for (Index a = 0; a < static_cast<Index>(colliders.size()); ++a) {
    if (looks_[a] == Look::kDone) continue;
    for (Index b = 0; b < static_cast<Index>(colliders.size()); ++b) {
      if (b < a && looks_[b] != Look::kDone) continue;  // was looked at from there
      Pair pair{std::min(a, b), std::max(a, b), {}, false};
      if (colliders[pair.a].plane() != nullptr) std::swap(pair.a, pair.b);
      if (!rules.collide(a, b) || colliders[pair.a].surface() == nullptr) continue;
      if (a == b && colliders[a].surface()->is_rigid) continue;
      if (colliders[pair.b].plane() == nullptr && !boxes[a].overlaps(boxes[b])) continue;
      const auto same = [&](const Found& one) { return one.pair.a == pair.a && one.pair.b == pair.b; };
      if (std::ranges::any_of(found, same)) continue;
      Found fresh = look_at(colliders, pair, false);
      if (fresh.count == 0) continue;
      if (looks_[a] == Look::kNew || looks_[b] == Look::kNew) {
        words.push_back(words_of(colliders, fresh.pair, fresh.count, fresh.is_inside));
        speed = std::max(speed, between(colliders[pair.a], colliders[pair.b], &Collider::easing_speed));
      }
      found.push_back(std::move(fresh));
    }
  }
  if (!words.empty()) warn_of(words, speed);
  std::ranges::fill(looks_, Look::kDone);

  std::erase_if(found, [](const Found& one) { return one.count == 0; });
  std::ranges::sort(found, {}, [](const Found& one) { return std::array{one.pair.a, one.pair.b}; });
  found_ = std::move(found);
  pairs_.clear();
  for (const Found& one : found_) pairs_.push_back(one.pair);
}

Tangles::Found Tangles::look_at(std::span<Collider> colliders, const Pair& pair, bool is_listed) {
  Found found;
  found.pair = pair;
  Collider &a = colliders[pair.a], &b = colliders[pair.b];
  if (a.surface() == nullptr) return found;
  if (b.plane() != nullptr) {
    found.count = count_behind(a, b);
    return found;
  }
  if (b.surface() == nullptr) return found;
  look_at_crossings(a, b, found);
  if (found.count == 0 && pair.a != pair.b) look_inside(colliders, is_listed, found);
  found.entangled.a = pair.a, found.entangled.b = pair.b;
  return found;
}

void Tangles::look_at_crossings(Collider& a, Collider& b, Found& found) {
  const bool is_self = &a == &b;
  std::vector<TrianglePair> crossing;
  const Vec3 origin = bounding_box(a.start()).center();
  const RefitTree tree = a.tree_at_start(origin);
  if (is_self) {
    crossings_within(tree, a.start(), scratch_, crossing);
    // What crosses at rest is a fault of the surface, which no push repairs.
    const std::vector<char>& faults = a.faults();
    const auto is_fault = [&](const TrianglePair& pair) {
      const auto &s = a.surface()->triangles[pair.a], &t = a.surface()->triangles[pair.b];
      return !faults.empty() && std::ranges::any_of(s, [&](Index v) { return faults[v] != 0; }) &&
             std::ranges::any_of(t, [&](Index v) { return faults[v] != 0; });
    };
    std::erase_if(crossing, is_fault);
  } else {
    crossings_between(tree, a.start(), b.tree_at_start(origin), b.start(), scratch_, crossing);
  }
  if (crossing.empty()) return;
  found.count = static_cast<std::int64_t>(crossing.size());

  found.piercings = find_piercings(at_start(a), at_start(b), crossing, is_sheet(a) || is_sheet(b));
  std::array<std::vector<Index>, 2> triangles;
  for (const auto& [s, t] : crossing) triangles[0].push_back(s), triangles[1].push_back(t);
  PairFilter::Entangled& entangled = found.entangled;
  entangled.near_a = inner_vertices(at_start(a), triangles[0], found.piercings, 0, is_sheet(a));
  entangled.near_b = inner_vertices(at_start(b), triangles[1], found.piercings, 1, is_sheet(b));
  if (!is_self) return;
  for (std::size_t v = 0; v < entangled.near_a.size(); ++v) entangled.near_a[v] |= entangled.near_b[v];
  entangled.near_b = entangled.near_a;
}

// One without crossings may still be wholly inside of the other.
void Tangles::look_inside(std::span<const Collider> colliders, bool is_listed, Found& found) const {
  Pair& pair = found.pair;
  if (is_sheet(colliders[pair.a]) || is_sheet(colliders[pair.b])) return;
  const Box3 box_a = bounding_box(colliders[pair.a].start()), box_b = bounding_box(colliders[pair.b].start());
  if (!contains(box_a, box_b) && !contains(box_b, box_a)) return;
  pair.a_holds_b = contains(box_a, box_b);
  const Collider &inner = colliders[pair.a_holds_b ? pair.b : pair.a],
                 &outer = colliders[pair.a_holds_b ? pair.a : pair.b];
  const SignedDistance solid(
      SurfaceMesh{{outer.start().begin(), outer.start().end()}, outer.surface()->triangles});
  if (!solid.closed() || !solid.inside(inner.start()[inner.surface()->triangles[0][0]])) return;
  found.is_inside = true, found.count = 1;
  found.entangled.near_a.assign(colliders[pair.a].start().size(), 1);
  found.entangled.near_b.assign(colliders[pair.b].start().size(), 1);
  if (is_listed && pair.out != Vec3{}) return;
  const Vec3 centre = bounding_box(inner.start()).center();
  const Vec3 way = solid.tree().nearest(centre).point - centre;
  pair.out = norm(way) > 0 ? normalized(way) : Vec3{0, 1, 0};
}

void Tangles::mark(std::span<Collider> colliders, PairFilter& filter) const {
  std::vector<PairFilter::Entangled> all;
  for (Index c = 0; c < static_cast<Index>(colliders.size()); ++c)
    if (!colliders[c].is_obstacle() && colliders[c].surface() != nullptr && !colliders[c].faults().empty())
      all.push_back({c, c, colliders[c].faults(), colliders[c].faults()});
  for (const Found& one : found_)
    if (!one.entangled.near_a.empty()) all.push_back(one.entangled);
  filter.set_entangled(std::move(all));
}

void Tangles::append_contacts(std::span<const Collider> colliders,
                              std::vector<ContactPoint>& contacts) const {
  std::vector<ContactPoint> pushes;
  for (const Found& one : found_) {
    if (one.is_inside) push_out(colliders, one, pushes);
    push_along_contours(colliders, one, pushes);
  }
  if (pushes.empty()) return;
  // An inner vertex may belong to several edges that pierce one triangle.
  std::ranges::stable_sort(pushes, {}, &ContactPoint::key);
  const auto same = [](const ContactPoint& s, const ContactPoint& t) { return s.key == t.key; };
  pushes.erase(std::unique(pushes.begin(), pushes.end(), same), pushes.end());
  contacts.insert(contacts.end(), pushes.begin(), pushes.end());
  std::ranges::sort(contacts, {}, &ContactPoint::key);
}

void Tangles::push_along_contours(std::span<const Collider> colliders, const Found& found,
                                  std::vector<ContactPoint>& contacts) const {
  const double most = between(colliders[found.pair.a], colliders[found.pair.b], &Collider::easing);
  for (const Piercing& one : found.piercings) {
    const Index a = one.side == 0 ? found.pair.a : found.pair.b,
                b = one.side == 0 ? found.pair.b : found.pair.a;
    const Triangle& triangle = colliders[b].surface()->triangles[one.triangle];
    const double way = std::min(most, one.depth + between(colliders[a], colliders[b], &Collider::gap));
    contacts.push_back(pushing(a, b, colliders, one.inner, triangle, one.weight, one.out, way));
  }
}

void Tangles::push_out(std::span<const Collider> colliders, const Found& found,
                       std::vector<ContactPoint>& contacts) const {
  const Index inner = found.pair.a_holds_b ? found.pair.b : found.pair.a,
              outer = found.pair.a_holds_b ? found.pair.a : found.pair.b;
  const SurfaceState around = at_start(colliders[outer]);
  const TriangleTree tree(SurfaceMesh{{around.positions.begin(), around.positions.end()},
                                      {around.triangles.begin(), around.triangles.end()}});
  const double most = between(colliders[inner], colliders[outer], &Collider::easing);
  for (const Index v : extremes(colliders[inner].start())) {
    const Triangle& triangle = around.triangles[tree.nearest(colliders[inner].start()[v]).triangle];
    contacts.push_back(
        pushing(inner, outer, colliders, v, triangle, {1.0 / 3, 1.0 / 3, 1.0 / 3}, found.pair.out, most));
  }
}

std::int64_t Tangles::count() const {
  std::int64_t sum = 0;
  for (const Found& one : found_) sum += one.count;
  return sum;
}

void Tangles::look_again(Index collider) {
  if (collider < static_cast<Index>(looks_.size()) && looks_[collider] == Look::kDone)
    looks_[collider] = Look::kChanged;
}

void Tangles::restore(std::vector<Pair> pairs, std::vector<Look> looks) {
  pairs_ = std::move(pairs);
  looks_ = std::move(looks);
  found_.clear();
}

}  // namespace sinew
