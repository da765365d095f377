#pragma once

#include "bench/dick_models.h"
#include "octree/solver/octree_system.h"

namespace sinew {

// The whole body, cut at rest: what the cutting of [Dick11, table 1] is, but for the solver's structures.
OctreeRest cut_rest(const DickModel& model);

// How a solver comes nearer to a solution x*.
struct SolverTrace {
  double set_up = 0;                    // s: levels, colours, orders: what a cut asks for
  double first_rebuild = 0;             // s: of all operators and factors, after it
  double rebuild = 0;                   // s: the same in any other step
  std::vector<double> seconds, errors;  // of the solve, and |x - x*| / |x*|, after 0, 1, 2, ... iterations

  // How many iterations it takes to come so near; -1 where it does not.
  int iterations_to(double error) const;
  // Of the solve; not a number where it does not come so near.
  double seconds_to(double error) const;
  // Where it has come after so many seconds of the solve.
  double error_after(double seconds_spent) const;
};

// The linear system A x = b of the first step after the cut, from rest under gravity, and how solvers come to
// its solution x*, which is known to 1e-11.
class DickSystem {
 public:
  // Throws Error for a static one of more than one piece, since some might be free.
  DickSystem(OctreeRest rest, Integrator integrator);

  Index cell_count() const { return rest_.grid.cells.count(); }

  struct TraceParams {
    double near_enough = 0;     // an error to end at
    double most_seconds = 1e9;  // of a solve
    int runs = 5;               // at most: none is begun after five seconds
  };
  // From zero. Errors are found in the first run, with the clock stopped; runs after that have the same bits,
  // and of all of them the shortest times are kept.
  SolverTrace trace(const SolverParams& solver, const TraceParams& params) const;

 private:
  void run(OctreeSystem& system, const SolveGoal& goal, const TraceParams& params, SolverTrace& trace) const;
  double error_of(double scale, std::span<const Block3<float>> x, std::span<const Block3<double>> e) const;

  OctreeRest rest_;
  StepScheme scheme_;
  BlockVector<double> b_, solution_;
  double solution_norm_ = 0;
};

// V(1,1)-cycles, so many.
SolverParams v_cycles(int count);
// As far as rounding lets it come.
SolverParams endless(SolverMethod method);

}  // namespace sinew
