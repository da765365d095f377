#include "shape/solid.h"

#include <limits>
#include <numbers>

namespace sinew {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vec3 absolute(const Vec3& a) { return {std::abs(a.x), std::abs(a.y), std::abs(a.z)}; }

// The nearest point x of an ellipsoid with radii r satisfies x_i = r_i^2 p_i / (t + r_i^2), where t is the
// largest root of F(t) = sum (r_i p_i / (t + r_i^2))^2 - 1. F falls and is convex there, so Newton's method
// started where one term alone makes F >= 0 climbs to the root without overshooting.
double ellipsoid_distance(Vec3 p, const Vec3& r) {
  constexpr double kOffPlane = 1e-9;  // keeps each term alive on the planes of symmetry
  double t = -kInfinity;
  Vec3 rp;
  p = absolute(p);
  for (int i = 0; i < 3; ++i) {
    p[i] = std::max(p[i], kOffPlane * r[i]);
    rp[i] = r[i] * p[i];
    t = std::max(t, rp[i] - r[i] * r[i]);
  }
  for (int iteration = 0; iteration < 30; ++iteration) {
    double value = -1, slope = 0;
    for (int i = 0; i < 3; ++i) {
      const double denominator = 1 / (t + r[i] * r[i]);
      const double term = rp[i] * denominator;
      value += term * term;
      slope -= 2 * term * term * denominator;
    }
    if (value < 1e-12) break;
    t -= value / slope;
  }
  Vec3 nearest;
  for (int i = 0; i < 3; ++i) nearest[i] = r[i] * rp[i] / (t + r[i] * r[i]);
  return t >= 0 ? distance(p, nearest) : -distance(p, nearest);
}

double rounded_box_distance(const Vec3& p, const Vec3& half, double round) {
  const Vec3 q = absolute(p) - half + Vec3{round, round, round};
  return norm(max(q, {})) + std::min(0.0, std::max({q.x, q.y, q.z})) - round;
}

double torus_distance(const Vec3& p, double radius, double tube_radius) {
  return std::hypot(std::hypot(p.x, p.z) - radius, p.y) - tube_radius;
}

double cylinder_distance(const Vec3& p, double radius, double half_length, double round) {
  const double radial = std::hypot(p.x, p.z) - radius + round;
  const double axial = std::abs(p.y) - half_length + round;
  return std::hypot(std::max(radial, 0.0), std::max(axial, 0.0)) + std::min(0.0, std::max(radial, axial)) -
         round;
}

Vec3 rotated(const Vec3& p, const Vec3& unit_axis, double cosine, double sine) {
  return cosine * p + sine * cross(unit_axis, p) + (1 - cosine) * dot(unit_axis, p) * unit_axis;
}

// A unit vector across u.
Vec3 perpendicular(const Vec3& u) {
  return normalized(std::abs(u.x) < 0.7 ? cross(u, {1, 0, 0}) : cross(u, {0, 1, 0}));
}

}  // namespace

// In the half-plane (radial, axial) the slant runs along t = (-sine, cosine) with normal n = (cosine, sine);
// a point whose foot on the slant falls before or behind it belongs to one of the balls.
double Solid::RoundCone::distance(const Vec3& p) const {
  const Vec3 from_a = p - a;
  const double axial = dot(from_a, u);
  const double radial = std::sqrt(std::max(0.0, squared_norm(from_a) - axial * axial));
  const double along = cosine * axial - sine * radial;
  if (along < 0) return norm(from_a) - radius_a;
  if (along > cosine * length) return norm(from_a - length * u) - radius_b;
  return cosine * radial + sine * axial - radius_a;
}

Solid::RoundCone Solid::round_cone_between(const TubePoint& a, const TubePoint& b) {
  RoundCone cone{a.at, normalized(b.at - a.at), sinew::distance(a.at, b.at), a.radius, b.radius, 0, 1};
  if (cone.length == 0) cone.u = {0, 1, 0};
  // Where one ball holds the other the slant shrinks to nothing and the larger ball is all there is.
  const double difference = a.radius - b.radius;
  cone.sine = std::abs(difference) < cone.length ? difference / cone.length : std::copysign(1.0, difference);
  cone.cosine = std::sqrt(std::max(0.0, 1 - cone.sine * cone.sine));
  return cone;
}

