#pragma once

#include "stepping/elastic_params.h"
#include "tet/elastic_rest.h"

namespace sinew {

// The largest entry of stiffness K over that of mass M, by the factors of a scheme, among the nodes that
// move; infinite without inertia.
double stiffness_over_inertia(const ElasticRest& rest, const StepScheme& scheme);

// What the cycles of a body must run in. Single precision is twice as fast and does for most. It fails
// - if a soft part hangs between stiff ones (moduli 1e5 apart: the soft part is lost in the rounding of the
//   stiff one);
// - if the inertia of a short step hides the stiffness that is added to it;
// - if stiffness hides inertia, K dt^2 >> M, as in steel: K leaves rigid motion free, its rounded entries do
//   not. A free, hinged or thin body, whose softest motions have hardly another resistance than inertia, then
//   explodes; without inertia, in a static solve, it is the thin one. Such motions take more than a few
//   elements, so a sliver among good ones does no harm.
Precision precision_for(const ElasticRest& rest, const StepScheme& scheme);

}  // namespace sinew
