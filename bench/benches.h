#pragma once

#include "bench/bench.h"

namespace sinew {

// One function per bench, each in its own file; bench_list.cpp puts them in order.
Bench contact_bench();
Bench contact_rest_bench();
Bench dick_convergence_bench();
Bench dick_figures_bench();
Bench dick_local_bench();
Bench dick_solvers_bench();
Bench dick_table1_bench();
Bench dick_table2_bench();
Bench factorisation_bench();
Bench georgii_figures_bench();
Bench georgii_scaling_bench();
Bench georgii_stiffness_bench();
Bench georgii_table1_bench();
Bench jamespai_capacitance_bench();
Bench jamespai_compression_bench();
Bench jamespai_extraction_bench();
Bench jamespai_figures_bench();
Bench jamespai_haptics_bench();
Bench jamespai_precompute_bench();
Bench jamespai_precompute_large_bench();
Bench jamespai_summation_bench();
Bench many_bodies_bench();
Bench meshing_bench();
Bench multi_rhs_bench();
Bench nearest_point_bench();
Bench otaduy_bounds_bench();
Bench otaduy_dragon_bench();
Bench otaduy_table1_bench();
Bench otaduy_table2_bench();
Bench render_bench();
Bench seiler_bikes_bench();
Bench seiler_popping_bench();
Bench seiler_table1_bench();
Bench seiler_transfer_bench();
Bench self_collision_bench();

}  // namespace sinew
