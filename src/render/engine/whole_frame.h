#pragma once

#include "body/frame.h"

namespace sinew {

// Throws Error where the arrays of the frame do not fit together: what draws it indexes them without asking.
void require_whole(const BodyFrame& body);

}  // namespace sinew
