#pragma once

#include "mesh/surface_mesh.h"

namespace sinew {

// A surface as bad as they come, made from clean parts so that the truth is known: three bodies that run
// through each other, with holes cut into them, triangles doubled, and 3% of all triangles turned over.
struct DirtySurface {
  SurfaceMesh surface;
  double union_volume;  // of the clean parts, from voxels
};

DirtySurface make_dirty_surface();

}  // namespace sinew
