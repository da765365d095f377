#pragma once

#include <optional>

#include "bench/dick_models.h"
#include "octree/solver/octree_system.h"

namespace sinew {

// The body at rest, cut: the cutting of [Dick11, table 1], except for the solver's structures.
OctreeRest cut_rest(const DickModel& model);

// How a solver converges to a solution x*.
struct SolverTrace {
  double set_up = 0;                    // s: levels, colours, orders: what must be rebuilt after a cut
  double first_rebuild = 0;             // s: all operators and factors, the first time
  double rebuild = 0;                   // s: the same in later steps
  std::vector<double> seconds, errors;  // of the solve, and |x - x*| / |x*|, after 0, 1, 2, ... iterations
  double cycle = 0;                     // s: a cycle alone, the median of those of the first run

  // The number of iterations to this error; -1 if it is not reached.
  int iterations_to(double error) const;
  // The seconds of the solve to this error; not a number if it is not reached.
  double seconds_to(double error) const;
  // The error after this many seconds of the solve.
  double error_after(double seconds_spent) const;
};

// The convergence factor of these errors, one per cycle, over the last eight cycles (or as many as there are).
double asymptotic_factor(std::span<const double> errors);
// Whether that factor has changed by less than 2% over eight cycles, in each of the last eight.
bool factor_stands_still(std::span<const double> errors);

// The linear system A x = b of the first step after the cut, from rest under gravity, and how solvers
// converge to its solution x*, which is known to 1e-11.
class DickSystem {
 public:
  // Throws Error if the body is static and has several pieces, since some might be free.
  DickSystem(OctreeRest rest, Integrator integrator);

  Index cell_count() const { return rest_.grid.cells.count(); }

  struct TraceParams {
    double near_enough = 0;     // the error at which a run ends
    double most_seconds = 1e9;  // of a solve
    int runs = 1;               // solvers that are compared get as many
    bool until_steady = false;  // a run goes on until factor_stands_still(), or the most iterations
    std::optional<CycleKind> kind = {};
  };
  // Starts from zero. Errors are measured in the first run, with the clock stopped. Later runs have the same
  // bits, and the shortest times of all runs are kept.
  SolverTrace trace(const SolverParams& solver, const TraceParams& params) const;

 private:
  void run(OctreeSystem& system, const SolveGoal& goal, const TraceParams& params, SolverTrace& trace) const;
  double error_of(double scale, std::span<const Block3<float>> x, std::span<const Block3<double>> e,
                  std::span<const Block3<double>> before) const;

  OctreeRest rest_;
  StepScheme scheme_;
  BlockVector<double> b_, solution_;
  double solution_norm_ = 0;
};

// This many V(1,1)-cycles.
SolverParams v_cycles(int count);
// Runs as far as rounding allows.
SolverParams endless(SolverMethod method);

}  // namespace sinew
