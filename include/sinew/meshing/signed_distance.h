#pragma once

#include "meshing/nearest_distance.h"
#include "meshing/winding_number.h"

namespace sinew {

// Inside and outside of any surface, however dirty: this is all that voxels, octrees and tetrahedra need to
// know of a surface. A point is inside if the winding number exceeds one half.
class SignedDistance {
 public:
  explicit SignedDistance(const SurfaceMesh& surface, InstructionSet set = best_instruction_set());

  // Distance to the nearest triangle, negative inside. Triangles that are buried in another body count too.
  double operator()(const Vec3& p) const;
  bool inside(const Vec3& p) const { return winding_(p) > 0.5; }
  double distance(const Vec3& p) const { return std::sqrt(tree_.nearest(p).squared_distance); }
  double winding(const Vec3& p) const { return winding_(p); }

  // The same for many points at once, several times faster if consecutive points are near each other.
  // Distances have the same bits; WindingNumber::evaluate says how close winding numbers are.
  void evaluate(std::span<const Vec3> points, std::span<double> signed_distances) const;
  void distances(std::span<const Vec3> points, std::span<double> result) const {
    nearest_.evaluate(points, result);
  }
  void windings(std::span<const Vec3> points, std::span<double> result) const {
    winding_.evaluate(points, result);
  }

  // Whether every point of the ball is on the same side as its centre (false: it may not be).
  // `distance` and `winding` are those of the centre.
  bool same_side(double radius, double distance, double winding) const;

  const TriangleTree& tree() const { return tree_; }
  const Box3& box() const { return tree_.box(); }
  // Whether the surface is closed and oriented (surface_topology.h): then inside changes to outside only at
  // triangles.
  bool closed() const { return closed_; }

 private:
  SignedDistance(const SignedDistance&) = delete;
  SignedDistance& operator=(const SignedDistance&) = delete;

  TriangleTree tree_;
  NearestDistance nearest_;
  WindingNumber winding_;
  bool closed_;
};

}  // namespace sinew
