#include "shape/solid.h"

namespace sinew {
namespace {

TubePoint mixed(const TubePoint& a, const TubePoint& b, double t) {
  return {lerp(a.at, b.at, t), a.radius + t * (b.radius - a.radius)};
}

// The curve between p1 and p2 at the knot value t by repeated interpolation (Barry and Goldman 1988).
TubePoint catmull_rom(const TubePoint (&p)[4], const double (&knot)[4], double t) {
  const auto between = [&](const TubePoint& a, const TubePoint& b, int i, int j) {
    return mixed(a, b, (t - knot[i]) / (knot[j] - knot[i]));
  };
  const TubePoint a1 = between(p[0], p[1], 0, 1), a2 = between(p[1], p[2], 1, 2),
                  a3 = between(p[2], p[3], 2, 3);
  return between(between(a1, a2, 0, 2), between(a2, a3, 1, 3), 1, 2);
}

}  // namespace

std::vector<TubePoint> bent_curve(std::span<const TubePoint> points, int pieces, bool closed) {
  const int n = static_cast<int>(points.size()), spans = closed ? n : n - 1;
  // Beyond an open end the curve goes on straight.
  const auto point = [&](int i) -> TubePoint {
    if (closed) return points[(i + n) % n];
    if (i < 0) return mixed(points[0], points[1], -1);
    if (i >= n) return mixed(points[n - 2], points[n - 1], 2);
    return points[i];
  };
  std::vector<TubePoint> samples;
  for (int span = 0; span < spans; ++span) {
    const TubePoint p[4] = {point(span - 1), point(span), point(span + 1), point(span + 2)};
    double knot[4] = {};
    for (int i = 1; i < 4; ++i) knot[i] = knot[i - 1] + std::sqrt(distance(p[i].at, p[i - 1].at));
    for (int s = 0; s < pieces; ++s)
      samples.push_back(catmull_rom(p, knot, knot[1] + (knot[2] - knot[1]) * s / pieces));
  }
  if (!closed) samples.push_back(points[n - 1]);
  // The interpolated radius may swing below nothing between points far apart in size.
  for (TubePoint& s : samples) s.radius = std::max(s.radius, 0.0);
  return samples;
}

Solid bent_tube(std::span<const TubePoint> points, int pieces, bool closed) {
  return tube(bent_curve(points, pieces, closed), closed);
}

}  // namespace sinew
