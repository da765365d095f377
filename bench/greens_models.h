#pragma once

#include <string_view>

#include "greens/responses/reference_problem.h"

namespace sinew {

// The bodies of [JamesPai03, table I] as the jamespai benches measure them: semi-regular surfaces of E 1 Pa, nu 0.3,
// whose lowest vertices are held. Counts of vertices, and of free ones:
//
//   rabbit4   2,562   2,145   our rabbit on a base of 80 triangles; rabbit3 and rabbit2 are its coarser levels
//   sphere4   2,562   2,145   the icosahedron, split four times; sphere3, sphere2 its coarser levels
//   dragon3   9,922   7,953   our dragon on a base of 310 triangles
ReferenceProblem greens_model(std::string_view name);

}  // namespace sinew
