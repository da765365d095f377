#include "contact/obstacle_depth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/triangle_tree.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

Vec3 across(const Vec3& d) {
  return normalized(cross(d, std::abs(d.x) < 0.6 * norm(d) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}

// Outside of its sides, or nearest to one of them from within.
ObstaclePoint nearest_on(const BoxShape& box, const Vec3& p) {
  Vec3 at;
  double least = std::numeric_limits<double>::infinity();
  int side = 0;
  for (int k = 0; k < 3; ++k) {
    at[k] = std::clamp(p[k], box.lower[k], box.upper[k]);
    const double depth = std::min(p[k] - box.lower[k], box.upper[k] - p[k]);
    if (depth < least) least = depth, side = k;
  }
  if (at != p) return {distance(p, at), at, normalized(p - at)};
  const bool is_upper = box.upper[side] - p[side] < p[side] - box.lower[side];
  Vec3 normal;
  normal[side] = is_upper ? 1 : -1;
  at[side] = is_upper ? box.upper[side] : box.lower[side];
  return {-least, at, normal};
}

ObstaclePoint nearest_on(const CapsuleShape& shape, const Vec3& p) {
  const Vec3 along = shape.b - shape.a;
  const double length = squared_norm(along);
  const Vec3 axis =
      length > 0 ? shape.a + std::clamp(dot(p - shape.a, along) / length, 0.0, 1.0) * along : shape.a;
  const Vec3 away = p - axis;
  const Vec3 normal = away != Vec3{} ? normalized(away) : length > 0 ? across(along) : Vec3{0, 1, 0};
  return {norm(away) - shape.radius, axis + shape.radius * normal, normal};
}

// In the half-plane of the axis and the point, a cylinder is a box.
ObstaclePoint nearest_on(const CylinderShape& shape, const Vec3& p) {
  const double length = distance(shape.a, shape.b), height = dot(p - shape.a, normalized(shape.b - shape.a));
  const Vec3 axis = normalized(shape.b - shape.a), away = p - shape.a - height * axis;
  const Vec3 out = away != Vec3{} ? normalized(away) : across(axis);
  const ObstaclePoint flat =
      nearest_on(BoxShape{{-shape.radius, 0, -1}, {shape.radius, length, 1}}, {norm(away), height, 0});
  const auto lifted = [&](const Vec3& q) { return q.x * out + q.y * axis; };
  return {flat.distance, shape.a + lifted(flat.at), lifted(flat.normal)};
}

}  // namespace

ObstacleDepth::ObstacleDepth(const ObstacleShape& shape) : shape_(shape) {
  if (const auto* mesh = std::get_if<MeshShape>(&shape_))
    solid_ = std::make_unique<SignedDistance>(mesh->mesh);
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const auto around = [&](const Vec3& a, const Vec3& b, double radius) {
    box_.extend(a), box_.extend(b);
    box_ = box_.inflated(radius);
  };
  if (std::holds_alternative<PlaneShape>(shape_)) box_ = {{-kFar, -kFar, -kFar}, {kFar, kFar, kFar}};
  if (const auto* box = std::get_if<BoxShape>(&shape_)) around(box->lower, box->upper, 0);
  if (const auto* s = std::get_if<SphereShape>(&shape_)) around(s->centre, s->centre, s->radius);
  if (const auto* c = std::get_if<CapsuleShape>(&shape_)) around(c->a, c->b, c->radius);
  if (const auto* c = std::get_if<CylinderShape>(&shape_)) around(c->a, c->b, c->radius);
  if (solid_) box_ = solid_->box();
}

ObstacleDepth::~ObstacleDepth() = default;
ObstacleDepth::ObstacleDepth(ObstacleDepth&&) noexcept = default;
ObstacleDepth& ObstacleDepth::operator=(ObstacleDepth&&) noexcept = default;

ObstaclePoint ObstacleDepth::nearest(const Vec3& p) const {
  if (const auto* plane = std::get_if<PlaneShape>(&shape_)) {
    const Vec3 normal = normalized(plane->normal);
    const double height = dot(p - plane->point, normal);
    return {height, p - height * normal, normal};
  }
  if (const auto* box = std::get_if<BoxShape>(&shape_)) return nearest_on(*box, p);
  if (const auto* s = std::get_if<SphereShape>(&shape_))
    return nearest_on(CapsuleShape{s->centre, s->centre, s->radius}, p);
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape_)) return nearest_on(*capsule, p);
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape_)) return nearest_on(*cylinder, p);
  const Vec3 at = solid_->tree().nearest(p).point;
  const double distance = (*solid_)(p);
  const Vec3 away = distance < 0 ? at - p : p - at;
  return {distance, at, away == Vec3{} ? Vec3{0, 1, 0} : normalized(away)};
}

}  // namespace sinew
