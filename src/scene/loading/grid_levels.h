#pragma once

#include <vector>

#include "sinew/mesh/volume_mesh.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// Grids for boxes and rectangles, from fine to coarse: the finest has the described cells split in two
// `refinements` times, and each has half as many cells per side as the one before it (nested if their number
// is even), until there are `levels` or, if that is 0, until a few hundred elements are left.
std::vector<VolumeMesh> box_levels(const BoxMeshDescription& box, int refinements, int levels);
std::vector<SurfaceMesh> rectangle_levels(const RectangleMeshDescription& rectangle, UpAxis up,
                                          int refinements, int levels);

}  // namespace sinew
