#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "mesh/surface_mesh.h"
#include "model/forces.h"
#include "model/material_map.h"
#include "octree/grid/linked_voxels.h"
#include "octree/grid/region_hold.h"

namespace sinew {

enum class OctreeSurface {
  kSmooth,  // splitting cubes: along the true boundary and the cuts [Dick11, sec. 7]
  kOwn,   // the surface that the body was made from, split along the cuts (octree/surface/clipped_surface.h)
  kCells  // the faces of the cells
};

inline constexpr std::array<std::string_view, 3> kOctreeSurfaceNames{"smooth", "own", "cells"};

// The input of an OctreeBody.
struct OctreeBodyModel {
  LinkedVoxels voxels = {};
  int coarsest = kBrickLevel;  // level of the largest cells in the interior, 0 to 3
  MaterialMap materials = {};  // by the centres of cells; cells are of level 0 where they change
  std::vector<RegionHold> holds = {};
  std::vector<Force> forces = {Gravity{}};
  Vec3 velocity = {};  // at the start, m/s
  OctreeSurface surface = OctreeSurface::kSmooth;
  SurfaceMesh own_surface = {};  // the surface from which the voxels were made, in place, m; may be empty
};

}  // namespace sinew
