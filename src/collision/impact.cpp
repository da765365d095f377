#include "collision/impact.h"

#include <algorithm>
#include <cmath>

#include "collision/closest_points.h"

// Conservative advancement by slabs. Let x_i be a vertex of the first feature, y_j one of the second, and n
// any unit vector. The features are convex, so that their distance is at least
//   min_ij n . (x_i - y_j),
// and for straight paths each n . (x_i - y_j) is linear in time. From the closest points at time t we take n,
//
//    x_1     x_2        and go on to the first time at which one of the n . (x_i - y_j) has fallen to half of
//     \_____/__  ^      the threshold. Until then the features are farther apart than that, however inexact n
//     __________ | n    is. This repeats until time is over or the distance is below the threshold. A step is
//       /   \           never shorter than that of additive continuous detection (Li et al., Codimensional
//     y_1    y_2        IPC, 2021, Alg. 1), (distance - half) / (largest relative speed), and features that
//                       slide along each other take a single one.

namespace sinew {

namespace {

using Kind = FeaturePair::Kind;
using Points = std::array<Vec3, 4>;

constexpr double kStartShare = 0.9;        // of the distance at the start: the threshold is at most that
constexpr double kImpactRounding = 1e-13;  // of the size and motion: what lies nearer touches
constexpr int kMostSteps = 1 << 16;        // three million random pairs took 3 in the mean, at most 3,258

// Calls visit(i, j) for each vertex i of the first feature and j of the second.
template <typename Visit>
void for_each_pair(Kind kind, Visit&& visit) {
  const int first = first_count(kind);
  for (int i = 0; i < first; ++i)
    for (int j = first; j < 4; ++j) visit(i, j);
}

Points relative_to_first(const Points& x) { return {Vec3{}, x[1] - x[0], x[2] - x[0], x[3] - x[0]}; }

double size_of(const Points& x) {
  return std::sqrt(squared_norm(x[1]) + squared_norm(x[2]) + squared_norm(x[3]));
}

// How long all n . (x_i - y_j) stay at `least` or above from now on, for the velocities v; 0 if one is below.
double safe_time(Kind kind, const Points& x, const Points& v, const Vec3& normal, double least) {
  double time = std::numeric_limits<double>::infinity();
  for_each_pair(kind, [&](int i, int j) {
    const double above = dot(normal, x[i] - x[j]) - least, rate = dot(normal, v[i] - v[j]);
    if (!(above >= 0))
      time = 0;
    else if (rate < 0)
      time = std::min(time, above / -rate);
  });
  return time;
}

bool part(Kind kind, const Points& start, const Points& end, const Vec3& normal, double rounding) {
  return slab_width(kind, start, normal) >= -rounding && slab_width(kind, end, normal) > rounding;
}

}  // namespace

double slab_width(Kind kind, const Points& x, const Vec3& normal) {
  double width = std::numeric_limits<double>::infinity();
  for_each_pair(kind, [&](int i, int j) { width = std::min(width, dot(normal, x[i] - x[j])); });
  return width;
}

bool separated_by_plane(Kind kind, const Points& start, const Points& end, const Vec3& normal, double gap) {
  return slab_width(kind, start, normal) > gap && slab_width(kind, end, normal) > gap;
}

double impact_time(Kind kind, const Points& start, const Points& end, double gap) {
  const Points p = relative_to_first(start), q = relative_to_first(end);
  const Points v = {Vec3{}, q[1] - p[1], q[2] - p[2], q[3] - p[3]};
  const double rounding = kImpactRounding * (size_of(p) + size_of(v));
  if (!std::isfinite(rounding)) return 0;
  if (size_of(v) <= rounding) return 1;

  ClosestPoints closest = closest_points(kind, p);
  if (!(closest.distance > rounding)) {
    const bool leave =
        part(kind, p, q, closest.normal, rounding) || part(kind, p, q, -closest.normal, rounding);
    return leave ? 1 : 0;
  }
  const double threshold = std::min(std::max(gap, 4 * rounding), kStartShare * closest.distance);
  const double least = 0.5 * threshold;
  double time = 0;
  Points x = p;
  for (int step = 0; step < kMostSteps; ++step) {
    const double safe = safe_time(kind, x, v, closest.normal, least);
    if (!(safe > 0)) break;  // the normal of thin features that nearly touch has too few digits
    time += safe;
    if (time >= 1) return 1;
    for (int i = 1; i < 4; ++i) x[i] = p[i] + time * v[i];
    closest = closest_points(kind, x);
    if (!(closest.distance > threshold)) break;
  }
  return time;
}

}  // namespace sinew
