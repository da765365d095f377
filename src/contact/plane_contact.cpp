#include "contact/plane_contact.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

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

void append_plane_contacts(std::span<const Collider> colliders, std::span<const Box3> boxes,
                           const PairRules& rules, const Attachments& attachments, double reach,
                           std::vector<ContactPoint>& contacts) {
  for_each_plane(colliders, boxes, rules, [&](Index b, Index o, const MovingPlane& at) {
    const Collider& body = colliders[b];
    const double near = reach * body.gap() + body.half_thickness();
    for (Index v = 0; v < static_cast<Index>(body.start().size()); ++v) {
      const Heights heights = heights_over(at, body, v);
      if (std::min(heights.start, heights.end) <= near && !attachments.exclude(b, v, o))
        contacts.push_back(plane_contact(colliders, at, b, o, v, rules));
    }
  });
}

void find_plane_hits(std::span<const Collider> colliders, std::span<const Box3> boxes, const PairRules& rules,
                     const Attachments& attachments, double least_gaps, std::vector<PlaneHit>& hits) {
  hits.clear();
  for_each_plane(colliders, boxes, rules, [&](Index b, Index o, const MovingPlane& at) {
    const Collider& body = colliders[b];
    for (Index v = 0; v < static_cast<Index>(body.start().size()); ++v) {
      const Heights heights = heights_over(at, body, v);
      const double fall = heights.start - heights.end;
      const double least = std::min(least_gaps * body.gap(), 0.9 * heights.start);
      if (heights.end >= least || fall <= 0 || attachments.exclude(b, v, o)) continue;
      hits.push_back({b, o, v, std::clamp((heights.start - least) / fall, 0.0, 1.0)});
    }
  });
}

ContactPoint contact_of(const PlaneHit& hit, std::span<const Collider> colliders, const PairRules& rules) {
  return plane_contact(colliders, MovingPlane(colliders[hit.plane]), hit.body, hit.plane, hit.vertex, rules);
}

}  // namespace sinew
