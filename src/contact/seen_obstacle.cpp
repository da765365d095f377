#include "contact/seen_obstacle.h"

#include <cmath>
#include <limits>

namespace sinew {

namespace {

constexpr double kCurveOverSize = 5e-4;
constexpr double kThicknessOverSize = 0.005;  // of the square that stands for a plane

// The two other axes of a frame whose third axis is n.
std::array<Vec3, 2> across(const Vec3& n) {
  const Vec3 aside = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 s = normalized(cross(n, aside));
  return {s, cross(n, s)};
}

// A thin square below the plane.
SurfaceMesh square_of(const PlaneShape& plane) {
  const Vec3 n = normalized(plane.normal);
  const auto [s, t] = across(n);
  SurfaceMesh mesh = surface_of(BoxShape{{-0.5, -0.5, -kThicknessOverSize}, {0.5, 0.5, 0}}, 0);
  for (Vec3& p : mesh.positions) p = plane.point + plane.size * (p.x * s + p.y * t + p.z * n);
  return mesh;
}

}  // namespace

double curve_tolerance(const ObstacleShape& shape) {
  const SurfaceMesh coarse = surface_of(shape, std::numeric_limits<double>::infinity());
  return kCurveOverSize * bounding_box(coarse.positions).diagonal();
}

std::optional<SeenObstacle> SeenObstacle::of(const Obstacle& obstacle) {
  return of(obstacle, curve_tolerance(obstacle.shape));
}

std::optional<SeenObstacle> SeenObstacle::of(const Obstacle& obstacle, double curve_tolerance) {
  const auto* plane = std::get_if<PlaneShape>(&obstacle.shape);
  if (plane != nullptr && !(plane->size > 0)) return {};
  SeenObstacle seen;
  seen.name_ = obstacle.name;
  seen.motion_ = obstacle.motion;
  seen.shape_ = std::make_shared<const SurfaceMesh>(
      plane != nullptr ? square_of(*plane) : surface_of(obstacle.shape, curve_tolerance));
  return seen;
}

// The motion is rigid: where it takes the origin and the ends of the axes says where it takes every point.
ToolFrame SeenObstacle::at(double time) const {
  const auto moved = [&](const Vec3& p) { return p + displacement_at(motion_, p, time); };
  ToolFrame frame{name_, shape_, moved({}), {}, true};
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    frame.axes.column[k] = moved(axis) - frame.position;
  }
  return frame;
}

}  // namespace sinew
