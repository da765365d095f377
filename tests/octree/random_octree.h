#pragma once

#include "octree/random_voxels.h"
#include "octree/vertices.h"

namespace sinew {

struct Octree {
  LinkedVoxels voxels;
  Cells cells;
  Vertices vertices;

  explicit Octree(LinkedVoxels v, int coarsest = 3)
      : voxels(std::move(v)),
        cells(balanced_cells(voxels, coarsest)),
        vertices(make_vertices(voxels, cells)) {}
};

// Cuts all links that cross the plane x = a, in voxels.
inline void cut_across_x(LinkedVoxels& voxels, double a) {
  const Lattice& lattice = voxels.lattice();
  voxels.cut(disc_links(voxels, lattice.origin + lattice.spacing * Vec3{a, 0, 0}, {1, 0, 0}, 1e9));
}

}  // namespace sinew
