#pragma once

#include "sinew/meshing/signed_distance.h"

namespace sinew {

// Throws Error if squares and cubes of lengths would overflow or underflow (sizes beyond 1e-60 and 1e60), and
// if a shape is so far from the origin that no digits are left for it.
void require_digits(const Box3& box);

// Throws Error if the surface has no extent, or no inside that elements could fill, like a flat sheet. Tests
// points just beneath a few hundred of the triangles, so that a solid is found however thin it is.
void require_inside(const SignedDistance& solid);

}  // namespace sinew
