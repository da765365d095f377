#include "meshing/solid_field.h"

namespace sinew {

namespace {

// Ball centres as triangles without extent, so that the triangle tree finds them.
SurfaceMesh points_as_surface(const std::vector<GrownSolid::Ball>& balls) {
  SurfaceMesh mesh;
  for (const GrownSolid::Ball& ball : balls) {
    const Index v = mesh.vertex_count();
    mesh.positions.push_back(ball.center);
    mesh.triangles.push_back({v, v, v});
  }
  return mesh;
}

}  // namespace

void SolidField::evaluate(std::span<const Vec3> points, std::span<double> values) const {
  for (std::size_t i = 0; i < points.size(); ++i) values[i] = (*this)(points[i]);
}

GrownSolid::GrownSolid(const SignedDistance& distance, double offset, std::vector<Ball> balls)
    : distance_(distance), offset_(offset), balls_(std::move(balls)), ball_tree_(points_as_surface(balls_)) {
  for (const Ball& ball : balls_) largest_ball_ = std::max(largest_ball_, ball.radius);
}

double GrownSolid::operator()(const Vec3& p) const {
  const double solid = distance_(p) - offset_;
  return balls_.empty() ? solid : std::min(solid, ball_distance(p, solid));
}

void GrownSolid::evaluate(std::span<const Vec3> points, std::span<double> values) const {
  distance_.evaluate(points, values);
  for (std::size_t i = 0; i < points.size(); ++i) {
    values[i] -= offset_;
    if (!balls_.empty()) values[i] = std::min(values[i], ball_distance(points[i], values[i]));
  }
}

// The smallest distance to a ball, or `within` if none is nearer.
double GrownSolid::ball_distance(const Vec3& p, double within) const {
  const double reach = within + largest_ball_;
  if (reach <= 0) return within;
  const Vec3 r{reach, reach, reach};
  double least = within;
  ball_tree_.for_each_overlap({p - r, p + r}, [&](Index b) {
    least = std::min(least, distance(p, balls_[b].center) - balls_[b].radius);
  });
  return least;
}

bool GrownSolid::same_side(const Vec3& p, double value, double radius) const {
  if (std::abs(value) <= radius) return false;
  return distance_.closed() || distance_.same_side(radius, distance_.distance(p), distance_.winding(p));
}

Box3 GrownSolid::box() const {
  Box3 box = distance_.box().inflated(std::max(0.0, offset_));
  for (const Ball& ball : balls_) {
    const Vec3 r{ball.radius, ball.radius, ball.radius};
    box.extend(Box3{ball.center - r, ball.center + r});
  }
  return box;
}

}  // namespace sinew
