#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "multigrid/cycle.h"

namespace sinew {

// The levels of the linear system A of a step, to be read: what an additive metric
//   X = sum_l P_l D_l^-1 P_l^T + P_c A_c^-1 P_c^T
// is made of, with P_l the product of the interpolations down to level l.
struct SystemLevels {
  struct Level {
    std::span<const float> inverse_diagonal;  // D^-1: nine numbers per node, by columns
    const Interpolation* P = nullptr;         // from the next coarser level; null if there is none
  };
  std::vector<Level> levels;                   // the finest first; all but the one that `coarsest` solves
  const DirectSolver* coarsest = nullptr;      // A_c^-1; null: no level is solved exactly
  std::span<const Index> unknown_of_row = {};  // of the finest level; empty: the same numbers
  std::span<const char> held = {};             // per unknown: no force moves it, whatever the levels say
  std::int64_t revision = -1;                  // changes with any of this

  // What a system keeps in another way than this, it copies here.
  std::vector<std::vector<float>> copies;
};

// Appends a level, coarser than all there are.
template <typename Real>
void add_level(std::span<const Real> inverse_diagonal, const Interpolation* P, SystemLevels& levels);
// Appends the levels of a hierarchy, the finest first, and its coarsest one as what is solved exactly.
template <typename Real>
void add_levels(std::span<const CycleLevel<Real>> hierarchy, const DirectSolver& coarsest,
                SystemLevels& levels);

}  // namespace sinew
