#pragma once

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A very bad surface, made from clean parts so that the truth is known: three bodies that intersect each
// other, with holes, duplicate triangles, and 3% of all triangles flipped.
struct DirtySurface {
  SurfaceMesh surface;
  double union_volume;  // of the clean parts, from voxels
};

DirtySurface make_dirty_surface();

}  // namespace sinew
