#include "multigrid/galerkin.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kChunk = 512;

// Visits (fine block, coarse column, weight) for all that coarse row I collects:
//   K_IJ = sum_i P_iI sum_j A_ij P_jJ.
template <typename Visit>
void for_each_contribution(const BlockPattern& fine, const Interpolation& P, Index I, Visit&& visit) {
  for (Index t = P.transposed_start[I]; t < P.transposed_start[I + 1]; ++t) {
    const Index i = P.transposed_row[t];
    const float wi = P.transposed_weight[t];
    for (Index at = fine.row_start[i]; at < fine.row_start[i + 1]; ++at) {
      const Index j = fine.column[at];
      for (Index k = P.row_start[j]; k < P.row_start[j + 1]; ++k) visit(at, P.column[k], wi * P.weight[k]);
    }
  }
}

}  // namespace

BlockPattern galerkin_pattern(const BlockPattern& fine, const Interpolation& P) {
  const Index n = P.coarse_nodes;
  std::vector<std::vector<Index>> rows(n);
  parallel_for(n, kChunk, [&](Index begin, Index end) {
    std::vector<Index> seen(n, -1);
    for (Index I = begin; I < end; ++I) {
      std::vector<Index>& row = rows[I];
      row.assign(1, I);
      seen[I] = I;
      for_each_contribution(fine, P, I, [&](Index, Index J, float) {
        if (seen[J] == I) return;
        seen[J] = I;
        row.push_back(J);
      });
      std::sort(row.begin(), row.end());
    }
  });
  BlockPattern pattern;
  pattern.row_start.assign(1, 0);
  for (const std::vector<Index>& row : rows) {
    pattern.column.insert(pattern.column.end(), row.begin(), row.end());
    pattern.row_start.push_back(static_cast<Index>(pattern.column.size()));
  }
  pattern.diagonal.resize(n);
  for (Index I = 0; I < n; ++I) pattern.diagonal[I] = pattern.find(I, I);
  return pattern;
}

template <typename Real>
void galerkin_product(const BlockMatrix<Real>& fine, const Interpolation& P, BlockMatrix<Real>& coarse) {
  const BlockPattern& pattern = *coarse.pattern;
  parallel_for(P.coarse_nodes, kChunk, [&](Index begin, Index end) {
    std::vector<Index> place(P.coarse_nodes, -1);  // where in the row at hand each column stands
    for (Index I = begin; I < end; ++I) {
      const Index row = pattern.row_start[I], row_end = pattern.row_start[I + 1];
      for (Index at = row; at < row_end; ++at) place[pattern.column[at]] = at;
      std::fill(coarse.values.begin() + 9 * std::ptrdiff_t{row},
                coarse.values.begin() + 9 * std::ptrdiff_t{row_end}, Real(0));
      for_each_contribution(*fine.pattern, P, I, [&](Index at, Index J, float weight) {
        const Real* from = &fine.values[9 * std::size_t(at)];
        Real* to = &coarse.values[9 * std::size_t(place[J])];
        for (int k = 0; k < 9; ++k) to[k] += static_cast<Real>(weight) * from[k];
      });
      if (P.transposed_start[I] == P.transposed_start[I + 1]) {
        const auto diagonal = coarse.block(pattern.diagonal[I]);
        diagonal[0] = diagonal[4] = diagonal[8] = 1;
      }
    }
  });
}

template void galerkin_product(const BlockMatrix<float>&, const Interpolation&, BlockMatrix<float>&);
template void galerkin_product(const BlockMatrix<double>&, const Interpolation&, BlockMatrix<double>&);

}  // namespace sinew
