#pragma once

#include "sinew/base/geometry.h"

namespace sinew {

// Exact signs of determinants: a filter in double precision decides nearly every call, the others are summed
// without error. Coordinates are taken as the exact values of their doubles. Products of three coordinate
// differences, and their last bits, must neither overflow nor underflow: this holds if coordinates and their
// differences lie between 1e-80 and 1e100.

// +1 if six_volume(a, b, c, d) > 0, -1 if it is negative, 0 if the four points lie in a plane.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// +1 if (a, b, c), projected along `axis`, turns counter-clockwise seen from that axis's positive end,
// -1 clockwise, 0 if the projections lie on a line.
int projected_orientation(const Vec3& a, const Vec3& b, const Vec3& c, int axis);

// The sign of coordinate `axis` of (b - a) x (d - c).
int cross_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis);

// Whether three points lie on one line.
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace sinew
