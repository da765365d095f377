#pragma once

#include "sinew/stepping/elastic_params.h"
#include "stepping/step_scheme.h"
#include "tet/elastic_rest.h"

namespace sinew {

// The largest entry of stiffness K over that of mass M, with the factors of a scheme, among the nodes that
// move; infinite without inertia.
double stiffness_over_inertia(const ElasticRest& rest, const StepScheme& scheme);

// The precision that the cycles of a body need. Single precision is twice as fast and sufficient for most. It
// fails
// - if a soft part lies between stiff ones (moduli 1e5 apart: the soft part is lost in the rounding of the
//   stiff one);
// - if the inertia of a short step hides the stiffness that is added to it;
// - if stiffness hides inertia, K dt^2 >> M, as in steel: K leaves rigid motion free, its rounded entries do
//   not. A free, hinged or thin body, whose softest motions are resisted by little but inertia, then
//   explodes; in a static solve, which has no inertia, a thin one does. Such motions involve more than a few
//   elements, so a sliver among good elements does no harm.
Precision precision_for(const ElasticRest& rest, const StepScheme& scheme);

}  // namespace sinew
