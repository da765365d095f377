#pragma once

#include <span>

#include "base/box3.h"
#include "render/matrix4.h"

namespace sinew {

struct Ray {
  Vec3 origin, direction;  // of length 1
};

// Where a picture is seen from. Angles in radians, lengths in metres.
struct Camera {
  Vec3 target;           // what it looks at, and turns about
  Vec3 up{0, 1, 0};      // of the world, of length 1
  double azimuth = 0;    // about `up`; 0 stands on the +z side (y up) or the -y side (z up) of the target
  double elevation = 0;  // above the horizon, within +-kMostElevation
  double distance = 1;   // of the eye from the target
  double angle = 0.6;    // that the height of the picture spans

  static constexpr double kMostElevation = 1.55;  // just short of straight down

  Vec3 eye() const;
  Vec3 right() const;  // in the picture, of length 1
  Vec3 above() const;

  // The world relative to `target` (subtract it in double first, so that small bodies far from the origin
  // stay sharp) to the eye.
  Matrix4 view() const;
  // With near and far planes around a box (in the world).
  Matrix4 projection(double aspect, const Box3& seen) const;
  // Through a point of the picture: x to the right and y downwards, both 0..1.
  Ray ray(double x, double y, double aspect) const;

  // Interaction: angles turned by, and moves in the plane of the picture as shares of its height.
  void orbit(double azimuth_by, double elevation_by);
  void pan(double right_by, double up_by);
  // Nearer by a factor > 1.
  void zoom(double factor);
};

// Looks from this direction so that all of the points, or of the box, are in the picture, with a margin.
Camera camera_around(std::span<const Vec3> points, const Vec3& up, double azimuth, double elevation,
                     double aspect);
Camera camera_around(const Box3& box, const Vec3& up, double azimuth, double elevation, double aspect);

}  // namespace sinew
