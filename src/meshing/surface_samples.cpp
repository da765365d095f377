#include "meshing/surface_samples.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// Steps along an edge of triangle t so that they are no longer than the spacing.
Index steps_for(const SurfaceMesh& surface, Index t, double spacing) {
  const auto [a, b, c] = surface.corners(t);
  const double longest = std::max({distance(a, b), distance(b, c), distance(c, a)});
  return static_cast<Index>(std::clamp(std::ceil(longest / spacing), 1.0, 1000.0));
}

}  // namespace

std::vector<Vec3> surface_samples(const SurfaceMesh& surface, double spacing, std::size_t limit) {
  for (;; spacing *= 1.5) {
    std::size_t total = surface.positions.size();
    for (Index t = 0; t < surface.triangle_count(); ++t) {
      const std::size_t n = steps_for(surface, t, spacing);
      total += (n + 1) * (n + 2) / 2 - 3;
    }
    if (total <= std::max(limit, surface.positions.size())) break;
  }
  std::vector<Vec3> samples = surface.positions;
  for (Index t = 0; t < surface.triangle_count(); ++t) {
    const auto [a, b, c] = surface.corners(t);
    const Index n = steps_for(surface, t, spacing);
    for (Index i = 0; i <= n; ++i)
      for (Index j = 0; i + j <= n; ++j)
        if (i != n && j != n && i + j != 0)
          samples.push_back(a + (static_cast<double>(i) / n) * (b - a) +
                            (static_cast<double>(j) / n) * (c - a));
  }
  return samples;
}

}  // namespace sinew
