#pragma once

#include "meshing/signed_distance.h"

namespace sinew {

// Throws Error for a surface that has no extent, or no inside that elements could fill, like a flat sheet.
// Looks just beneath a few hundred of the triangles, so that a solid is found however thin it is.
void require_inside(const SignedDistance& solid);

}  // namespace sinew
