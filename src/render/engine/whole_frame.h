#pragma once

#include "sinew/body/frame.h"

namespace sinew {

// Throws Error if the arrays of the frame do not fit together, since drawing indexes them without checks.
void require_whole(const BodyFrame& body);

}  // namespace sinew
