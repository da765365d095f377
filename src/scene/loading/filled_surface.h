#pragma once

#include <optional>

#include "scene/loading/mesh_questions.h"
#include "sinew/octree/voxels.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The voxels of a body of type octree, and the surface that they fill, in the own axes of the body, m. A box
// has no surface. Copies share the voxels.
struct FilledSurface {
  OctreeVoxels voxels;
  SurfaceMesh surface;
  std::optional<SolidFit> fit = {};
};

// Reads or makes the surface, scales it, and fills it with voxels. Throws Error if it has no inside, or if
// there would be too many voxels.
FilledSurface fill_surface(const MeshDescription& mesh, const OctreeBodyDescription& own, double scale);

// Whether two bodies get the same result from fill_surface if mesh and scale are the same.
bool same_voxels(const OctreeBodyDescription& a, const OctreeBodyDescription& b);

}  // namespace sinew
