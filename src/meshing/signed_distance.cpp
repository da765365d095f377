#include "sinew/meshing/signed_distance.h"

#include <algorithm>
#include <cmath>

#include "mesh/surface_topology.h"

namespace sinew {

SignedDistance::SignedDistance(const SurfaceMesh& surface, InstructionSet set)
    : tree_(surface),
      nearest_(tree_, set),
      winding_(tree_, 2, set),
      closed_(is_closed_and_oriented(surface.triangles)) {}

double SignedDistance::operator()(const Vec3& p) const {
  const double d = distance(p);
  return inside(p) ? -d : d;
}

void SignedDistance::evaluate(std::span<const Vec3> points, std::span<double> signed_distances) const {
  std::vector<double> winding(points.size());
  distances(points, signed_distances);
  windings(points, winding);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (winding[i] > 0.5) signed_distances[i] = -signed_distances[i];
}

// Away from the surface the winding number w is harmonic, and where the surface is open it may pass one half
// without a triangle near. Harnack's inequality in the ball of radius D that no triangle enters: a harmonic
// u >= 0 with u_0 at the centre is at most u_0 (1 + q) / (1 - q)^2 within r = q D of it. Applied to w from
// below and from above, with bounds a quarter beyond the whole numbers that w takes around holes.
bool SignedDistance::same_side(double radius, double distance, double winding) const {
  if (distance <= radius) return false;
  if (closed_) return true;
  constexpr double kSlack = 0.25;
  const double q = radius / distance, growth = (1 + q) / ((1 - q) * (1 - q));
  if (winding <= 0.5) {
    const double low = std::min(0.0, std::round(winding)) - kSlack;
    return (winding - low) * growth < 0.5 - low;
  }
  const double high = std::max(1.0, std::round(winding)) + kSlack;
  return (high - winding) * growth < high - 0.5;
}

}  // namespace sinew
