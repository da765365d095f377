#include "octree/solver/roller_penalty.h"

#include <algorithm>
#include <map>

namespace sinew {

namespace {

// How much a finest unknown follows each vertex of a level.
using Weights = std::map<Index, double>;

Weights interpolated(const Interpolation& P, const Weights& fine) {
  Weights coarse;
  for (const auto& [i, weight] : fine)
    for (Index at = P.row_start[i]; at < P.row_start[i + 1]; ++at)
      coarse[P.column[at]] += weight * P.weight[at];
  return coarse;
}

}  // namespace

RollerPenalty::RollerPenalty(const CoarseStructure& structure, std::span<const Roller> rollers,
                             std::span<const double> stiffness)
    : levels_(structure.rows.size()) {
  std::vector<std::map<Index, Mat3>> sums(structure.rows.size());
  for (std::size_t k = 0; k < rollers.size(); ++k) {
    const Mat3 spring = stiffness[k] * (Mat3::identity() - rollers[k].free);
    Weights weights{{rollers[k].node, 1.0}};
    for (std::size_t l = 0; l < sums.size(); ++l) {
      weights = interpolated(l == 0 ? structure.to_finest : structure.rows[l - 1].P, weights);
      for (const auto& [i, wi] : weights)
        for (const auto& [j, wj] : weights) {
          Mat3& sum = sums[l][structure.rows[l].pattern.find(i, j)];
          sum = sum + (wi * wj) * spring;
        }
    }
  }
  for (std::size_t l = 0; l < sums.size(); ++l)
    for (const auto& [block, sum] : sums[l]) {
      Entry& entry = levels_[l].emplace_back(Entry{block, {}});
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) entry.values[3 * c + r] = static_cast<float>(sum(r, c));
    }
}

void RollerPenalty::add_to(int level, BlockMatrix<float>& A) const {
  for (const auto& [place, values] : levels_[level - 1]) {
    const auto block = A.block(place);
    for (int k = 0; k < 9; ++k) block[k] += values[k];
  }
}

}  // namespace sinew
