#pragma once

#include <optional>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

struct NearSurface {
  SurfaceMesh mesh;
  double distance = 0;  // no point of either surface is farther from the other: a bound, in the mesh's unit
};

struct NearDecimationParams {
  double edge = 0;          // mean edge to decimate to, at most
  double max_distance = 0;  // how far the surfaces may be from each other
};

// Decimates a surface as far as it stays near the given one and does not cross itself, or in no more pairs of triangles
// if the given one does. Empty if that leaves more than half of its triangles. Topology is kept as decimate() does.
std::optional<NearSurface> decimated_near(const SurfaceMesh& surface, const NearDecimationParams& params);

// Decimates to about this many triangles, more if the surface would cross itself more than before. Empty if it does so in
// any case, or has no more triangles.
std::optional<NearSurface> decimated_to(const SurfaceMesh& surface, Index triangles);

}  // namespace sinew
