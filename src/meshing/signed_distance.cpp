#include "sinew/meshing/signed_distance.h"

#include <algorithm>
#include <cmath>

#include "mesh/surface_topology.h"
#include "mesh/triangle_tree.h"
#include "meshing/nearest_distance.h"
#include "meshing/winding_number.h"

namespace sinew {

struct SignedDistance::Parts {
  Parts(const SurfaceMesh& surface, InstructionSet set)
      : tree(surface),
        nearest(tree, set),
        winding(tree, 2, set),
        closed(is_closed_and_oriented(surface.triangles)) {}

  TriangleTree tree;
  NearestDistance nearest;
  WindingNumber winding;
  bool closed;
};

SignedDistance::SignedDistance(const SurfaceMesh& surface)
    : SignedDistance(surface, best_instruction_set()) {}

SignedDistance::SignedDistance(const SurfaceMesh& surface, InstructionSet set)
    : parts_(std::make_unique<const Parts>(surface, set)) {}

SignedDistance::~SignedDistance() = default;

bool SignedDistance::inside(const Vec3& p) const { return winding(p) > 0.5; }
double SignedDistance::distance(const Vec3& p) const {
  return std::sqrt(parts_->tree.nearest(p).squared_distance);
}
double SignedDistance::winding(const Vec3& p) const { return parts_->winding(p); }

void SignedDistance::distances(std::span<const Vec3> points, std::span<double> result) const {
  parts_->nearest.evaluate(points, result);
}
void SignedDistance::windings(std::span<const Vec3> points, std::span<double> result) const {
  parts_->winding.evaluate(points, result);
}

const TriangleTree& SignedDistance::tree() const { return parts_->tree; }
const Box3& SignedDistance::box() const { return parts_->tree.box(); }
bool SignedDistance::closed() const { return parts_->closed; }

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
  if (closed()) return true;
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
