#include "contact/anchor.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "linalg/inverse3.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

constexpr double kGive = 1e-3;  // of the compliance

Vec3 point_of(const Triangle& t, const Vec3& weight, std::span<const Vec3> x) {
  return weight.x * x[t[0]] + weight.y * x[t[1]] + weight.z * x[t[2]];
}

Vec3 normal_of(const Vec3& a, const Vec3& b, const Vec3& c) { return normalized(cross(b - a, c - a)); }

Triangle triangle_of(const ContactKey& key) { return {key.vertex[1], key.vertex[2], key.vertex[3]}; }

// The weights of the point of the triangle's plane below p, which may lie beyond its edges.
Vec3 weights_below(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = cross(b - a, c - a);
  const double area = squared_norm(n);
  if (!(area > 0)) return barycentric_weights(p, a, b, c);
  const double of_b = dot(cross(p - a, c - a), n) / area, of_c = dot(cross(b - a, p - a), n) / area;
  return {1 - of_b - of_c, of_b, of_c};
}

// Puts the place of a vertex that is at p on a triangle, so that nothing moves.
void put_on(const Triangle& t, const Vec3& p, const Collider& other, Anchor& anchor) {
  const std::span<const Vec3> x = other.start();
  anchor.triangle = t;
  anchor.weight = weights_below(p, x[t[0]], x[t[1]], x[t[2]]);
  anchor.offset = dot(p - point_of(t, anchor.weight, x), normal_of(x[t[0]], x[t[1]], x[t[2]]));
  anchor.place = point_of(t, anchor.weight, other.surface()->rest);
}

struct ByPlace {
  std::vector<std::pair<Vec3, Index>> vertices;  // by x, then y, then z

  explicit ByPlace(std::span<const Vec3> rest) {
    for (std::size_t v = 0; v < rest.size(); ++v) vertices.emplace_back(rest[v], static_cast<Index>(v));
    std::ranges::sort(vertices, {}, [](const auto& one) {
      return std::tuple(one.first.x, one.first.y, one.first.z, one.second);
    });
  }
  // Calls act(vertex) for all that are exactly there.
  template <typename Act>
  void for_each_at(const Vec3& p, Act&& act) const {
    const auto before = [](const Vec3& a, const Vec3& b) { return PointsRegion::before(a, b); };
    auto at = std::ranges::lower_bound(vertices, p, before, &std::pair<Vec3, Index>::first);
    for (; at != vertices.end() && !before(p, at->first); ++at) act(at->second);
  }
};

bool is_there(const Anchor& anchor, const ContactSurface& other) {
  const auto count = static_cast<Index>(other.rest.size());
  const Triangle& t = anchor.triangle;
  return std::ranges::all_of(t, [&](Index v) { return v < count; }) &&
         point_of(t, anchor.weight, other.rest) == anchor.place;
}

}  // namespace

std::vector<Anchor> make_anchors(const Collider& body, std::span<const Index> vertices, const Collider& other,
                                 double within) {
  std::vector<Anchor> anchors;
  const PlaneShape* plane = other.plane();
  const PlaneShape at = plane != nullptr ? other.plane_at_start() : PlaneShape{};
  std::optional<TriangleTree> tree;
  if (plane == nullptr)
    tree.emplace(SurfaceMesh{{other.start().begin(), other.start().end()}, other.surface()->triangles});
  for (const Index v : vertices) {
    const Vec3& p = body.start()[v];
    const TriangleTree::Nearest nearest = tree ? tree->nearest(p) : TriangleTree::Nearest{};
    const double far = tree ? std::sqrt(nearest.squared_distance) : std::abs(dot(p - at.point, at.normal));
    if (!(far <= within)) continue;
    Anchor anchor;
    if (other.is_obstacle())
      anchor.place = other.described(p);
    else
      put_on(other.surface()->triangles[nearest.triangle], p, other, anchor);
    anchor.vertex = v;
    anchor.rest = body.surface()->rest[v];
    anchors.push_back(anchor);
  }
  return anchors;
}

void follow_surfaces(const Collider& body, const Collider& other, std::vector<Anchor>& anchors) {
  const ByPlace at(body.surface()->rest);
  std::vector<Anchor> now;
  for (const Anchor& anchor : anchors)
    at.for_each_at(anchor.rest, [&](Index v) {
      now.push_back(anchor);
      now.back().vertex = v;
    });
  std::ranges::stable_sort(now, {}, &Anchor::vertex);
  const auto same = [](const Anchor& a, const Anchor& b) { return a.vertex == b.vertex; };
  now.erase(std::unique(now.begin(), now.end(), same), now.end());
  anchors = std::move(now);
  if (other.is_obstacle()) return;

  const ContactSurface& surface = *other.surface();
  std::optional<TriangleTree> tree;
  for (Anchor& anchor : anchors) {
    if (is_there(anchor, surface)) continue;
    if (!tree) tree.emplace(SurfaceMesh{surface.rest, surface.triangles});
    const Index triangle = tree->nearest(anchor.place).triangle;
    put_on(surface.triangles[triangle], body.start()[anchor.vertex], other, anchor);
  }
}

ContactPoint glue_row(const Anchor& anchor, Index a, Index b, std::span<const Collider> colliders) {
  const Collider &body = colliders[a], &other = colliders[b];
  const Vec3& p = body.start()[anchor.vertex];
  ContactPoint row;
  row.key = {a, b, ContactKey::Kind::kGlue, {anchor.vertex, -1, -1, -1}};
  row.weight[0] = 1;
  row.count = row.count_of_a = 1;
  row.at = p;
  row.normal = {0, 1, 0};
  row.keeps = body.gap();
  if (!anchor.is_on_body()) {
    row.carried = other.at_end(anchor.place) - p;
    return row;
  }
  row.count = 4;
  row.gap = anchor.offset;
  for (int k = 0; k < 3; ++k)
    row.key.vertex[k + 1] = anchor.triangle[k], row.weight[k + 1] = -anchor.weight[k];
  return row;
}

Vec3 glue_drift(const ContactPoint& contact, std::span<const Collider> colliders) {
  if (contact.count == 1) return {};
  const Collider &body = colliders[contact.key.a], &other = colliders[contact.key.b];
  const Triangle t = triangle_of(contact.key);
  const std::span<const Vec3> end = other.end();
  Vec3 apart = body.start()[contact.key.vertex[0]];
  for (int k = 0; k < 3; ++k) apart += contact.weight[k + 1] * other.start()[t[k]];
  return apart - contact.gap * normal_of(end[t[0]], end[t[1]], end[t[2]]);
}

Vec3 glue_force(const Mat3& W, const Vec3& apart, const Vec3& force) {
  const double give = kGive * trace(W) / 3;
  return force - solved(W + give * Mat3::identity(), apart + give * force);
}

}  // namespace sinew
