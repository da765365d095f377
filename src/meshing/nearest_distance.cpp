#include "meshing/nearest_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

NearestDistance::NearestDistance(const TriangleTree& tree, InstructionSet set)
    : kernels_(&distance_kernels_for(set)) {
  for (const TriangleTree::Node& node : tree.nodes()) {
    const auto& [lower, upper] = node.box;
    nodes_.push_back(
        {{lower.x, lower.y, lower.z}, {upper.x, upper.y, upper.z}, node.begin, node.end, node.right});
  }
  for (const auto& [a, b, c] : tree.corners())
    triangles_.push_back({{{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}}});
}

void NearestDistance::evaluate(std::span<const Vec3> points, std::span<double> distances) const {
  constexpr int kBatch = 64;
  const DistanceTree tree{nodes_.data(), triangles_.data()};
  double coordinates[3][kBatch], squared[kBatch];
  const double* const pointers[3] = {coordinates[0], coordinates[1], coordinates[2]};
  for (std::size_t begin = 0; begin < points.size(); begin += kBatch) {
    const int count = static_cast<int>(std::min<std::size_t>(kBatch, points.size() - begin));
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < 3; ++k) coordinates[k][i] = points[begin + i][k];
    std::fill_n(squared, count, std::numeric_limits<double>::infinity());
    kernels_->squared_distances(tree, pointers, count, squared);
    for (int i = 0; i < count; ++i) distances[begin + i] = std::sqrt(squared[i]);
  }
}

}  // namespace sinew
