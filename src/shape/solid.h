#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// A point of a tube's axis and the tube's radius there, in metres.
struct TubePoint {
  Vec3 at;
  double radius;
};

// A primitive body with its place in space. Its signed distance (metres, negative inside) is exact as long as
// it is neither squashed nor crosses its mirror, and changes by at most 1 per metre in any case.
class Solid {
 public:
  enum class Kind : std::uint8_t { kEllipsoid, kBox, kTorus, kCylinder, kTube, kHalfSpace };
  static constexpr int kNoMirror = -1;

  double distance(const Vec3& p) const;
  // A ball around the solid, before it is mirrored; the radius is infinite for a half-space.
  Vec3 center() const { return center_; }
  double reach() const { return reach_; }
  // A box around it and its mirror image.
  Box3 box() const;
  // The point on the solid's own side of its mirror.
  Vec3 folded(Vec3 p) const {
    if (mirror_axis_ != kNoMirror) p[mirror_axis_] = std::abs(p[mirror_axis_]);
    return p;
  }
  // The same distance inside a ball, a long tube being cut to what is nearest there.
  Solid near(const Vec3& center, double radius) const;

  // Copies, moved: every call acts on the solid as placed so far.
  Solid moved(const Vec3& by) const;
  Solid turned(const Vec3& axis, double degrees) const;  // about the origin, right-handed
  Solid scaled(double factor) const;
  // Flattened along the solid's own axes by factors in (0, 1], about its own origin.
  Solid squashed(const Vec3& factors) const;
  // Together with its mirror image in the plane through the origin across the axis (0, 1, 2 for x, y, z); the
  // solid itself belongs on the positive side. To be called last.
  Solid mirrored(int axis = 0) const;

  friend Solid ellipsoid(const Vec3& center, const Vec3& radii);
  friend Solid box(const Vec3& center, const Vec3& size, double round);
  friend Solid torus(const Vec3& center, double radius, double tube_radius);
  friend Solid cylinder(const Vec3& a, const Vec3& b, double radius, double round);
  friend Solid tube(std::span<const TubePoint> points, bool closed);
  friend Solid half_space(const Vec3& point, const Vec3& outward);

 private:
  // A cone rounded by a ball at either end: axis a + s u, 0 <= s <= length; (sine, cosine) of the slant.
  struct RoundCone {
    Vec3 a, u;
    double length, radius_a, radius_b, sine, cosine;
    double distance(const Vec3& p) const;
  };
  static RoundCone round_cone_between(const TubePoint& a, const TubePoint& b);

  Vec3 local(const Vec3& folded) const;
  double local_distance(const Vec3& q) const;
  double tube_distance(const Vec3& q) const;
  Box3 own_box() const;
  void bound();

  Kind kind_ = Kind::kEllipsoid;
  int mirror_axis_ = kNoMirror;
  Vec3 origin_, axes_[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3 squash_{1, 1, 1};
  Vec3 size_;                     // radii or half sizes along the own axes
  double round_ = 0;              // radius of rounded edges
  std::vector<RoundCone> cones_;  // of a tube
  Vec3 center_;
  double reach_ = 0;
  Box3 box_;  // before it is mirrored
};

Solid ellipsoid(const Vec3& center, const Vec3& radii);
Solid sphere(const Vec3& center, double radius);
// A box by its full size; its edges are rounded by `round` within that size.
Solid box(const Vec3& center, const Vec3& size, double round = 0);
// Around the y axis through the centre.
Solid torus(const Vec3& center, double radius, double tube_radius);
Solid cylinder(const Vec3& a, const Vec3& b, double radius, double round = 0);
Solid capsule(const Vec3& a, const Vec3& b, double radius);
Solid round_cone(const Vec3& a, const Vec3& b, double radius_a, double radius_b);
// Straight round cones from point to point.
Solid tube(std::span<const TubePoint> points, bool closed = false);
// Samples of a smooth curve through the points (centripetal Catmull-Rom), `pieces` between two points; the
// radius varies along with it.
std::vector<TubePoint> bent_curve(std::span<const TubePoint> points, int pieces = 8, bool closed = false);
// A tube along that curve.
Solid bent_tube(std::span<const TubePoint> points, int pieces = 8, bool closed = false);
// All that lies behind the plane through the point.
Solid half_space(const Vec3& point, const Vec3& outward);

}  // namespace sinew
