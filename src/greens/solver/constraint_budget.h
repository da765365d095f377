#pragma once

#include <span>

#include "sinew/base/geometry.h"

namespace sinew {

// What a solve costs, in floating-point operations, as far as it follows from counts alone [JamesPai03, Eq. 48-50]:
// which level is chosen does not depend on a clock.
struct SolveCosts {
  double block = 18;         // to extract a block of G: 18 if stored as it is, some 200 from wavelet columns
  double column_blocks = 0;  // r: blocks of a column that are summed, on average
  bool spread = false;       // whether coarser columns are spread (SpreadResponses)
  double transform = 0;  // 3 C n, of the inverse transform after the sum; 0 if the surface is not asked for
};

// Of s constraints of HierarchicalConstraints, solved from nothing: gather, LU, substitution, sum, transform. Blocks of
// coarser levels cost as much as others if the columns of those levels are kept; spread over the finest level,
// 1 + 3 R (R - 1) times as much with R = 2^J, J levels coarser.
double predicted_operations(const SolveCosts& costs, Index s, Index levels_coarser);

struct LevelChoice {
  Index level = 0;
  Index vertices = 0;          // of the patch on this level
  double operations = 0;       // predicted
  bool within_budget = false;  // false: even the coarsest level allowed costs more
};

// The finest level whose constraints on the vertices of a patch (numbers of free vertices) cost no more than the budget
// [JamesPai03, sec. 8.2]. `levels` has the number of free vertices on each (FreeDomain::counts). No level with fewer
// than three vertices in the patch is taken instead of a finer one: its forces mean little.
LevelChoice choose_level(std::span<const Index> levels, std::span<const Index> patch, double operations,
                         const SolveCosts& costs);

// Operations that this machine makes in a microsecond on dense matrices of 90 rows, measured once: budgets in
// microseconds become operations by it.
double operations_per_microsecond();

}  // namespace sinew
