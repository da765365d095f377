#pragma once

#include <memory>
#include <span>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

class TriangleTree;
enum class InstructionSet;

// Inside and outside of any surface, however dirty: this is all that voxels, octrees and tetrahedra need to
// know of a surface. A point is inside if the winding number exceeds one half.
class SignedDistance {
 public:
  explicit SignedDistance(const SurfaceMesh& surface);
  // By the kernels of one instruction set, for tests and benches.
  SignedDistance(const SurfaceMesh& surface, InstructionSet set);
  ~SignedDistance();
  SignedDistance(const SignedDistance&) = delete;
  SignedDistance& operator=(const SignedDistance&) = delete;

  // Distance to the nearest triangle, negative inside. Triangles that are buried in another body count too.
  double operator()(const Vec3& p) const;
  bool inside(const Vec3& p) const;
  double distance(const Vec3& p) const;
  double winding(const Vec3& p) const;

  // The same for many points at once, several times faster if consecutive points are near each other.
  // Distances have the same bits; winding numbers are within 1e-5, except for points so close to where an
  // approximation begins that rounding decides whether it is used.
  void evaluate(std::span<const Vec3> points, std::span<double> signed_distances) const;
  void distances(std::span<const Vec3> points, std::span<double> result) const;
  void windings(std::span<const Vec3> points, std::span<double> result) const;

  // Whether every point of the ball is on the same side as its centre (false: it may not be).
  // `distance` and `winding` are those of the centre.
  bool same_side(double radius, double distance, double winding) const;

  // The triangles of the surface, for other parts of the library.
  const TriangleTree& tree() const;
  const Box3& box() const;
  // Whether the surface is closed and consistently oriented: only triangles part inside and outside.
  bool closed() const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace sinew
