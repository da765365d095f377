#pragma once

#include <optional>
#include <span>

#include "sinew/base/geometry.h"

namespace sinew {

struct Matrix4;

// A half-line in the world, m.
struct Ray {
  Vec3 origin, direction;  // of length 1
};

// The camera of a picture. Angles in radians, lengths in metres.
struct Camera {
  Vec3 target;           // the point that it looks at and orbits
  Vec3 up{0, 1, 0};      // of the world, of length 1
  double azimuth = 0;    // about `up`; 0 stands on the +z side (y up) or the -y side (z up) of the target
  double elevation = 0;  // above the horizon, within +-kMostElevation
  double distance = 1;   // of the eye from the target
  double angle = 0.6;    // vertical field of view

  static constexpr double kMostElevation = 1.55;  // just short of straight down

  // Where the camera is, m; and the directions to the right and upwards in the picture, of length 1.
  Vec3 eye() const;
  Vec3 right() const;  // in the picture, of length 1
  Vec3 above() const;

  // Maps the world, relative to `target`, to the eye. Subtract the target in double precision first, so that
  // small bodies far from the origin stay sharp.
  Matrix4 view() const;
  // Projection with near and far planes around a box (in the world).
  Matrix4 projection(double aspect, const Box3& seen) const;
  // The ray through a point of the picture: x to the right and y downwards, both 0..1.
  Ray ray(double x, double y, double aspect) const;

  // Interaction: rotates by these angles; moves in the plane of the picture by fractions of its height.
  void orbit(double azimuth_by, double elevation_by);
  void pan(double right_by, double up_by);
  // A factor > 1 moves nearer.
  void zoom(double factor);
};

// Finds the camera that looks from a given direction and has all points it was given in the picture, with a
// margin. Given one frame after the other, it moves back if something leaves the picture, and never comes
// nearer.
class Framing {
 public:
  Framing(const Vec3& up, double azimuth, double elevation, double aspect);

  // Keeps these points in the picture.
  void include(std::span<const Vec3> points);
  // The camera for all points so far.
  Camera camera() const;

 private:
  // The planes through the eye at two opposite sides of the picture bound the points. For a point c relative
  // to the centre, s = c . side and b = c . back, the eye at `distance` and `middle` beside the centre sees
  // it if
  //   |s - middle| <= slope (distance - b),
  // so that only the extremes of s + slope b and s - slope b must be kept.
  struct Sides {
    Vec3 side;
    double slope, most, least;

    void include(const Vec3& offset, double b);
    double middle() const { return (most + least) / 2; }
    double distance() const { return (most - least) / (2 * slope); }
  };

  Camera camera_;               // the direction
  std::optional<Vec3> centre_;  // of the first points
  Sides across_, along_;
  double nearest_, farthest_;  // the extremes of b
};

// Framing of only these points, or of a box.
Camera camera_around(std::span<const Vec3> points, const Vec3& up, double azimuth, double elevation,
                     double aspect);
Camera camera_around(const Box3& box, const Vec3& up, double azimuth, double elevation, double aspect);

}  // namespace sinew
