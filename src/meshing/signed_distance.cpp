#include "meshing/signed_distance.h"

#include "mesh/edge_table.h"

namespace sinew {

SignedDistance::SignedDistance(const SurfaceMesh& surface)
    : tree_(surface), winding_(tree_), closed_(is_closed(surface)) {}

double SignedDistance::operator()(const Vec3& p) const {
  const double d = distance(p);
  return inside(p) ? -d : d;
}

// Away from the surface the winding number w is harmonic. In a ball of radius D that no triangle enters,
// |grad w| <= 3 / (D - r) sup|w - w_0| within r of the centre; where the surface is open, w may pass one half
// without a triangle near, so the ball must be small against D for the side to be certain.
bool SignedDistance::same_side(double radius, double distance, double winding) const {
  if (distance <= radius) return false;
  if (closed_) return true;
  return std::abs(winding - 0.5) > 3 * radius / (distance - radius);
}

bool is_closed(const SurfaceMesh& surface) {
  const EdgeTable edges(surface.triangles);
  for (Index e = 0; e < edges.edge_count(); ++e) {
    int balance = 0;
    for (const EdgeTable::Side& side : edges.sides(e)) balance += side.forward ? 1 : -1;
    if (balance != 0) return false;
  }
  return edges.edge_count() > 0;
}

}  // namespace sinew
