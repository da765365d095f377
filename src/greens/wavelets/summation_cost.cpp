#include "greens/wavelets/summation_cost.h"

namespace sinew {

SummationCost summation_cost(const CompressedResponses& responses, Index constraints, Index others) {
  const double n = responses.count(), k = responses.global().rank, s = constraints, all = s + others;
  const ColumnView& columns = responses.columns(responses.finest());
  const double blocks_each = static_cast<double>(columns.entries()) / n;
  const double row = static_cast<double>(responses.inverse_rows().columns.size()) / n;
  SummationCost cost;
  cost.inverse = 3 * 2 * static_cast<double>(responses.wavelets().inverse_weights());
  cost.columns = 18 * all * blocks_each;
  cost.capacitance = 18 * s * s;
  cost.blocks = others > 0 ? 3 * s * (2 * row + 3) : 0;
  cost.global = 6 * k * (all + n);
  return cost;
}

double dense_summation_cost(Index vertices, Index constraints, Index others) {
  const double s = constraints;
  return 18 * (s + others) * vertices + 18 * s * s;
}

}  // namespace sinew
