#pragma once

#include "octree/splitting_cubes.h"

namespace sinew {

// The surface a body was made from, split along its cuts: an answer to what [Dick11, sec. 9] leaves open.
//
// Cubes of the dual grid with a link that was cut (other than by the body's own boundary) are filled with the
// splitting-cubes surface, all others keep the original triangles, which are parted where they go from one
// kind to the other. Both cross the links between the two kinds at the same points; on the face in between,
// the curve of the original replaces the segment of splitting cubes.
//
//        original  o   o       splitting cubes        o : link vertices, common to both
//      ~~~~~~~~~~~~|~~~|--------------                ~ : the original's curve on a face, to which
//                  |   |      |cut                        the triangles beside it are fitted
//
// Where a face does not fit (a fold of the original that voxels do not see), the cube beside it is filled by
// splitting cubes too. So every edge has two triangles again, and an uncut body keeps its surface as it is.
class ClippableSurface {
 public:
  // Of the lattice of the voxels that were made from the surface. Throws Error for a surface that is not
  // closed, that has an edge of more than two triangles, or that lies off the lattice.
  ClippableSurface(SurfaceMesh original, const Lattice& lattice);

  // `split` is the splitting-cubes surface of the same voxels. The voxel of a vertex is one of the corners of
  // the cube around it, behind the surface; `cubes` and `link` of the result are empty.
  SplitSurface clipped(const LinkedVoxels& voxels, const SplitSurface& split) const;

 private:
  SurfaceMesh original_;
  std::vector<Vec3> coordinates_, behind_;  // of its vertices and half a voxel behind them, in voxels
};

}  // namespace sinew
