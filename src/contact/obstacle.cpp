#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/surface_topology.h"
#include "sinew/base/error.h"
#include "sinew/contact/contact.h"

namespace sinew {

namespace {

constexpr double kPi = std::numbers::pi;

// A closed surface around the axis from a to b: circles of these radii at these heights over a, from a point on
// the axis (radius 0) to another.
struct Circle {
  double height, radius;
};

SurfaceMesh revolved(const Vec3& a, const Vec3& direction, const std::vector<Circle>& profile, int around) {
  const Vec3 aside = std::abs(direction.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 s = normalized(cross(direction, aside)), t = cross(direction, s);
  const auto circles = static_cast<Index>(profile.size()) - 2;
  SurfaceMesh mesh;
  mesh.positions.push_back(a + profile.front().height * direction);
  for (Index c = 1; c <= circles; ++c)
    for (int k = 0; k < around; ++k) {
      const double angle = 2 * kPi * k / around;
      mesh.positions.push_back(a + profile[c].height * direction +
                               profile[c].radius * (std::cos(angle) * s + std::sin(angle) * t));
    }
  mesh.positions.push_back(a + profile.back().height * direction);
  const auto at = [&](Index circle, int k) { return 1 + circle * around + k % around; };
  const Index top = mesh.vertex_count() - 1;
  for (int k = 0; k < around; ++k) {
    mesh.triangles.push_back({0, at(0, k + 1), at(0, k)});
    for (Index c = 0; c + 1 < circles; ++c) {
      mesh.triangles.push_back({at(c, k), at(c, k + 1), at(c + 1, k + 1)});
      mesh.triangles.push_back({at(c, k), at(c + 1, k + 1), at(c + 1, k)});
    }
    mesh.triangles.push_back({top, at(circles - 1, k), at(circles - 1, k + 1)});
  }
  return mesh;
}

// Chords of that many segments are within the tolerance of their circle.
int segments(double radius, double tolerance) {
  constexpr int kFewest = 12, kMost = 512;
  if (tolerance >= radius) return kFewest;
  const int needed = static_cast<int>(std::ceil(kPi / std::acos(1 - tolerance / radius)));
  return std::clamp((needed + 3) / 4 * 4, kFewest, kMost);
}

// The axis of a capsule without length is any.
Vec3 direction_of(const Vec3& a, const Vec3& b) { return a == b ? Vec3{0, 1, 0} : normalized(b - a); }

struct MakeSurface {
  double tolerance;

  SurfaceMesh operator()(const PlaneShape&) const { return {}; }
  SurfaceMesh operator()(const BoxShape& box) const {
    const std::array<Vec3, 8> corners = corners_of(Box3{box.lower, box.upper});
    return {{corners.begin(), corners.end()},
            {{0, 2, 1},
             {1, 2, 3},
             {4, 5, 6},
             {5, 7, 6},
             {0, 1, 4},
             {1, 5, 4},
             {2, 6, 3},
             {3, 6, 7},
             {0, 4, 2},
             {2, 4, 6},
             {1, 3, 5},
             {3, 7, 5}}};
  }
  SurfaceMesh operator()(const SphereShape& s) const {
    return (*this)(CapsuleShape{s.centre, s.centre, s.radius});
  }
  SurfaceMesh operator()(const CapsuleShape& c) const {
    const int around = segments(c.radius, tolerance), arcs = around / 4;
    const double length = distance(c.a, c.b);
    std::vector<Circle> profile;
    for (int k = -arcs; k <= arcs; ++k) {
      const double angle = kPi / 2 * k / arcs;
      const double radius = std::abs(k) == arcs ? 0 : c.radius * std::cos(angle);
      profile.push_back({c.radius * std::sin(angle) + (k > 0 ? length : 0), radius});
      if (k == 0 && length > 0) profile.push_back({length, c.radius});
    }
    return revolved(c.a, direction_of(c.a, c.b), profile, around);
  }
  SurfaceMesh operator()(const CylinderShape& c) const {
    const double length = distance(c.a, c.b);
    return revolved(c.a, direction_of(c.a, c.b), {{0, 0}, {0, c.radius}, {length, c.radius}, {length, 0}},
                    segments(c.radius, tolerance));
  }
  SurfaceMesh operator()(const MeshShape& shape) const { return shape.mesh; }
};

struct CheckShape {
  std::string_view where;

  void require(bool holds, const char* what) const {
    if (!holds) throw Error(what, std::string(where));
  }
  void round(const Vec3& a, const Vec3& b, double radius, const char* what) const {
    require(is_finite(a) && is_finite(b) && radius > 0 && std::isfinite(radius), what);
  }
  void operator()(const PlaneShape& plane) const {
    require(is_finite(plane.point) && is_finite(plane.normal) && norm(plane.normal) > 0,
            "a plane needs a point, and a normal that has a length");
  }
  void operator()(const BoxShape& box) const {
    const Vec3 size = box.upper - box.lower;
    require(is_finite(box.lower) && is_finite(box.upper) && size.x > 0 && size.y > 0 && size.z > 0,
            "the upper corner of a box must lie above the lower one along every axis");
  }
  void operator()(const SphereShape& s) const {
    round(s.centre, s.centre, s.radius, "a sphere needs a centre and a positive radius");
  }
  void operator()(const CapsuleShape& c) const {
    round(c.a, c.b, c.radius, "a capsule needs two points and a positive radius");
  }
  void operator()(const CylinderShape& c) const {
    round(c.a, c.b, c.radius, "a cylinder needs two points and a positive radius");
    require(c.a != c.b, "the ends of a cylinder must be different points");
  }
  void operator()(const MeshShape& shape) const {
    require(is_closed_and_oriented(shape.mesh.triangles),
            "the surface of an obstacle must be closed and oriented");
  }
};

void require_friction(std::optional<double> friction, std::string_view where) {
  if (friction && !(*friction >= 0 && std::isfinite(*friction)))
    throw Error(fmt::format("a coefficient of friction cannot be {}", *friction), std::string(where),
                "0 is without friction, 0.3 wood on wood, 1 rubber on stone");
}

}  // namespace

SurfaceMesh surface_of(const ObstacleShape& shape, double tolerance) {
  return std::visit(MakeSurface{tolerance}, shape);
}

void require_valid(const Obstacle& obstacle, std::string_view where) {
  if (obstacle.name.empty()) throw Error("an obstacle needs a name", std::string(where));
  std::visit(CheckShape{where}, obstacle.shape);
  require_valid(obstacle.motion, where);
  require_friction(obstacle.friction, where);
}

void require_valid(const ContactParams& params, std::string_view where) {
  require_friction(params.friction, where);
  for (const ContactPair& pair : params.pairs) require_friction(pair.friction, where);
  if (!(params.gap >= 0 && std::isfinite(params.gap)))
    throw Error("the gap that surfaces keep must be 0 (automatic) or a length", std::string(where));
  if (params.rounds < 1 || params.sweeps < 1 || !(params.tolerance > 0))
    throw Error("contact needs at least one round, one sweep and a positive tolerance", std::string(where));
  if (params.passes < 1) throw Error("contact needs at least one pass", std::string(where));
}

}  // namespace sinew
