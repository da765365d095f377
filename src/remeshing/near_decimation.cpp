#include "remeshing/near_decimation.h"

#include <algorithm>
#include <cmath>

#include "mesh/mean_edge.h"
#include "mesh/self_intersection.h"
#include "mesh/surface_distance.h"
#include "remeshing/decimation.h"

namespace sinew {

namespace {

constexpr int kTries = 5;
// The root mean square error that decimate() bounds, over the largest distance: 0.3 to 0.6 on scans.
constexpr double kErrorOverDistance = 0.5;
constexpr double kLess = 0.85;        // of the error that would just do by proportion
constexpr double kWorthwhile = 0.5;   // of the triangles: more are not worth another surface
constexpr double kNegligible = 0.02;  // of an edge: smaller distances need not be known

// What it was made from may be faulty already.
bool has_more_crossings(const SurfaceMesh& made, const SurfaceMesh& from) {
  const std::size_t count = self_intersections(made).pairs.size();
  return count > 0 && count > self_intersections(from).pairs.size();
}

double distance_between(const SurfaceMesh& a, const SurfaceMesh& b) {
  const double negligible = kNegligible * mean_edge(a);
  return std::max(largest_distance(a, b, negligible), largest_distance(b, a, negligible));
}

}  // namespace

std::optional<NearSurface> decimated_near(const SurfaceMesh& surface, const NearDecimationParams& params) {
  const double coarser = mean_edge(surface) / params.edge;
  DecimationParams next{.target_triangles = static_cast<Index>(surface.triangle_count() * coarser * coarser),
                        .max_error = kErrorOverDistance * params.max_distance};
  for (int i = 0; i < kTries; ++i) {
    DecimationResult made = decimate(surface, next);
    if (made.mesh.triangle_count() > kWorthwhile * surface.triangle_count()) return {};
    const double distance = distance_between(made.mesh, surface);
    const bool is_near = distance <= params.max_distance;
    if (is_near && !has_more_crossings(made.mesh, surface))
      return NearSurface{std::move(made.mesh), distance};
    next.max_error = made.max_error * (is_near ? 0.5 : kLess * params.max_distance / distance);
  }
  return {};
}

std::optional<NearSurface> decimated_to(const SurfaceMesh& surface, Index triangles) {
  for (; triangles < surface.triangle_count(); triangles *= 2) {
    DecimationResult made = decimate(surface, {.target_triangles = triangles});
    if (has_more_crossings(made.mesh, surface)) continue;
    const double distance = distance_between(made.mesh, surface);
    return NearSurface{std::move(made.mesh), distance};
  }
  return {};
}

}  // namespace sinew
