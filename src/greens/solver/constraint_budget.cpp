#include "greens/solver/constraint_budget.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/timer.h"

namespace sinew {

double predicted_operations(const SolveCosts& costs, Index s, Index levels_coarser) {
  const double n = 3.0 * s, R = std::pow(2.0, levels_coarser),
               support = costs.spread ? 1 + 3 * R * (R - 1) : 1;
  const double gather = 1.0 * s * s * support * (costs.block + 18);
  const double factor = 2 * n * n * n / 3, substitute = 2 * n * n;
  const double sum = 18.0 * s * support * costs.column_blocks;
  return gather + factor + substitute + sum + costs.transform;
}

LevelChoice choose_level(std::span<const Index> levels, std::span<const Index> patch, double operations,
                         const SolveCosts& costs) {
  constexpr Index kFewest = 3;
  LevelChoice choice;
  const Index finest = static_cast<Index>(levels.size()) - 1;
  for (Index level = finest; level >= 0; --level) {
    const auto vertices = static_cast<Index>(
        std::count_if(patch.begin(), patch.end(), [&](Index v) { return v < levels[level]; }));
    if (level < finest && vertices < kFewest) break;
    choice = {level, vertices, predicted_operations(costs, vertices, finest - level), false};
    choice.within_budget = choice.operations <= operations;
    if (choice.within_budget) break;
  }
  return choice;
}

namespace {

// Eliminates a matrix of 90 rows without pivots, as constraints are factored. Returns the operations.
double eliminate(std::vector<double>& A, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = k + 1; j < n; ++j) {
      const double factor = A[j * n + k] / A[k * n + k];
      for (std::size_t i = k + 1; i < n; ++i) A[j * n + i] -= A[k * n + i] * factor;
    }
  return 2.0 * static_cast<double>(n * n * n) / 3;
}

double measure_rate() {
  constexpr std::size_t kRows = 90;
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    std::vector<double> A(kRows * kRows, 1.0);
    for (std::size_t k = 0; k < kRows; ++k) A[k * (kRows + 1)] = kRows;
    const Timer timer;
    const double operations = eliminate(A, kRows);
    best = std::max(best, operations / (1e6 * timer.seconds()));
  }
  return best;
}

}  // namespace

double operations_per_microsecond() {
  static const double rate = measure_rate();
  return rate;
}

}  // namespace sinew
