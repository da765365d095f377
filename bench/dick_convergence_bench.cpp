#include <cmath>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

constexpr int kCycles = 16;

// rho = (|e_k2| / |e_k1|)^(1 / (k2 - k1)) over the last cycles before rounding is met [Dick11, sec. 8.2].
double asymptotic_rate(const std::vector<double>& errors) {
  std::size_t last = errors.size() - 1;
  while (last > 4 && errors[last] < 1e-9) --last;
  const std::size_t first = last / 2;
  return std::pow(errors[last] / errors[first], 1.0 / static_cast<double>(last - first));
}

void add_case(BenchContext& context, const char* name, const DickModel& model, Integrator integrator,
              const char* paper, double density = 1000) {
  DickModel heavy = model;
  heavy.body.materials.base.density = density;
  DickSystem system(cut_rest(heavy), integrator);
  const std::vector<double> errors = system.errors_by_cycle(kCycles);
  BenchRow& row = context.add_row(name);
  row.add("cells", system.cell_count());
  row.add("rate", asymptotic_rate(errors), paper);
  for (const int cycle : {1, 3, 6, 10}) row.add("error_after_" + std::to_string(cycle), errors[cycle - 1]);
}

void run(BenchContext& context) {
  constexpr Integrator kNewmark = Integrator::kNewmark;
  if (context.wants("uncut")) add_case(context, "uncut", make_dick_cube(CubeCut::kNone), kNewmark, "0.66");
  if (context.wants("cut-aligned"))
    add_case(context, "cut-aligned", make_dick_cube(CubeCut::kAligned), kNewmark, "0.75");
  if (context.wants("cut-rotated"))
    add_case(context, "cut-rotated", make_dick_cube(CubeCut::kRotated), kNewmark, "0.75");
  const auto figure = [] { return make_dick_model(dick_case("figure-643k")); };
  if (context.wants("figure-heavy")) add_case(context, "figure-heavy", figure(), kNewmark, "", 1e5);
  if (context.wants("figure-medium")) add_case(context, "figure-medium", figure(), kNewmark, "");
  if (context.wants("figure-light")) add_case(context, "figure-light", figure(), kNewmark, "", 10);
  if (context.wants("figure-static"))
    add_case(context, "figure-static", figure(), Integrator::kStatic, "0.85");
}

}  // namespace

Bench dick_convergence_bench() {
  return {
      "dick-convergence",
      "[Dick11, fig. 10]: error by V-cycle for a cube with and without cuts, and for a figure by its mass",
      {"uncut", "cut-aligned", "cut-rotated", "figure-heavy", "figure-medium", "figure-light",
       "figure-static"},
      run};
}

}  // namespace sinew
