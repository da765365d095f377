#pragma once

#include <span>
#include <vector>

#include "mesh/triangle_tree.h"
#include "meshing/distance_kernels.h"

namespace sinew {

// Distances of many points from a surface, by SIMD kernels. For a single point, or if the nearest point is
// needed too, TriangleTree::nearest gives the same bits.
class NearestDistance {
 public:
  // The tree need not outlive this object.
  explicit NearestDistance(const TriangleTree& tree, InstructionSet set = best_instruction_set());

  // `distances` is as long as `points`. Fastest if consecutive points are near each other.
  void evaluate(std::span<const Vec3> points, std::span<double> distances) const;

 private:
  const DistanceKernels* kernels_;
  std::vector<DistanceTree::Node> nodes_;
  std::vector<DistanceTree::Triangle> triangles_;
};

}  // namespace sinew
