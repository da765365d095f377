#include "multigrid/galerkin.h"

#include <algorithm>

#include "base/parallel.h"
#include "linalg/lanes.h"

namespace sinew {

namespace {

constexpr Index kGalerkinRows = 128;

// Visits the columns of coarse row I, some of them more than once:
//   K_IJ = sum_i P_iI sum_j A_ij P_jJ.
template <typename Visit>
void for_each_column(const BlockPattern& fine, const Interpolation& P, Index I, Visit&& visit) {
  for (Index t = P.transposed_start[I]; t < P.transposed_start[I + 1]; ++t) {
    const Index i = P.transposed_row[t];
    for (Index at = fine.row_start[i]; at < fine.row_start[i + 1]; ++at) {
      const Index j = fine.column[at];
      for (Index k = P.row_start[j]; k < P.row_start[j + 1]; ++k) visit(P.column[k]);
    }
  }
}

}  // namespace

BlockPattern galerkin_pattern(const BlockPattern& fine, const Interpolation& P) {
  const Index n = P.coarse_nodes;
  std::vector<std::vector<Index>> rows(n);
  parallel_for(n, kGalerkinRows, [&](Index begin, Index end) {
    std::vector<Index> seen(n, -1);
    for (Index I = begin; I < end; ++I) {
      std::vector<Index>& row = rows[I];
      row.assign(1, I);
      seen[I] = I;
      for_each_column(fine, P, I, [&](Index J) {
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

namespace {

// One coarse row while it is summed up: three columns of four lanes for each of its blocks, and a map from
// coarse nodes to their blocks.
template <typename Real>
class CoarseRow {
 public:
  explicit CoarseRow(const BlockPattern& pattern) : pattern_(pattern), place_(pattern.rows(), -1) {}

  void start(Index I) {
    first_ = pattern_.row_start[I], last_ = pattern_.row_start[I + 1];
    for (Index at = first_; at < last_; ++at) place_[pattern_.column[at]] = 3 * (at - first_);
    columns_.assign(3 * std::size_t(last_ - first_), Four<Real>{});
  }
  // Adds weight_i sum_j A_ij P_jJ for fine row i.
  void add(const BlockMatrix<Real>& fine, const Interpolation& P, Index i, Real weight) {
    const BlockPattern& pattern = *fine.pattern;
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
      const Real* block = &fine.values[9 * std::size_t(at)];
      const Four<Real> a = weight * load_four(block), b = weight * load_four(block + 3),
                       c = weight * load_four(block + 6);
      const Index j = pattern.column[at];
      for (Index k = P.row_start[j]; k < P.row_start[j + 1]; ++k) {
        Four<Real>* to = &columns_[place_[P.column[k]]];
        const Real w = static_cast<Real>(P.weight[k]);
        to[0] += w * a, to[1] += w * b, to[2] += w * c;
      }
    }
  }
  void store(BlockMatrix<Real>& coarse) const {
    for (Index at = first_; at < last_; ++at)
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
          coarse.values[9 * std::size_t(at) + 3 * c + r] = columns_[3 * std::size_t(at - first_) + c][r];
  }

 private:
  const BlockPattern& pattern_;
  std::vector<Index> place_;  // per coarse node: the first column of its block, if the row has one
  std::vector<Four<Real>> columns_;
  Index first_ = 0, last_ = 0;
};

}  // namespace

template <typename Real>
void galerkin_product(const BlockMatrix<Real>& fine, const Interpolation& P, BlockMatrix<Real>& coarse) {
  const BlockPattern& pattern = *coarse.pattern;
  parallel_for(P.coarse_nodes, kGalerkinRows, [&](Index begin, Index end) {
    CoarseRow<Real> row(pattern);
    for (Index I = begin; I < end; ++I) {
      row.start(I);
      for (Index t = P.transposed_start[I]; t < P.transposed_start[I + 1]; ++t)
        row.add(fine, P, P.transposed_row[t], static_cast<Real>(P.transposed_weight[t]));
      row.store(coarse);
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