Vec3 Solid::local(const Vec3& folded) const {
  const Vec3 r = folded - origin_;
  return {dot(axes_[0], r) / squash_.x, dot(axes_[1], r) / squash_.y, dot(axes_[2], r) / squash_.z};
}

double Solid::distance(const Vec3& at) const {
  const Vec3 p = folded(at);
  const double d = local_distance(local(p));
  if (squash_ == Vec3{1, 1, 1}) return d;
  // Far away the flattened value falls short; the ball around the solid then says more.
  return std::max(std::min({squash_.x, squash_.y, squash_.z}) * d, norm(p - center_) - reach_);
}

Solid Solid::near(const Vec3& center, double radius) const {
  if (kind_ != Kind::kTube || squash_ != Vec3{1, 1, 1}) return *this;
  const Vec3 q = local(folded(center));
  const double within = tube_distance(q) + 2 * radius;
  Solid copy = *this;
  std::erase_if(copy.cones_, [&](const RoundCone& cone) { return cone.distance(q) > within; });
  return copy;
}

double Solid::local_distance(const Vec3& q) const {
  switch (kind_) {
    case Kind::kEllipsoid:
      if (size_.x == size_.y && size_.y == size_.z) return norm(q) - size_.x;
      return ellipsoid_distance(q, size_);
    case Kind::kBox:
      return rounded_box_distance(q, size_, round_);
    case Kind::kTorus:
      return torus_distance(q, size_.x, size_.y);
    case Kind::kCylinder:
      return cylinder_distance(q, size_.x, size_.y, round_);
    case Kind::kTube:
      return tube_distance(q);
    case Kind::kHalfSpace:
      return q.y;
  }
  return kInfinity;
}

double Solid::tube_distance(const Vec3& q) const {
  double nearest = kInfinity;
  for (const RoundCone& cone : cones_) {
    // Skip a cone whose ball lies farther away than what was found.
    const double ball = 0.5 * cone.length + std::max(cone.radius_a, cone.radius_b);
    const double within = std::max(0.0, nearest + ball);
    if (squared_norm(q - cone.a - 0.5 * cone.length * cone.u) > within * within) continue;
    nearest = std::min(nearest, cone.distance(q));
  }
  return nearest;
}

// The box around the solid along its own axes, before it is squashed.
Box3 Solid::own_box() const {
  Vec3 half = size_;
  if (kind_ == Kind::kTorus) half = {size_.x + size_.y, size_.y, size_.x + size_.y};
  if (kind_ == Kind::kCylinder) half = {size_.x, size_.y, size_.x};
  if (kind_ == Kind::kHalfSpace) half = {kInfinity, kInfinity, kInfinity};
  if (kind_ != Kind::kTube) return {-half, half};
  Box3 around;
  for (const RoundCone& c : cones_) {
    const Vec3 a{c.radius_a, c.radius_a, c.radius_a}, b{c.radius_b, c.radius_b, c.radius_b};
    const Vec3 end = c.a + c.length * c.u;
    around.extend(Box3{min(c.a - a, end - b), max(c.a + a, end + b)});
  }
  return around;
}

// Sets the box around the solid in space and the ball, which is tighter for what is round.
void Solid::bound() {
  const Box3 own = own_box();
  const Vec3 middle = own.center(), half = 0.5 * own.size();
  Vec3 world_half;
  center_ = origin_, reach_ = norm(half);
  for (int i = 0; i < 3; ++i) {
    if (kind_ != Kind::kHalfSpace) center_ += squash_[i] * middle[i] * axes_[i];
    for (int k = 0; k < 3; ++k) world_half[k] += squash_[i] * half[i] * std::abs(axes_[i][k]);
  }
  if (kind_ == Kind::kEllipsoid) reach_ = std::max({size_.x, size_.y, size_.z});
  if (kind_ == Kind::kTorus) reach_ = size_.x + size_.y;
  if (kind_ == Kind::kCylinder) reach_ = std::hypot(size_.x, size_.y);
  if (kind_ == Kind::kTube) {
    reach_ = 0;
    for (const RoundCone& c : cones_) {
      reach_ = std::max(reach_, sinew::distance(c.a, middle) + c.radius_a);
      reach_ = std::max(reach_, sinew::distance(c.a + c.length * c.u, middle) + c.radius_b);
    }
  }
  box_ = {center_ - world_half, center_ + world_half};
}

