#pragma once

#include "base/vec3.h"

namespace sinew {

// Signs of determinants, right whatever the rounding: a filter in double settles nearly every call, the rest
// are summed without error. Coordinates are taken as the exact numbers their doubles stand for. Products of
// three coordinate differences, and the last bits of them, must neither overflow nor underflow: true when
// coordinates and their differences lie between 1e-80 and 1e100.

// +1 where six_volume(a, b, c, d) > 0, -1 where it is negative, 0 where the four points lie in a plane.
int orientation(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// +1 where (a, b, c), projected along `axis`, turns counter-clockwise seen from that axis's positive end,
// -1 clockwise, 0 where the projections lie on a line.
int projected_orientation(const Vec3& a, const Vec3& b, const Vec3& c, int axis);

// The sign of coordinate `axis` of (b - a) x (d - c).
int cross_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, int axis);

// Whether three points lie on one line.
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace sinew
