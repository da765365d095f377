#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "bench/benches.h"
#include "bench/dick_system.h"

namespace sinew {

namespace {

constexpr struct {
  CycleKind kind;
  const char *name, *serves;
} kOtherKinds[] = {{CycleKind::kPlain, "plain", "none"},
                   {CycleKind::kFew, "few", "tables 1 and 2"},
                   {CycleKind::kMany, "many", "fig. 12"}};

// rho = (|e_k2| / |e_k1|)^(1 / (k2 - k1)) once it no longer changes [Dick11, sec. 8.2], or at an error of
// 1e-10, where rounding begins.
struct Convergence {
  double factor = 0, cycle_seconds = 0;
  std::vector<double> errors;

  // The factor per work of a plain V(1,1)-cycle.
  double factor_per_work(const Convergence& plain) const {
    return std::pow(factor, plain.cycle_seconds / cycle_seconds);
  }
};

Convergence converge(const DickSystem& system, CycleKind kind) {
  constexpr int kMostCycles = 250;
  // As the solves that use them ask for cycles: few and many are counted.
  const bool is_counted = kind == CycleKind::kFew || kind == CycleKind::kMany;
  SolverParams cycles = is_counted ? v_cycles(kMostCycles) : endless(SolverMethod::kMultigrid);
  cycles.max_iterations = kMostCycles;
  SolverTrace trace =
      system.trace(cycles, {.near_enough = 1e-10, .runs = 1, .until_steady = true, .kind = kind});
  return {asymptotic_factor(trace.errors), trace.cycle, std::move(trace.errors)};
}

void add_convergence(BenchRow& row, const Convergence& of, const Convergence& plain, const char* paper) {
  row.add("rate", of.factor, paper);
  row.add("cycles", of.errors.size() - 1);
  row.add("error_at_end", of.errors.back());
  row.add("cycle_s", of.cycle_seconds);
  row.add("rate_per_work", of.factor_per_work(plain));
}

// Which kinds of cycles a case measures besides those that reach a tolerance by themselves, and the plain ones
// that these are compared with.
enum class Kinds { kAll, kNoOthers };

// The first row is that of the cycles that reach a tolerance by themselves; one row for each other kind follows.
void add_case(BenchContext& context, const char* name, OctreeRest rest, Integrator integrator,
              const char* paper, Kinds kinds = Kinds::kAll) {
  const DickSystem system(std::move(rest), integrator);
  BenchRow& row = context.add_row(name);
  const Convergence own = converge(system, CycleKind::kByThemselves);
  const Convergence plain = converge(system, CycleKind::kPlain);
  row.add("cells", system.cell_count());
  row.add("serves", "fig. 10");
  add_convergence(row, own, plain, paper);
  row.add("plain_cycle_s", plain.cycle_seconds);
  row.add("rate_plain", plain.factor);
  for (const std::size_t cycle : {1, 3, 6, 10})
    if (cycle < own.errors.size()) row.add(fmt::format("error_after_{}", cycle), own.errors[cycle]);
  if (kinds == Kinds::kNoOthers) return;
  for (const auto& other : kOtherKinds) {
    BenchRow& beside = context.add_row(fmt::format("{}, {}", name, other.name));
    beside.add("serves", other.serves);
    add_convergence(beside, other.kind == CycleKind::kPlain ? plain : converge(system, other.kind), plain,
                    "");
  }
}

struct FigureCase {
  const char* name;
  Integrator integrator;
  double density;  // kg/m^3
  const char* paper_rate;
  Kinds kinds;
};
constexpr FigureCase kFigures[] = {{"figure-heavy", Integrator::kNewmark, 1e5, "", Kinds::kNoOthers},
                                   {"figure-medium", Integrator::kNewmark, 1000, "", Kinds::kAll},
                                   {"figure-light", Integrator::kNewmark, 10, "", Kinds::kNoOthers},
                                   {"figure-static", Integrator::kStatic, 1000, "0.85", Kinds::kAll}};

void run_figures(BenchContext& context) {
  std::optional<OctreeRest> figure;
  for (const FigureCase& of : kFigures) {
    if (!context.wants(of.name)) continue;
    if (!figure) figure = cut_rest(make_dick_model(dick_case("figure-643k")));
    Material material = figure->materials[0];
    material.density = of.density;
    set_materials(*figure, {material});
    add_case(context, of.name, *figure, of.integrator, of.paper_rate, of.kinds);
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
  Bench bench{"dick-convergence",
              "[Dick11, fig. 10]: convergence factor per cycle, and per work of a plain V(1,1)-cycle, for a "
              "cube with "
              "and without cuts, and for a figure by its mass",
              {},
              run};
  for (const CubeCase& of : kCubes) bench.cases.emplace_back(of.name);
  for (const FigureCase& of : kFigures) bench.cases.emplace_back(of.name);
  return bench;
}

}  // namespace sinew
