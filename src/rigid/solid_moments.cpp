#include "rigid/solid_moments.h"

namespace sinew {

// By the divergence theorem, the integral over the solid is the sum of those over the tetrahedra that the
// triangles make with one point. With that point at the origin, a tetrahedron of corners a, b, c and signed
// volume V has
//
//   integral of x     = V (a + b + c) / 4,
//   integral of x x^T = V / 20 (a a^T + b b^T + c c^T + s s^T),   s = a + b + c.
//
// The point is the middle of the surface's box: far from the origin, the tetrahedra would be much larger than
// the solid, and most digits of their sum lost.
SolidMoments solid_moments(const SurfaceMesh& surface) {
  const Vec3 origin = bounding_box(surface).center();
  double volume = 0;
  Vec3 first;
  Mat3 second;
  for (Index t = 0; t < surface.triangle_count(); ++t) {
    auto [a, b, c] = surface.corners(t);
    a -= origin, b -= origin, c -= origin;
    const double V = dot(a, cross(b, c)) / 6;
    const Vec3 s = a + b + c;
    volume += V;
    first += (V / 4) * s;
    second = second + (V / 20) * (outer(a, a) + outer(b, b) + outer(c, c) + outer(s, s));
  }
  const Vec3 centre = volume != 0 ? first / volume : Vec3{};
  return {volume, origin + centre, second - volume * outer(centre, centre)};
}

}  // namespace sinew
