#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

constexpr int kCycles = 16;

// rho = (|e_k2| / |e_k1|)^(1 / (k2 - k1)) over the last cycles above rounding errors [Dick11, sec. 8.2].
double asymptotic_rate(const std::vector<double>& errors) {
  std::size_t last = errors.size() - 1;
  while (last > 5 && errors[last] < 1e-9) --last;
  const std::size_t first = (last + 1) / 2;
  return std::pow(errors[last] / errors[first], 1.0 / static_cast<double>(last - first));
}

void add_case(BenchContext& context, const char* name, OctreeRest rest, Integrator integrator,
              const char* paper) {
  const DickSystem system(std::move(rest), integrator);
  SolverParams cycles = endless(SolverMethod::kMultigrid);
  cycles.max_iterations = kCycles;
  const std::vector<double> errors = system.trace(cycles, {.runs = 1}).errors;
  BenchRow& row = context.add_row(name);
  row.add("cells", system.cell_count());
  row.add("rate", asymptotic_rate(errors), paper);
  for (const int cycle : {1, 3, 6, 10}) row.add(fmt::format("error_after_{}", cycle), errors[cycle]);
}

struct FigureCase {
  const char* name;
  Integrator integrator;
  double density;  // kg/m^3
  const char* paper_rate;
};
constexpr FigureCase kFigures[] = {{"figure-heavy", Integrator::kNewmark, 1e5, ""},
                                   {"figure-medium", Integrator::kNewmark, 1000, ""},
                                   {"figure-light", Integrator::kNewmark, 10, ""},
                                   {"figure-static", Integrator::kStatic, 1000, "0.85"}};

void run_figures(BenchContext& context) {
  std::optional<OctreeRest> figure;
  for (const FigureCase& of : kFigures) {
    if (!context.wants(of.name)) continue;
    if (!figure) figure = cut_rest(make_dick_model(dick_case("figure-643k")));
    Material material = figure->materials[0];
    material.density = of.density;
    set_materials(*figure, {material});
    add_case(context, of.name, *figure, of.integrator, of.paper_rate);
  }
}

struct CubeCase {
  const char* name;
  CubeCut cut;
  const char* paper_rate;
};
constexpr CubeCase kCubes[] = {{"uncut", CubeCut::kNone, "0.66"},
                               {"cut-aligned", CubeCut::kAligned, "0.75"},
                               {"cut-rotated", CubeCut::kRotated, "0.75"}};

void run(BenchContext& context) {
  for (const CubeCase& of : kCubes)
    if (context.wants(of.name))
      add_case(context, of.name, cut_rest(make_dick_cube(of.cut)), Integrator::kNewmark, of.paper_rate);
  run_figures(context);
}

}  // namespace

Bench dick_convergence_bench() {
  Bench bench{
      "dick-convergence",
      "[Dick11, fig. 10]: error by V-cycle for a cube with and without cuts, and for a figure by its mass",
      {},
      run};
  for (const CubeCase& of : kCubes) bench.cases.emplace_back(of.name);
  for (const FigureCase& of : kFigures) bench.cases.emplace_back(of.name);
  return bench;
}

}  // namespace sinew
