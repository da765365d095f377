#pragma once

#include "greens/responses/reference_problem.h"
#include "sinew/body/body.h"
#include "sinew/scene/body_kind.h"

namespace sinew {

// What the responses of a body of type greens answer: its surface in own axes, which of its vertices the holds of the
// scene hold, and its material. For a body of tetrahedra there is none, since its surface is not filled. Throws Error with the place of the
// part that is wrong.
ReferenceProblem greens_problem(const BodyToMake& wanted, const GreensBodyDescription& own);

// Makes a body of type greens: its responses are read, or computed if no file has them. Throws Error as above, and if
// the file is that of another body.
std::unique_ptr<Body> make_greens_body(const BodyToMake& wanted, const GreensBodyDescription& own);

}  // namespace sinew
