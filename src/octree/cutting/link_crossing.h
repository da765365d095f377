#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// Where straight pieces of links cross the triangles of a blade, by a half-open rule (simulation of
// simplicity): the blade counts as moved by (e, e^2, e^3) with an infinitesimal e > 0. Then no end of a piece
// lies on it, no piece runs along it and none meets an edge of it, so that
// - a blade without a gap at the joints of a chain of pieces crosses the chain wherever it goes through to
//   the other side, in exactly one of the pieces,
// - a piece that meets the common edge or corner of triangles crosses one of them if they continue across it,
//   and two or none if they fold back.
// All answers are exact for the given doubles. Triangles without area cross nothing.

using BladeTriangle = std::array<Vec3, 3>;

// The side of its plane on which p lies: +1 if the triangle is counter-clockwise seen from p, -1 on the other
// side; 0 only for a triangle without area.
int blade_side(const BladeTriangle& triangle, const Vec3& p);

// Whether the piece from p to q crosses the triangle.
bool blade_crosses(const BladeTriangle& triangle, const Vec3& p, const Vec3& q);
// The same if the sides of p and q are known.
bool blade_crosses(const BladeTriangle& triangle, const Vec3& p, int side_of_p, const Vec3& q, int side_of_q);

// Where a piece that crosses the triangle does so, from 0 at p to 1 at q, up to rounding.
double blade_crossing(const BladeTriangle& triangle, const Vec3& p, const Vec3& q);

// A quick test of a triangle against boxes.
class BladeReach {
 public:
  explicit BladeReach(const BladeTriangle& triangle);

  // False only if the triangle crosses no piece within the box: their boxes are apart, or the box is on one
  // side of the triangle's plane.
  bool may_meet(const Box3& box) const;

 private:
  Box3 box_;
  Vec3 corner_, normal_;  // its length is twice the area
  double rounding_, size_;
};

}  // namespace sinew
