#include "bench/dick_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace sinew {
namespace {

// A rabbit cut into slices, of which some are free, that hardly changes its volume: numbers in the rows of
// coarse levels are a hundred times what resists bending there, so that little may be rounded off them.
TEST(DickSystem, solvers_come_nearer_where_volume_hardly_changes) {
  // Errors after 4, 12 and 24 cycles, measured: 0.054, 0.026, 0.010; 0.063, 0.039, 0.024; 0.085, 0.064, 0.051.
  const struct {
    double poisson, after_4, to_12, to_24;
    int iterations;
  } cases[] = {{0.3, 0.06, 0.55, 0.45, 32}, {0.45, 0.07, 0.68, 0.68, 35}, {0.49, 0.095, 0.8, 0.83, 70}};
  for (const auto& [poisson, after_4, to_12, to_24, iterations] : cases) {
    DickModel model = make_dick_model(dick_case("rabbit-8k"));
    model.body.materials.base.poisson = poisson;
    const DickSystem system(cut_rest(model), Integrator::kNewmark);
    const std::vector<double> cycles = system.trace(v_cycles(24), {.runs = 1}).errors;
    EXPECT_LT(cycles[4], after_4) << poisson;
    EXPECT_LT(cycles[12], to_12 * cycles[4]) << poisson;
    EXPECT_LT(cycles[24], to_24 * cycles[12]) << poisson;
    const SolverTrace cg =
        system.trace(endless(SolverMethod::kMultigridCg), {.near_enough = 1e-6, .runs = 1});
    EXPECT_LT(cg.iterations_to(1e-6), iterations) << poisson;
  }
}

std::vector<double> errors_of(int cycles, const std::function<double(int)>& factor) {
  std::vector<double> errors{1};
  for (int k = 0; k < cycles; ++k) errors.push_back(errors.back() * factor(k));
  return errors;
}

TEST(DickSystem, the_factor_of_a_geometric_series_is_its_ratio_and_stands_still) {
  const std::vector<double> errors = errors_of(40, [](int) { return 0.7; });
  EXPECT_NEAR(asymptotic_factor(errors), 0.7, 1e-12);
  EXPECT_NEAR(asymptotic_factor(std::span(errors).first(3)), 0.7, 1e-12);
  EXPECT_TRUE(factor_stands_still(errors));
  EXPECT_FALSE(factor_stands_still(std::span(errors).first(20)));
}

// By 3% in eight cycles; a pause of a few cycles does not count.
TEST(DickSystem, a_factor_that_rises_slowly_does_not_stand_still) {
  const auto rising = [](int k) { return 0.5 + 0.002 * k; };
  EXPECT_FALSE(factor_stands_still(errors_of(60, rising)));
  EXPECT_FALSE(
      factor_stands_still(errors_of(60, [&](int k) { return rising(k < 40 ? k : std::max(40, k - 8)); })));
}

TEST(DickSystem, every_kind_of_cycle_leads_to_the_solution) {
  const DickSystem system(cut_rest(make_dick_cube(CubeCut::kRotated, 16)), Integrator::kNewmark);
  for (const CycleKind kind :
       {CycleKind::kPlain, CycleKind::kFew, CycleKind::kMany, CycleKind::kByThemselves}) {
    const SolverTrace trace =
        system.trace(endless(SolverMethod::kMultigrid), {.near_enough = 1e-8, .runs = 1, .kind = kind});
    EXPECT_LE(trace.errors.back(), 1e-8) << static_cast<int>(kind);
    EXPECT_LT(trace.errors.size(), 200U) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace sinew
