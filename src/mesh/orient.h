#pragma once

#include "sinew/mesh/repair.h"

namespace sinew {

// Flips triangles so that the surface is oriented consistently and outward, by these rules (patches.h defines
// patches and shells):
//  1. Within a patch the orientation of the larger area holds.
//  2. A closed shell that no other contains is turned outward, and everything it contains with it: what faced
//     the other way inside, a cavity, still does.
//  3. An open shell that is nearly closed (its area vectors add up to less than a quarter of its area) is
//     turned outward as if it were closed, unless its box lies within another shell's. Other open shells keep
//     the orientation they have: nothing says where their outside is.
OrientationReport orient(SurfaceMesh& mesh);

}  // namespace sinew
