#pragma once

#include <span>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

struct ShrinkWrapParams {
  int sweeps = 60;                            // maximum number of passes over the nodes
  double least_gain = 1e-3;                   // stop if a pass removes less than this fraction of the volume
  double least_angle = 14, most_angle = 156;  // degrees: dihedral angles stay between, or get no worse
};

// Tightens a tetrahedral mesh around points that it contains: boundary nodes move inward as far as the points
// and the shape of the elements allow, interior nodes follow to keep the shapes good. The elements stay; only
// positions change. Every point that lies in an element before lies in one after. Returns the volume lost.
double shrink_wrap(VolumeMesh& mesh, std::span<const Vec3> points, const ShrinkWrapParams& params = {});

}  // namespace sinew
