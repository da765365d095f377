#pragma once

#include "greens/responses/reference_problem.h"

namespace sinew {

// Throws Error, with the count and the first of what is wrong, unless the surface bounds one body (closed, manifold,
// turned outwards, no triangle without area), the material is physical, and the held vertices fix the body: at least
// three off one line, and not all.
void require_closed_body(const ReferenceProblem& problem);

}  // namespace sinew
