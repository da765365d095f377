#pragma once

#include <string_view>

#include "sinew/tet/tet_body.h"

namespace sinew {

// The bodies of [Georgii05, table 1] as bench/georgii_*_bench.cpp measure them: E 1e6 Pa, nu 0.3, 1000
// kg/m^3, alpha 0.5 1/s, steps of 0.03 s, under gravity from rest. The pony stands in for the horse, the
// rabbit for the bunny.
inline constexpr double kGeorgiiStep = 0.03;

// A level cloth of 2 m that resists bending, held at two corners, refined from two triangles.
TetBodyModel georgii_cloth(int levels);
// A procedural model with about this many elements, standing on its feet; each level has `ratio` times fewer
// than the last.
TetBodyModel georgii_solid(std::string_view model, Index elements, int levels, double ratio = 6);
// A cube of cubic cells, six tetrahedra each, refined from `coarsest_cells` along its side; held at two
// opposite sides.
TetBodyModel georgii_bridge(int refinements, Index coarsest_cells = 1);

// Linear strain and Newmark.
ElasticParams georgii_params();
// Those of table 1: generalized-alpha, since a step of Newmark's scheme is not damped. A solved bridge of 16^3
// cells still moves by 3% of its displacement in every step after 1000 steps.
ElasticParams georgii_table_params();

}  // namespace sinew
