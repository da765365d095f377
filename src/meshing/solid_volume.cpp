#include "meshing/solid_volume.h"

#include <algorithm>

namespace sinew {

namespace {

// Samples some triangles, just below them, where the winding number is 1 unless parts overlap.
bool overlaps_itself(const SurfaceMesh& surface, const SignedDistance& solid) {
  constexpr Index kAsked = 400;
  constexpr double kDepth = 1e-6;  // of the box's diagonal
  constexpr double kMost = 0.03;
  const double depth = kDepth * solid.box().diagonal();
  const Index stride = std::max<Index>(1, surface.triangle_count() / kAsked);
  std::vector<Vec3> points;
  for (Index t = 0; t < surface.triangle_count(); t += stride) {
    const auto [a, b, c] = surface.corners(t);
    const Vec3 area = surface.area_vector(t);
    if (norm(area) > 0) points.push_back((a + b + c) / 3 - depth * normalized(area));
  }
  std::vector<double> windings(points.size());
  solid.windings(points, windings);
  const auto within = std::ranges::count_if(windings, [](double winding) { return winding > 1.5; });
  return static_cast<double>(within) > kMost * static_cast<double>(points.size());
}

}  // namespace

std::optional<SolidSize> solid_size(const SurfaceMesh& surface, const SignedDistance& solid) {
  if (!solid.closed()) return {};
  const double volume = signed_volume(surface), area = surface_area(surface);
  if (!(volume > 0) || overlaps_itself(surface, solid)) return {};
  return SolidSize{volume, 2 * volume / area};
}

}  // namespace sinew
