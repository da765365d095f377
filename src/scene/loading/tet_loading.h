#pragma once

#include "sinew/body/body.h"
#include "sinew/scene/body_kind.h"

namespace sinew {

// Makes a body of type tet, or a sheet: reads or makes its mesh, puts it in place, finds the nodes that are
// held. Throws Error with the place of the part that is wrong.
std::unique_ptr<Body> make_tet_body(const BodyToMake& wanted, const TetBodyDescription& own);

}  // namespace sinew
