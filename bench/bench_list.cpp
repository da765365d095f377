#include "bench/bench.h"
#include "bench/benches.h"

namespace sinew {

// Listed by hand, since the linker would drop a bench that registers itself before main().
std::span<const Bench> all_benches() {
  static const std::vector<Bench> benches = {meshing_bench(),
                                             georgii_table1_bench(),
                                             georgii_scaling_bench(),
                                             georgii_stiffness_bench(),
                                             georgii_figures_bench(),
                                             dick_table1_bench(),
                                             dick_table2_bench(),
                                             dick_convergence_bench(),
                                             dick_solvers_bench(),
                                             dick_local_bench(),
                                             dick_figures_bench(),
                                             multi_rhs_bench(),
                                             factorisation_bench(),
                                             many_bodies_bench(),
                                             render_bench(),
                                             nearest_point_bench(),
                                             self_collision_bench(),
                                             contact_bench(),
                                             contact_rest_bench(),
                                             otaduy_bounds_bench(),
                                             otaduy_dragon_bench(),
                                             otaduy_table1_bench(),
                                             otaduy_table2_bench(),
                                             jamespai_capacitance_bench(),
                                             jamespai_precompute_bench(),
                                             jamespai_precompute_large_bench(),
                                             jamespai_compression_bench(),
                                             jamespai_summation_bench(),
                                             jamespai_extraction_bench(),
                                             jamespai_figures_bench(),
                                             jamespai_haptics_bench(),
                                             seiler_table1_bench(),
                                             seiler_transfer_bench(),
                                             seiler_popping_bench(),
                                             seiler_bikes_bench()};
  return benches;
}

}  // namespace sinew