Box3 Solid::box() const {
  Box3 both = box_;
  if (mirror_axis_ == kNoMirror) return both;
  const double out = std::max(std::abs(box_.lower[mirror_axis_]), std::abs(box_.upper[mirror_axis_]));
  both.lower[mirror_axis_] = -out, both.upper[mirror_axis_] = out;
  return both;
}

Solid Solid::moved(const Vec3& by) const {
  Solid copy = *this;
  copy.origin_ += by;
  copy.bound();
  return copy;
}

Solid Solid::turned(const Vec3& axis, double degrees) const {
  const Vec3 unit = normalized(axis);
  const double angle = degrees * std::numbers::pi / 180, cosine = std::cos(angle), sine = std::sin(angle);
  Solid copy = *this;
  copy.origin_ = rotated(origin_, unit, cosine, sine);
  for (Vec3& own : copy.axes_) own = rotated(own, unit, cosine, sine);
  copy.bound();
  return copy;
}

Solid Solid::scaled(double factor) const {
  Solid copy = *this;
  copy.origin_ *= factor, copy.size_ *= factor, copy.round_ *= factor;
  for (RoundCone& c : copy.cones_)
    c.a *= factor, c.length *= factor, c.radius_a *= factor, c.radius_b *= factor;
  copy.bound();
  return copy;
}

Solid Solid::squashed(const Vec3& factors) const {
  Solid copy = *this;
  copy.squash_ = {squash_.x * factors.x, squash_.y * factors.y, squash_.z * factors.z};
  copy.bound();
  return copy;
}

Solid Solid::mirrored(int axis) const {
  Solid copy = *this;
  copy.mirror_axis_ = axis;
  return copy;
}

Solid ellipsoid(const Vec3& center, const Vec3& radii) {
  Solid solid;
  solid.origin_ = center, solid.size_ = radii;
  solid.bound();
  return solid;
}

Solid sphere(const Vec3& center, double radius) { return ellipsoid(center, {radius, radius, radius}); }

Solid box(const Vec3& center, const Vec3& size, double round) {
  Solid solid;
  solid.kind_ = Solid::Kind::kBox;
  solid.origin_ = center, solid.size_ = 0.5 * size, solid.round_ = round;
  solid.bound();
  return solid;
}

Solid torus(const Vec3& center, double radius, double tube_radius) {
  Solid solid;
  solid.kind_ = Solid::Kind::kTorus;
  solid.origin_ = center, solid.size_ = {radius, tube_radius, 0};
  solid.bound();
  return solid;
}

Solid cylinder(const Vec3& a, const Vec3& b, double radius, double round) {
  Solid solid;
  solid.kind_ = Solid::Kind::kCylinder;
  solid.origin_ = 0.5 * (a + b), solid.size_ = {radius, 0.5 * distance(a, b), 0}, solid.round_ = round;
  solid.axes_[1] = normalized(b - a);
  solid.axes_[2] = perpendicular(solid.axes_[1]);
  solid.axes_[0] = cross(solid.axes_[1], solid.axes_[2]);
  solid.bound();
  return solid;
}

Solid capsule(const Vec3& a, const Vec3& b, double radius) { return round_cone(a, b, radius, radius); }

Solid round_cone(const Vec3& a, const Vec3& b, double radius_a, double radius_b) {
  const TubePoint points[] = {{a, radius_a}, {b, radius_b}};
  return tube(points);
}

Solid tube(std::span<const TubePoint> points, bool closed) {
  Solid solid;
  solid.kind_ = Solid::Kind::kTube;
  const std::size_t n = points.size();
  for (std::size_t i = 0; i + 1 < n; ++i)
    solid.cones_.push_back(Solid::round_cone_between(points[i], points[i + 1]));
  if (closed) solid.cones_.push_back(Solid::round_cone_between(points[n - 1], points[0]));
  // Its own origin is the first point, so that squashing keeps that point in place.
  solid.origin_ = points[0].at;
  for (Solid::RoundCone& c : solid.cones_) c.a -= solid.origin_;
  solid.bound();
  return solid;
}

Solid half_space(const Vec3& point, const Vec3& outward) {
  Solid solid = cylinder(point, point + outward, 0);
  solid.kind_ = Solid::Kind::kHalfSpace;
  solid.origin_ = point;
  solid.bound();
  return solid;
}

}  // namespace sinew
