#pragma once

#include "sinew/body/body.h"
#include "sinew/scene/body_kind.h"

namespace sinew {

// Makes a body of type rigid: reads or makes its surface and puts it in place. Throws Error with the place of the
// part that is wrong.
std::unique_ptr<Body> make_rigid_body(const BodyToMake& wanted, const RigidBodyDescription& own);

}  // namespace sinew
