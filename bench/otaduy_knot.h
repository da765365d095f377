#pragma once

#include <vector>

#include "sinew/mesh/surface_mesh.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The knot of [Otaduy07, fig. 5, table 2], which falls on a floor and on itself: a fine surface that follows a coarse
// mesh.
struct KnotModel {
  SurfaceMesh surface;
  VolumeMesh mesh;
};
inline constexpr double kKnotStep = 0.01;  // s

// About this many triangles and tetrahedra; 0: the surface alone.
KnotModel knot_model(Index triangles, Index tetrahedra);

// The positions of the nodes after each step of such a fall.
std::vector<std::vector<Vec3>> knot_fall(const KnotModel& model, int steps);

}  // namespace sinew
