#include "sinew/render/viewer.h"

#include <limits>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr double kMiss = std::numeric_limits<double>::infinity();

// How far along the ray it meets the triangle. The three volumes that the ray makes with the edges are the
// barycentric weights up to a factor. Neighbours compute the same for a shared edge, so that no ray slips
// through between them.
double distance_along(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 p = a - ray.origin, q = b - ray.origin, r = c - ray.origin;
  const double u = dot(ray.direction, cross(r, q));
  const double v = dot(ray.direction, cross(p, r));
  const double w = dot(ray.direction, cross(q, p));
  const double sum = u + v + w;
  const bool inside = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
  if (!inside || sum == 0) return kMiss;
  const double t = dot(ray.direction, (u * p + v * q + w * r) / sum);
  return t > 0 ? t : kMiss;
}

struct Hit {
  Index triangle = -1;
  double distance = kMiss;
};

Hit nearest_hit(const BodyFrame& body, const Ray& ray) {
  const std::vector<Vec3> x = surface_positions(body);
  const auto& triangles = body.topology.surface->mesh.triangles;
  return parallel_reduce(
      static_cast<Index>(triangles.size()), 4096, Hit{},
      [&](Index begin, Index end) {
        Hit nearest;
        for (Index t = begin; t < end; ++t) {
          const auto& [a, b, c] = triangles[t];
          const double d = distance_along(ray, x[a], x[b], x[c]);
          if (d < nearest.distance) nearest = {t, d};
        }
        return nearest;
      },
      [](const Hit& a, const Hit& b) { return b.distance < a.distance ? b : a; });
}

}  // namespace

std::optional<Pick> pick(const Frame& frame, const Ray& ray) {
  std::optional<Pick> nearest;
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    const Hit hit = nearest_hit(frame.bodies[b], ray);
    if (hit.triangle < 0 || (nearest && nearest->distance <= hit.distance)) continue;
    nearest =
        Pick{static_cast<Index>(b), hit.triangle, ray.origin + hit.distance * ray.direction, hit.distance};
  }
  return nearest;
}

}  // namespace sinew
