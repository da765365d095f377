#include "greens/wavelets/hierarchical_columns.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kColumns = 4;  // that a thread makes at a time

// sum += weight share, number by number.
void add_share(double weight, std::span<const float> share, std::span<double> sum) {
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weight * static_cast<double>(share[k]);
}

// Adds the blocks of column c, row by row.
void add_column(double weight, const ColumnView& columns, Index c, std::span<double> coefficients) {
  for (std::uint64_t e = columns.offsets[c]; e < columns.offsets[c + 1]; ++e) {
    double* to = &coefficients[static_cast<std::size_t>(9) * columns.vertices[e]];
    const float* block = &columns.blocks[9 * e];
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t a = 0; a < 3; ++a) to[3 * a + b] += weight * static_cast<double>(block[3 * b + a]);
  }
}

// The share of a force that is spread over vertices: sum_j w_j F_j^T.
std::vector<float> spread_share(const SparseRows& spread, Index row, const GlobalTerm& global) {
  const std::size_t size = static_cast<std::size_t>(3) * global.rank;
  std::vector<double> sum(size);
  for (std::size_t e = 0; e < spread.columns_of(row).size(); ++e)
    add_share(spread.weights_of(row)[e], global.F.subspan(size * spread.columns_of(row)[e], size), sum);
  return {sum.begin(), sum.end()};
}

}  // namespace

void refine_columns(const HierarchicalForces& forces, Index level, const ColumnView& finer,
                    const ColumnEncoder& encoder, Index begin, Index end, ColumnStore& out) {
  const SparseRows& refinement = forces.refinement(level);
  const std::size_t share_size = finer.shares.size() / static_cast<std::size_t>(finer.count());
  std::vector<ColumnStore> parts((end - begin + kColumns - 1) / kColumns);
  parallel_for(end - begin, kColumns, [&](Index first, Index last) {
    std::vector<double> coefficients(static_cast<std::size_t>(9) * encoder.count()), share(share_size);
    for (Index c = begin + first; c < begin + last; ++c) {
      std::fill(coefficients.begin(), coefficients.end(), 0), std::fill(share.begin(), share.end(), 0);
      for (std::size_t e = 0; e < refinement.columns_of(c).size(); ++e) {
        const Index j = refinement.columns_of(c)[e];
        add_column(refinement.weights_of(c)[e], finer, j, coefficients);
        add_share(refinement.weights_of(c)[e], finer.shares.subspan(share_size * j, share_size), share);
      }
      encoder.encode_transformed(std::vector<float>(share.begin(), share.end()), coefficients,
                                 parts[first / kColumns]);
    }
  });
  for (const ColumnStore& part : parts) out.append(part.view());
}

void spread_columns(const ResponseSource& source, const SparseRows& spread, Index begin, Index end,
                    std::vector<double>& G) {
  const auto size = static_cast<std::size_t>(3) * source.count();
  G.assign(3 * size * static_cast<std::size_t>(end - begin), 0);
  for (Index c = begin; c < end; ++c)
    for (std::size_t e = 0; e < spread.columns_of(c).size(); ++e)
      for (std::size_t axis = 0; axis < 3; ++axis)
        G[(static_cast<std::size_t>(c - begin) * 3 + axis) * size +
          static_cast<std::size_t>(3) * spread.columns_of(c)[e] + axis] = spread.weights_of(c)[e];
  source.respond(G, G);
}

void respond_to_spread(const ResponseSource& source, const SparseRows& spread, const GlobalTerm& global,
                       const ColumnEncoder& encoder, Index begin, Index end, ColumnStore& out) {
  std::vector<float> shares;
  for (Index c = begin; c < end; ++c) {
    const std::vector<float> share = spread_share(spread, c, global);
    shares.insert(shares.end(), share.begin(), share.end());
  }
  std::vector<double> G;
  spread_columns(source, spread, begin, end, G);
  encoder.encode(shares, G, out);
}

}  // namespace sinew
