#pragma once

#include <span>
#include <vector>

#include "mesh/triangle_tree.h"
#include "meshing/distance_kernels.h"

namespace sinew {

// How far many points are from a surface, with the widest registers there are. Where the nearest point is
// wanted too, or for a single point, TriangleTree::nearest answers with the same bits.
class NearestDistance {
 public:
  // The tree may go.
  explicit NearestDistance(const TriangleTree& tree, InstructionSet set = best_instruction_set());

  // `distances` is as long as `points`. Fastest where points that follow each other are neighbours.
  void evaluate(std::span<const Vec3> points, std::span<double> distances) const;

 private:
  const DistanceKernels* kernels_;
  std::vector<DistanceTree::Node> nodes_;
  std::vector<DistanceTree::Triangle> triangles_;
};

}  // namespace sinew
