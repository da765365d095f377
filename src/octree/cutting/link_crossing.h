#pragma once

#include <array>

#include "base/box3.h"

namespace sinew {

// Where straight pieces of links cross the triangles of a blade, by a half-open rule: the blade is taken as
// moved by (e, e^2, e^3) with an e > 0 smaller than any number. Then no end of a piece lies on it, no piece
// runs along it and none meets an edge of it, so that
// - a blade without a gap through the joints of a chain of pieces crosses the chain where it goes through to
//   the other side, in one of the pieces and only there,
// - a piece that meets the common edge or corner of triangles crosses one of them where they go on across it,
//   and two or none where they fold back.
// All answers are exact for the doubles given. Triangles without area cross nothing.

using BladeTriangle = std::array<Vec3, 3>;

// On which side of its plane p lies: +1 where the triangle turns counter-clockwise seen from p, -1 on the
// other side, never 0 but for a triangle without area.
int blade_side(const BladeTriangle& triangle, const Vec3& p);

// Whether the piece from p to q crosses the triangle.
bool blade_crosses(const BladeTriangle& triangle, const Vec3& p, const Vec3& q);
// The same where the sides of p and q are known.
bool blade_crosses(const BladeTriangle& triangle, const Vec3& p, int side_of_p, const Vec3& q, int side_of_q);

// How far from p to q a piece that crosses the triangle does so, 0 to 1, to rounding.
double blade_crossing(const BladeTriangle& triangle, const Vec3& p, const Vec3& q);

// What there is to know of a triangle before a box is asked about.
class BladeReach {
 public:
  explicit BladeReach(const BladeTriangle& triangle);

  // False only where the triangle crosses no piece within the box: their boxes are apart, or the box is on
  // one side of the triangle's plane.
  bool may_meet(const Box3& box) const;

 private:
  Box3 box_;
  Vec3 corner_, normal_;  // of the length of twice the area
  double rounding_, size_;
};

}  // namespace sinew
