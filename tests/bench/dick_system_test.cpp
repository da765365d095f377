#include "bench/dick_system.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// A rabbit cut into slices, of which some are free, that hardly changes its volume: numbers in the rows of
// coarse levels are a hundred times what resists bending there, so that little may be rounded off them.
TEST(DickSystem, solvers_come_nearer_where_volume_hardly_changes) {
  for (const double poisson : {0.3, 0.45, 0.49}) {
    DickModel model = make_dick_model(dick_case("rabbit-8k"));
    model.body.materials.base.poisson = poisson;
    const DickSystem system(cut_rest(model), Integrator::kNewmark);
    const std::vector<double> cycles = system.trace(v_cycles(24), {.runs = 1}).errors;
    EXPECT_LT(cycles[24], cycles[12]) << poisson;
    EXPECT_LT(cycles[12], cycles[4]) << poisson;
    const SolverTrace cg =
        system.trace(endless(SolverMethod::kMultigridCg), {.near_enough = 1e-6, .runs = 1});
    EXPECT_LT(cg.iterations_to(1e-6), 70) << poisson;
  }
}

}  // namespace
}  // namespace sinew
