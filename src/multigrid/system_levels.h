#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "linalg/rollers.h"
#include "multigrid/cycle.h"

namespace sinew {

// A_c^-1 of a body that knows it without a matrix or its factors.
class KnownInverse {
 public:
  virtual ~KnownInverse() = default;
  // Its blocks between these nodes, by columns of `rows` numbers, of which the first 3 |nodes| are set.
  virtual void extract(std::span<const Index> nodes, int rows, std::span<float> inverse) const = 0;
  // x = A_c^-1 b
  virtual void solve(std::span<const Block3<double>> b, std::span<Block3<double>> x) const = 0;
};

// A view of the levels of the linear system A of a step: the parts of the additive preconditioner
//   X = sum_l P_l X_l P_l^T + P_c A_c^-1 P_c^T,
// where P_l is the product of the interpolations down to level l, and X_l a block for each node
// (multigrid/level_responses.h).
struct SystemLevels {
  struct Level {
    std::span<const float> inverse_diagonal;  // D^-1: 9 numbers per node, by columns
    const Interpolation* P = nullptr;         // from the next coarser level; null if there is none
    std::vector<float> response = {};         // X_l, stored as D^-1 is
  };
  std::vector<Level> levels;                   // the finest first, without the one that `coarsest` solves
  const DirectSolver* coarsest = nullptr;      // A_c^-1; null if no level is solved exactly
  std::span<const Index> unknown_of_row = {};  // of the finest level; empty: the same numbers
  std::span<const char> held = {};             // per unknown: whether it is held, so that no force moves it
  // Unknowns that move along some directions only: forces must be projected on them before, and moves after,
  // X is applied.
  std::span<const Roller> rollers = {};
  std::int64_t revision = -1;  // changes whenever any of this does

  // Copies of arrays that a system stores in another form.
  std::vector<std::vector<float>> copies;

  // A_c^-1 as a dense matrix by columns, of bodies that have so few unknowns that they need no solver. Counts only
  // if `coarsest` is null; empty: no level is solved exactly.
  std::span<const double> coarsest_inverse = {};

  // The same of bodies that are known by their responses. Counts only if there is neither of the two.
  const KnownInverse* known_inverse = nullptr;

  bool solves_coarsest() const {
    return coarsest != nullptr || !coarsest_inverse.empty() || known_inverse != nullptr;
  }
  // x = A_c^-1 b
  void solve_coarsest(std::span<const Block3<double>> b, std::span<Block3<double>> x,
                      std::vector<double>& work) const;
};

// Appends a level as the coarsest.
template <typename Real>
void add_level(std::span<const Real> inverse_diagonal, const Interpolation* P, SystemLevels& levels);
// Appends the levels of a hierarchy, the finest first; its coarsest level becomes `levels.coarsest`.
template <typename Real>
void add_levels(std::span<const CycleLevel<Real>> hierarchy, const DirectSolver& coarsest,
                SystemLevels& levels);

}  // namespace sinew
