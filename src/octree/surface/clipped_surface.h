#pragma once

#include "octree/grid/cells.h"
#include "octree/surface/cube_set.h"
#include "octree/surface/splitting_cubes.h"

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
// splitting cubes too; so it is where the original spans what does not hang together (a web between two
// pieces, thinner than a voxel), along open edges or edges of more than two triangles, and across holes,
// which the winding number closes. So every edge has two triangles again, no triangle has corners that follow
// two pieces, and a body in one piece that was never cut keeps its surface as it is.
class ClippableSurface {
 public:
  // Of the lattice of the voxels that were made from the surface. Throws Error for a surface that lies off
  // the lattice.
  ClippableSurface(SurfaceMesh original, const Lattice& lattice);

  // `cells` and the splitting-cubes surface `split` are those of the voxels. The voxels of the result's
  // vertices are chosen as own_voxels.h says; `cubes` and `link` are empty.
  SplitSurface clipped(const LinkedVoxels& voxels, const Cells& cells, const SplitSurface& split) const;

 private:
  std::vector<LatticePoint> open_cubes(const SplitSurface& split) const;
  void add_unseen_neighbours(const CubeSet& seen, CubeSet known, std::vector<LatticePoint>& cubes) const;

  SurfaceMesh original_;
  std::vector<Vec3> coordinates_, behind_;  // of its vertices and half a voxel behind them, in voxels
  CubeSet met_;                             // cubes that have a part of it
  std::vector<LatticePoint> rims_;          // cubes with an edge of it that has not two triangles
};

}  // namespace sinew
