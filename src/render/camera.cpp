#include "sinew/render/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "render/matrix4.h"

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

Framing::Framing(const Vec3& up, double azimuth, double elevation, double aspect) {
  camera_.up = up;
  camera_.azimuth = azimuth, camera_.elevation = elevation;
  const double half = std::tan(camera_.angle / 2);
  constexpr double kNone = std::numeric_limits<double>::infinity();
  across_ = {camera_.right(), half * aspect, -kNone, kNone};
  along_ = {camera_.above(), half, -kNone, kNone};
  nearest_ = -kNone, farthest_ = kNone;
}

void Framing::Sides::include(const Vec3& offset, double b) {
  const double s = dot(offset, side);
  most = std::max(most, s + slope * b);
  least = std::min(least, s - slope * b);
}

void Framing::include(std::span<const Vec3> points) {
  if (points.empty()) return;
  if (!centre_) centre_ = bounding_box(points).center();
  const Vec3 back = direction_of(camera_);
  for (const Vec3& point : points) {
    const Vec3 offset = point - *centre_;
    const double b = dot(offset, back);
    across_.include(offset, b);
    along_.include(offset, b);
    nearest_ = std::max(nearest_, b), farthest_ = std::min(farthest_, b);
  }
}

Camera Framing::camera() const {
  constexpr double kMargin = 1.08;
  Camera camera = camera_;
  if (!centre_) return camera;
  const double middle = (nearest_ + farthest_) / 2;
  camera.target = *centre_ + across_.middle() * across_.side + along_.middle() * along_.side +
                  middle * direction_of(camera_);
  camera.distance = kMargin * std::max({across_.distance() - middle, along_.distance() - middle, 1e-9});
  return camera;
}

Camera camera_around(std::span<const Vec3> points, const Vec3& up, double azimuth, double elevation,
                     double aspect) {
  Framing framing(up, azimuth, elevation, aspect);
  framing.include(points);
  return framing.camera();
}

Camera camera_around(const Box3& box, const Vec3& up, double azimuth, double elevation, double aspect) {
  return camera_around(corners_of(box), up, azimuth, elevation, aspect);
}

}  // namespace sinew
