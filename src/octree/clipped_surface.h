#pragma once

#include <span>

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
//
// `original` is the surface the voxels were made from: closed, every edge with two triangles (else an Error).
// `split` is the splitting-cubes surface of the same voxels. The vertices' voxels are chosen among the
// corners of the cube they lie in, behind the surface; `cubes` and `link` of the result are empty.
SplitSurface clipped_surface(const SurfaceMesh& original, const LinkedVoxels& voxels,
                             const SplitSurface& split);

}  // namespace sinew
