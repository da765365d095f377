#pragma once

#include "octree/grid/cells.h"
#include "octree/surface/cube_set.h"
#include "octree/surface/splitting_cubes.h"

namespace sinew {

// The surface that a body was made from, split along its cuts: a question that [Dick11, sec. 9] leaves open.
//
// Cubes of the dual grid that contain a link cut by a blade are filled with the splitting-cubes surface; all
// others keep the original triangles, which are split at the boundary between the two kinds. Both surfaces
// cross the links between the two kinds at the same points; on the face in between, the curve of the original
// replaces the segment of splitting cubes.
//
//        original  o   o       splitting cubes        o : link vertices, common to both
//      ~~~~~~~~~~~~|~~~|--------------                ~ : the original's curve on a face, to which
//                  |   |      |cut                        the triangles beside it are fitted
//
// Splitting cubes also fill the cube beside a face where the two do not match (a fold of the original that
// voxels do not resolve), cubes in which the original connects what is not connected (a web between two
// pieces, thinner than a voxel), cubes with open edges or edges of more than two triangles, and cubes across
// holes, which the winding number closes. So every edge has two triangles again, no triangle has corners that
// follow two pieces, and a body in one piece that was never cut keeps its surface unchanged.
class ClippableSurface {
 public:
  // The lattice must be that of the voxels that were made from the surface. Throws Error if the surface lies
  // outside of it.
  ClippableSurface(SurfaceMesh original, const Lattice& lattice);

  // `cells` and the splitting-cubes surface `split` belong to the voxels. The voxels of the result's vertices
  // are chosen as own_voxels.h says; `cubes` and `link` are empty. Safe places
  // are those of `split` in the filled cubes; elsewhere vertices stay.
  SplitSurface clipped(const LinkedVoxels& voxels, const Cells& cells, const SplitSurface& split) const;

 private:
  std::vector<LatticePoint> open_cubes(const SplitSurface& split) const;
  void add_unseen_neighbours(const CubeSet& seen, CubeSet known, std::vector<LatticePoint>& cubes) const;

  SurfaceMesh original_;
  std::vector<Vec3> coordinates_, behind_;  // of its vertices, and half a voxel behind them, in voxels
  CubeSet met_;                             // cubes that contain a part of it
  std::vector<LatticePoint> rims_;          // cubes with an edge of it that does not have two triangles
};

}  // namespace sinew
