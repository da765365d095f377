#pragma once

#include "meshing/signed_distance.h"

namespace sinew {

// Throws Error where squares and cubes of lengths would not be numbers (sizes beyond 1e-60 and 1e60), and
// where a shape is so far from the origin that no digits are left for it.
void require_digits(const Box3& box);

// Throws Error for a surface that has no extent, or no inside that elements could fill, like a flat sheet.
// Looks just beneath a few hundred of the triangles, so that a solid is found however thin it is.
void require_inside(const SignedDistance& solid);

}  // namespace sinew
