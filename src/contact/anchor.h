#pragma once

#include <span>
#include <vector>

#include "contact/collider.h"
#include "contact/contact_point.h"

namespace sinew {

// A vertex of a body and its place on something else:
//
//            vertex
//              o             On a body, the place is a point of a triangle of its contact surface, and the vertex
//              | offset      stays at `offset` along the normal of that triangle as it is now. The place follows
//     o--------x-----o       the body as it deforms and turns.
//      triangle              On an obstacle, it is the point that the motion of the obstacle takes along.
//
struct Anchor {
  Index vertex = -1;
  Vec3 rest;  // of the vertex, m, in own axes: by this it is found again when the body is cut
  // Of a body: the triangle, the weights of its vertices, and the offset, m. Of an obstacle: -1. Weights beyond 0 and
  // 1 are those of a place beside the triangle.
  Triangle triangle{-1, -1, -1};
  Vec3 weight;
  double offset = 0;
  // Of a body: that point at rest, m, in own axes. Of an obstacle: where the vertex is, m, as the obstacle is described.
  Vec3 place;

  bool is_on_body() const { return triangle[0] >= 0; }
};

// Anchors of these vertices of a body at their nearest points on the other when the step begins, without those that
// are farther away than `within`, m. Both must have begun the step.
std::vector<Anchor> make_anchors(const Collider& body, std::span<const Index> vertices, const Collider& other,
                                 double within);

// The same anchors on the surfaces that the body and the other have now, which cuts may have changed. A vertex that
// a cut has doubled has an anchor for each; one that is gone has none. Nothing moves by it.
void follow_surfaces(const Collider& body, const Collider& other, std::vector<Anchor>& anchors);

// The constraint of an anchor in a step, with the numbers of the two colliders: a contact of the kind kGlue.
ContactPoint glue_row(const Anchor& anchor, Index a, Index b, std::span<const Collider> colliders);

// How far the vertex of such a contact is from where it should be, besides its slip: of a body whose triangle turns,
// the normal at the end of the step counts.
Vec3 glue_drift(const ContactPoint& contact, std::span<const Collider> colliders);

// The force on a for which a contact of that kind is closed, f = force + change, where `apart` is how far it is open
// under the present force, and W its compliance. Glue gives way by a thousandth of W, since vertices that are
// embedded in few nodes ask for the same thing several times, and rounding lets them disagree.
Vec3 glue_force(const Mat3& W, const Vec3& apart, const Vec3& force);

}  // namespace sinew
