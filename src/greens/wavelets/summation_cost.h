#pragma once

#include "greens/wavelets/compressed_responses.h"

namespace sinew {

// Additions and multiplications of a solution with compressed responses [JamesPai03, Eq. 48]. With no other forces it
// is Eq. 49; with no constraints, Eq. 50. Beside the paper's terms stands that of the global term.
struct SummationCost {
  double inverse = 0;      // 3 C n: the inverse transform
  double columns = 0;      // 18 (s + s') r: sums of s + s' columns of r blocks
  double capacitance = 0;  // 18 s^2: forces from displacements
  double blocks =
      0;  // 3 s (R + 3): values of the others' sum at the constraints, R each, and their correction
  double global = 0;  // 6 k (s + s' + n): shares of the forces in k vectors, and the sum of these

  double total() const { return inverse + columns + capacitance + blocks + global; }
};
// For s constraints and s' other forces.
SummationCost summation_cost(const CompressedResponses& responses, Index constraints, Index others);

// What the same takes with dense columns: 18 (s + s') n + 18 s^2.
double dense_summation_cost(Index vertices, Index constraints, Index others);

}  // namespace sinew
