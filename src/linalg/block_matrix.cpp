#include "linalg/block_matrix.h"

#include <algorithm>
#include <functional>

#include "base/parallel.h"
#include "linalg/inverse3.h"
#include "linalg/lanes.h"

namespace sinew {

namespace {

constexpr Index kRowChunk = 512;

}  // namespace

Index BlockPattern::find(Index row, Index col) const {
  const auto begin = column.begin() + row_start[row], end = column.begin() + row_start[row + 1];
  const auto at = std::lower_bound(begin, end, col);
  return at != end && *at == col ? static_cast<Index>(at - column.begin()) : -1;
}

BlockPattern pattern_of_elements(Index node_count, std::span<const Index> nodes, int corners) {
  // Find the elements around each node.
  std::vector<Index> first(node_count + 1, 0);
  for (const Index v : nodes) ++first[v + 1];
  for (Index v = 0; v < node_count; ++v) first[v + 1] += first[v];
  std::vector<Index> elements(nodes.size()), fill(first.begin(), first.end() - 1);
  for (std::size_t i = 0; i < nodes.size(); ++i) elements[fill[nodes[i]]++] = static_cast<Index>(i) / corners;

  // Collect, sort and deduplicate one row at a time; the first pass counts, the second fills.
  auto neighbours = [&](Index v, std::vector<Index>& row) {
    row.assign(1, v);
    for (Index e = first[v]; e < first[v + 1]; ++e)
      for (int c = 0; c < corners; ++c) row.push_back(nodes[std::size_t(elements[e]) * corners + c]);
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  };
  BlockPattern pattern;
  pattern.row_start.assign(node_count + 1, 0);
  parallel_for(node_count, kRowChunk, [&](Index begin, Index end) {
    std::vector<Index> row;
    for (Index v = begin; v < end; ++v) {
      neighbours(v, row);
      pattern.row_start[v + 1] = static_cast<Index>(row.size());
    }
  });
  for (Index v = 0; v < node_count; ++v) pattern.row_start[v + 1] += pattern.row_start[v];
  pattern.column.resize(pattern.row_start[node_count]);
  pattern.diagonal.resize(node_count);
  parallel_for(node_count, kRowChunk, [&](Index begin, Index end) {
    std::vector<Index> row;
    for (Index v = begin; v < end; ++v) {
      neighbours(v, row);
      std::copy(row.begin(), row.end(), pattern.column.begin() + pattern.row_start[v]);
      pattern.diagonal[v] = pattern.find(v, v);
    }
  });
  return pattern;
}

template <typename Real>
void invert_diagonal(const BlockMatrix<Real>& A, std::vector<Real>& inverse) {
  constexpr Index kAhead = 16;
  inverse.assign(9 * std::size_t(A.rows()) + kBlockPadding, Real(0));
  parallel_for(A.rows(), kRowChunk, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      // Prefetch: diagonal blocks are a row apart, too far for the hardware prefetcher.
      if (i + kAhead < end) __builtin_prefetch(A.block(A.pattern->diagonal[i + kAhead]).data());
      invert_block(A.block(A.pattern->diagonal[i]).data(), &inverse[9 * std::size_t(i)]);
    }
  });
}

namespace {

// The sum of A_ij x_j over the entries [begin, end) of one row.
template <typename Entry, typename Real>
Four<Real> times_between(const BlockMatrix<Entry>& A, Index begin, Index end, const Block3<Real>* x) {
  const Index* column = A.pattern->column.data();
  const Entry* block = A.values.data() + 9 * std::size_t(begin);
  Four<Real> sum{};
  for (Index at = begin; at < end; ++at, block += 9) sum += block_times(block, x[column[at]]);
  return sum;
}

template <typename Entry, typename Real>
Four<Real> row_times(const BlockMatrix<Entry>& A, Index i, const Block3<Real>* x) {
  return times_between(A, A.pattern->row_start[i], A.pattern->row_start[i + 1], x);
}

template <typename Entry, typename Real>
void product(const BlockMatrix<Entry>& A, std::span<const Block3<Real>> x, std::span<Block3<Real>> y) {
  parallel_for_each(A.rows(), kRowChunk, [&](Index i) { y[i] = three_of<Real>(row_times(A, i, x.data())); });
}

template <typename Entry, typename Real>
void defect(const BlockMatrix<Entry>& A, std::span<const Block3<Real>> b, std::span<const Block3<Real>> x,
            std::span<Block3<Real>> r) {
  parallel_for_each(A.rows(), kRowChunk,
                    [&](Index i) { r[i] = three_of<Real>(load_four(b[i]) - row_times(A, i, x.data())); });
}

}  // namespace

