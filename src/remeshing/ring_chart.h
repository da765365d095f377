#pragma once

#include "remeshing/collapse_mesh.h"
#include "remeshing/surface_map.h"

namespace sinew {

// Lays the triangles round an inner vertex v flat by the power map z^a, a = 2 pi / (angles at v): angles are
// scaled to a full turn and lengths raised to the same power, the conformal map of a cone [Lee et al. 1998],
// with the power of lengths bounded. v is point 0, its ring follows. `after` holds the triangles that are
// left when v is merged into u. Returns the worst flat quality after the collapse; not positive if the chart
// would fold.
double chart_of_collapse(const CollapseMesh& mesh, Index v, Index u, Chart& chart);

// Unfolds the two triangles at edge (u, v) into the plane; `after` has the other diagonal. Returns as above.
double chart_of_flip(const CollapseMesh& mesh, Index u, Index v, Chart& chart);

}  // namespace sinew
