#pragma once

#include "bench/dick_models.h"
#include "octree/octree_system.h"

namespace sinew {

// The whole body, cut at rest: what the cutting of [Dick11, table 1] is, but for the solver's structures.
OctreeRest cut_rest(const DickModel& model);

// The linear system A x = b of the first step after the cut, from rest under gravity, and how near solvers
// come to its solution x*, which is known to 1e-11.
class DickSystem {
 public:
  DickSystem(OctreeRest rest, Integrator integrator);

  Index cell_count() const { return rest_.grid.cells.count(); }

  struct Solved {
    double seconds = 0;         // coarse operators, factors and iterations; set_up_seconds not among them
    double error = 1;           // |x - x*| / |x*|; the guess is 0
    double set_up_seconds = 0;  // levels, colours, orders: what a cut asks for
  };
  // From zero. The best time of so many runs.
  Solved solved_by(const SolverParams& solver, int runs = 1);
  // After 1, 2, ... V(1,1)-cycles.
  std::vector<double> errors_by_cycle(int cycles);

 private:
  double error_of(std::span<const Block3<double>> x) const;

  OctreeRest rest_;
  StepScheme scheme_;
  BlockVector<double> b_, solution_;
};

// V(1,1)-cycles, so many.
SolverParams v_cycles(int count);

}  // namespace sinew
