#include "multigrid/interpolation.h"

#include <utility>

#include "base/parallel.h"
#include "linalg/lanes.h"

namespace sinew {

namespace {
constexpr Index kInterpolatedRows = 2048;
}

// Counting sort by column. Each part of the rows counts its entries, which tells where those of every column
// go.
void transpose(Interpolation& P) {
  constexpr Index kParts = 8;
  const Index n = P.fine_nodes(), m = P.coarse_nodes,
              part = std::max<Index>(kInterpolatedRows, (n + kParts - 1) / kParts);
  std::vector<std::vector<Index>> fill((n + part - 1) / part);
  parallel_for(n, part, [&](Index begin, Index end) {
    std::vector<Index>& count = fill[begin / part];
    count.assign(m, 0);
    for (Index at = P.row_start[begin]; at < P.row_start[end]; ++at) ++count[P.column[at]];
  });
  P.transposed_start.assign(m + 1, 0);
  Index next = 0;
  for (Index c = 0; c < m; ++c) {
    for (std::vector<Index>& count : fill) next += std::exchange(count[c], next);
    P.transposed_start[c + 1] = next;
  }
  P.transposed_row.resize(P.column.size());
  P.transposed_weight.resize(P.column.size());
  parallel_for(n, part, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index at = P.row_start[i]; at < P.row_start[i + 1]; ++at) {
        const Index place = fill[begin / part][P.column[at]]++;
        P.transposed_row[place] = i;
        P.transposed_weight[place] = P.weight[at];
      }
  });
}

Interpolation renumbered(const Interpolation& P, std::span<const Index> old_of_new_fine,
                         std::span<const Index> new_of_old_coarse) {
  Interpolation Q;
  Q.coarse_nodes = P.coarse_nodes;
  const Index rows = old_of_new_fine.empty() ? P.fine_nodes() : static_cast<Index>(old_of_new_fine.size());
  const auto old_row = [&](Index i) { return old_of_new_fine.empty() ? i : old_of_new_fine[i]; };
  Q.row_start.assign(rows + 1, 0);
  for (Index i = 0; i < rows; ++i)
    Q.row_start[i + 1] = Q.row_start[i] + P.row_start[old_row(i) + 1] - P.row_start[old_row(i)];
  Q.column.resize(Q.row_start[rows]), Q.weight.resize(Q.row_start[rows]);
  parallel_for_each(rows, kInterpolatedRows, [&](Index i) {
    Index to = Q.row_start[i];
    for (Index at = P.row_start[old_row(i)]; at < P.row_start[old_row(i) + 1]; ++at, ++to) {
      Q.column[to] = new_of_old_coarse.empty() ? P.column[at] : new_of_old_coarse[P.column[at]];
      Q.weight[to] = P.weight[at];
    }
  });
  transpose(Q);
  return Q;
}

namespace {

// out_i (+)= sum_k weight_k in(index_k), over compressed rows.
template <typename Real, bool kAdd>
void gather(std::span<const Index> start, std::span<const Index> index, std::span<const float> weight,
            std::span<const Block3<Real>> in, std::span<Block3<Real>> out) {
  parallel_for_each(out.size(), kInterpolatedRows, [&](Index i) {
    Four<Real> sum = kAdd ? load_four(out[i]) : Four<Real>{};
    for (Index at = start[i]; at < start[i + 1]; ++at)
      sum += static_cast<Real>(weight[at]) * load_four(in[index[at]]);
    out[i] = three_of<Real>(sum);
  });
}

}  // namespace

template <typename Real>
void prolongate_add(const Interpolation& P, std::span<const Block3<Real>> coarse,
                    std::span<Block3<Real>> fine) {
  gather<Real, true>(P.row_start, P.column, P.weight, coarse, fine);
}

template <typename Real>
void restrict_to(const Interpolation& P, std::span<const Block3<Real>> fine, std::span<Block3<Real>> coarse) {
  gather<Real, false>(P.transposed_start, P.transposed_row, P.transposed_weight, fine, coarse);
}

template void prolongate_add(const Interpolation&, std::span<const Block3<float>>, std::span<Block3<float>>);
template void prolongate_add(const Interpolation&, std::span<const Block3<double>>,
                             std::span<Block3<double>>);
template void restrict_to(const Interpolation&, std::span<const Block3<float>>, std::span<Block3<float>>);
template void restrict_to(const Interpolation&, std::span<const Block3<double>>, std::span<Block3<double>>);

}  // namespace sinew
