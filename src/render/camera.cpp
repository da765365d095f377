#include "render/camera.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// The horizontal direction that azimuth 0 stands in: towards the reader, whichever axis is up.
Vec3 front_of(const Vec3& up) { return std::abs(up.z) > 0.5 ? Vec3{0, -1, 0} : Vec3{0, 0, 1}; }

// From the target to the eye.
Vec3 direction_of(const Camera& camera) {
  const Vec3 front = front_of(camera.up), side = cross(camera.up, front);
  return std::cos(camera.elevation) * (std::cos(camera.azimuth) * front + std::sin(camera.azimuth) * side) +
         std::sin(camera.elevation) * camera.up;
}

std::array<Vec3, 8> corners_of(const Box3& box) {
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; ++i)
    corners[i] = {(i & 1 ? box.upper : box.lower).x, (i & 2 ? box.upper : box.lower).y,
                  (i & 4 ? box.upper : box.lower).z};
  return corners;
}

}  // namespace

Vec3 Camera::eye() const { return target + distance * direction_of(*this); }
Vec3 Camera::right() const { return normalized(cross(up, direction_of(*this))); }
Vec3 Camera::above() const { return cross(direction_of(*this), right()); }

Matrix4 Camera::view() const { return look_at(eye() - target, {}, up); }

Matrix4 Camera::projection(double aspect, const Box3& seen) const {
  const Vec3 forward = -direction_of(*this), from = eye();
  double near = distance, far = distance;
  for (const Vec3& corner : corners_of(seen)) {
    const double depth = dot(corner - from, forward);
    near = std::min(near, depth), far = std::max(far, depth);
  }
  // A ratio of 2000 leaves the depth buffer fine enough everywhere between.
  far = std::max(1.1 * far, 1e-6 * distance);
  near = std::clamp(0.9 * near, far / 2000, far / 1.2);
  return perspective(angle, aspect, near, far);
}

Ray Camera::ray(double x, double y, double aspect) const {
  const double half = std::tan(angle / 2);
  const Vec3 through =
      -direction_of(*this) + (2 * x - 1) * half * aspect * right() + (1 - 2 * y) * half * above();
  return {eye(), normalized(through)};
}

void Camera::orbit(double azimuth_by, double elevation_by) {
  azimuth = std::remainder(azimuth + azimuth_by, 2 * M_PI);
  elevation = std::clamp(elevation + elevation_by, -kMostElevation, kMostElevation);
}

void Camera::pan(double right_by, double up_by) {
  const double height = 2 * distance * std::tan(angle / 2);
  target += height * (right_by * right() + up_by * above());
}

void Camera::zoom(double factor) { distance /= factor; }

Camera camera_around(const Box3& box, const Vec3& up, double azimuth, double elevation, double aspect) {
  constexpr double kMargin = 1.08;
  Camera camera;
  camera.up = up;
  camera.target = box.center();
  camera.azimuth = azimuth, camera.elevation = elevation;
  // Far enough that each corner is within the picture's sides: |across| <= half (distance - towards).
  const double half = std::tan(camera.angle / 2);
  const Vec3 back = direction_of(camera), right = camera.right(), above = camera.above();
  double least = 1e-9;
  for (const Vec3& corner : corners_of(box)) {
    const Vec3 offset = corner - camera.target;
    const double towards = dot(offset, back);
    least = std::max({least, towards + std::abs(dot(offset, above)) / half,
                      towards + std::abs(dot(offset, right)) / (half * aspect)});
  }
  camera.distance = kMargin * least;
  return camera;
}

}  // namespace sinew
