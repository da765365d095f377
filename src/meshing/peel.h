#pragma once

#include <span>

#include "sinew/mesh/volume_mesh.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

// Removes boundary elements that contain none of the points and have their centre outside the solid, one
// after the other, as long as the boundary stays a manifold of the same topology. Returns how many were
// removed.
Index peel(VolumeMesh& mesh, std::span<const Vec3> points, const SignedDistance& solid);

}  // namespace sinew