template <typename Real>
double multiply_diagonal(std::span<const Real> D, std::span<const Block3<Real>> x,
                         std::span<Block3<Real>> y) {
  return parallel_reduce(
      static_cast<Index>(x.size()), kVectorChunk, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) {
          const auto product = three_of<Real>(block_times(&D[9 * std::size_t(i)], x[i]));
          sum += block_dot(x[i], product);
          y[i] = product;
        }
        return sum;
      },
      std::plus<>());
}

template <typename Real>
void multiply(const BlockMatrix<Real>& A, std::span<const Block3<Real>> x, std::span<Block3<Real>> y) {
  product(A, x, y);
}
void multiply(const BlockMatrix<float>& A, std::span<const Block3<double>> x, std::span<Block3<double>> y) {
  product(A, x, y);
}

template <typename Real>
void residual(const BlockMatrix<Real>& A, std::span<const Block3<Real>> b, std::span<const Block3<Real>> x,
              std::span<Block3<Real>> r) {
  defect(A, b, x, r);
}
void residual(const BlockMatrix<float>& A, std::span<const Block3<double>> b,
              std::span<const Block3<double>> x, std::span<Block3<double>> r) {
  defect(A, b, x, r);
}

template <typename Real>
void relax_rows(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                std::span<const Block3<Real>> b, std::span<Block3<Real>> x, Index begin, Index end) {
  for (Index i = begin; i < end; ++i) {
    const Block3<Real> r = three_of<Real>(load_four(b[i]) - row_times(A, i, x.data()));
    x[i] = three_of<Real>(load_four(x[i]) + omega * block_times(&inverse_diagonal[9 * std::size_t(i)], r));
  }
}

template <typename Real>
void relax_rows_from_zero(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                          std::span<const Block3<Real>> b, std::span<Block3<Real>> x, Index begin,
                          Index end) {
  for (Index i = begin; i < end; ++i) {
    const Four<Real> before = times_between(A, A.pattern->row_start[i], A.pattern->diagonal[i], x.data());
    const Block3<Real> r = three_of<Real>(load_four(b[i]) - before);
    x[i] = three_of<Real>(omega * block_times(&inverse_diagonal[9 * std::size_t(i)], r));
  }
}

template <typename Real>
void residual_after_sweep_from_zero(const BlockMatrix<Real>& A, Real omega, std::span<const Block3<Real>> x,
                                    std::span<Block3<Real>> r) {
  const Real rest = 1 / omega - 1;
  parallel_for_each(A.rows(), kRowChunk, [&](Index i) {
    const Index diagonal = A.pattern->diagonal[i];
    Four<Real> sum = -times_between(A, diagonal + 1, A.pattern->row_start[i + 1], x.data());
    if (rest != 0) sum += rest * block_times(&A.values[9 * std::size_t(diagonal)], x[i]);
    r[i] = three_of<Real>(sum);
  });
}

void round_to(const BlockMatrix<double>& A, BlockMatrix<float>& B) {
  parallel_for(A.pattern->blocks(), 4 * kRowChunk, [&](Index begin, Index end) {
    for (std::size_t i = 9 * std::size_t(begin); i < 9 * std::size_t(end); ++i)
      B.values[i] = static_cast<float>(A.values[i]);
  });
}

#define SINEW_FOR(Real)                                                                                     \
  template void invert_diagonal(const BlockMatrix<Real>&, std::vector<Real>&);                              \
  template double multiply_diagonal(std::span<const Real>, std::span<const Block3<Real>>,                   \
                                    std::span<Block3<Real>>);                                               \
  template void multiply(const BlockMatrix<Real>&, std::span<const Block3<Real>>, std::span<Block3<Real>>); \
  template void residual(const BlockMatrix<Real>&, std::span<const Block3<Real>>,                           \
                         std::span<const Block3<Real>>, std::span<Block3<Real>>);                           \
  template void relax_rows(const BlockMatrix<Real>&, std::span<const Real>, Real,                           \
                           std::span<const Block3<Real>>, std::span<Block3<Real>>, Index, Index);           \
  template void relax_rows_from_zero(const BlockMatrix<Real>&, std::span<const Real>, Real,                 \
                                     std::span<const Block3<Real>>, std::span<Block3<Real>>, Index, Index); \
  template void residual_after_sweep_from_zero(const BlockMatrix<Real>&, Real,                              \
                                               std::span<const Block3<Real>>, std::span<Block3<Real>>);
SINEW_FOR(float)
SINEW_FOR(double)
#undef SINEW_FOR

}  // namespace sinew
