#pragma once

#include "sinew/body/body.h"
#include "sinew/scene/body_kind.h"

namespace sinew {

// Makes a body of type octree: reads or makes its surface, puts it in place, and fills it with cubes. Throws
// Error with the place of the part that is wrong.
std::unique_ptr<Body> make_octree_body(const BodyToMake& wanted, const OctreeBodyDescription& own);

}  // namespace sinew
