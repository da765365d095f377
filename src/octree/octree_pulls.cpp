#include "octree/octree_pulls.h"

#include <map>

namespace sinew {

namespace {

Pull pull_of(const std::map<Index, double>& weights, const Pull& like) {
  Pull pull{{}, {}, like.target, like.stiffness};
  for (const auto& [node, weight] : weights) pull.nodes.push_back(node), pull.weights.push_back(weight);
  return pull;
}

}  // namespace

Pull by_unknowns(const Pull& pull, const Vertices& vertices) {
  std::map<Index, double> weights;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k)
    for (const auto [unknown, weight] : vertices.weights(pull.nodes[k]))
      weights[unknown] += double(weight) * pull.weights[k];
  return pull_of(weights, pull);
}

// A vertex lies in, or at a corner of, the cell around any voxel of which it was a corner.
Pull carried_over(const Pull& pull, const OctreeGrid& from, const OctreeGrid& to) {
  std::map<Index, double> weights;
  std::map<Index, double> left;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) left[pull.nodes[k]] = pull.weights[k];
  for (Index c = 0; c < from.cells.count() && !left.empty(); ++c)
    for (int i = 0; i < 8; ++i) {
      const auto found = left.find(from.vertices.corners[c][i]);
      if (found == left.end()) continue;
      const CellPlace& place = from.cells.places[c];
      const LatticePoint point = place.corner(i),
                         voxel = place.lower() + (place.side() - 1) * corner_offset(i);
      const Index cell = to.cells.at(to.voxels, inside_voxel_near(to.voxels, place, voxel));
      const CellPlace& around = to.cells.places[cell];
      for (int j = 0; j < 8; ++j) {
        double weight = found->second;
        for (int axis = 0; axis < 3; ++axis) {
          const double t = double(point[axis] - around.lower()[axis]) / around.side();
          weight *= (j >> axis & 1) != 0 ? t : 1 - t;
        }
        if (weight != 0) weights[to.vertices.corners[cell][j]] += weight;
      }
      left.erase(found);
    }
  return pull_of(weights, pull);
}

}  // namespace sinew
