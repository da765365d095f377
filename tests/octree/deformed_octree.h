#pragma once

#include "octree/random_octree.h"

namespace sinew::test {

// Hanging vertices follow their rows.
inline void follow_rows(const Vertices& vertices, std::vector<Vec3>& values) {
  for (Index k = 0; k < vertices.hanging(); ++k) {
    Vec3 sum;
    for (Index i = vertices.row_start[k]; i < vertices.row_start[k + 1]; ++i)
      sum += double(vertices.row_weight[i]) * values[vertices.row_vertex[i]];
    values[vertices.unknowns + k] = sum;
  }
}

// Deformed by a map of space.
struct DeformedOctree : Octree {
  std::vector<Vec3> positions;  // of the vertices

  template <typename Map>
  DeformedOctree(const LinkedVoxels& linked_voxels, int coarsest, Map&& map)
      : Octree(linked_voxels, coarsest) {
    for (const LatticePoint& point : vertices.points) positions.push_back(map(voxels.lattice().point(point)));
    follow_rows(vertices, positions);
  }
};

inline Vec3 at_rest(const Vec3& p) { return p; }

// Bent, sheared and stretched, nowhere inside out.
inline Vec3 bent(const Vec3& p) {
  return {1.1 * p.x + 0.6 * std::sin(0.3 * p.y), p.y + 0.5 * std::sin(0.25 * p.z + 0.1 * p.x),
          0.9 * p.z + 0.02 * p.x * p.y};
}

}  // namespace sinew::test
