#pragma once

#include <span>
#include <vector>

#include "linalg/block_vector.h"
#include "sinew/base/geometry.h"

namespace sinew {

// The sparsity pattern of a square block-sparse matrix: compressed rows with ascending columns, always
// including the diagonal. The matrices of one mesh share it.
struct BlockPattern {
  std::vector<Index> row_start;  // rows + 1
  std::vector<Index> column;
  std::vector<Index> diagonal;  // per row, the index of its diagonal block in `column`

  Index rows() const { return static_cast<Index>(diagonal.size()); }
  Index blocks() const { return static_cast<Index>(column.size()); }
  // The index of block (row, column) in `column`; -1 if it is not in the pattern.
  Index find(Index row, Index col) const;
};

// Nodes are coupled if they share an element; `nodes` lists the `corners` nodes of each element.
BlockPattern pattern_of_elements(Index node_count, std::span<const Index> nodes, int corners);

// Padding after the last block, so that kernels may read blocks as four or sixteen numbers at once.
inline constexpr std::size_t kBlockPadding = 7;

// Values over a pattern, which must outlive the matrix. A block is stored column by column, entry (r, c) at
// [3 c + r], and without padding (36 bytes in single precision), because solvers are bound by the memory
// bandwidth of reading them.
template <typename Real>
struct BlockMatrix {
  const BlockPattern* pattern = nullptr;
  UnsetVector<Real> values;  // 9 per block, and the padding

  BlockMatrix() = default;
  explicit BlockMatrix(const BlockPattern& p)
      : pattern(&p), values(9 * std::size_t(p.blocks()) + kBlockPadding, Real(0)) {}

  Index rows() const { return pattern->rows(); }
  std::span<Real, 9> block(Index place) { return std::span<Real, 9>(&values[9 * std::size_t(place)], 9); }
  std::span<const Real, 9> block(Index place) const {
    return std::span<const Real, 9>(&values[9 * std::size_t(place)], 9);
  }
};

// Sets `inverse` to the inverses of the diagonal blocks, 9 numbers each, plus the padding; allocates nothing
// if it has that size already. The inverse of a singular block, of a node without elements, is zero: the node
// keeps its value.
template <typename Real>
void invert_diagonal(const BlockMatrix<Real>& A, std::vector<Real>& inverse);

// y_i = D_i x_i for the blocks that invert_diagonal computes; y may be x. Returns x . y.
template <typename Real>
double multiply_diagonal(std::span<const Real> D, std::span<const Block3<Real>> x, std::span<Block3<Real>> y);
// y = A x
template <typename Real>
void multiply(const BlockMatrix<Real>& A, std::span<const Block3<Real>> x, std::span<Block3<Real>> y);
// r = b - A x; r may be b.
template <typename Real>
void residual(const BlockMatrix<Real>& A, std::span<const Block3<Real>> b, std::span<const Block3<Real>> x,
              std::span<Block3<Real>> r);

// The same with vectors and sums in double, over entries in single precision.
void multiply(const BlockMatrix<float>& A, std::span<const Block3<double>> x, std::span<Block3<double>> y);
void residual(const BlockMatrix<float>& A, std::span<const Block3<double>> b,
              std::span<const Block3<double>> x, std::span<Block3<double>> r);

// One Gauss-Seidel sweep of rows [begin, end), which must not be coupled to each other (rows of one colour):
//   x_i <- x_i + omega D_i^-1 (b_i - sum_j A_ij x_j)
template <typename Real>
void relax_rows(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                std::span<const Block3<Real>> b, std::span<Block3<Real>> x, Index begin, Index end);
// The same if x is zero and rows are swept in order: reads neither the blocks after the diagonal nor the part
// of x that belongs to them.
template <typename Real>
void relax_rows_from_zero(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                          std::span<const Block3<Real>> b, std::span<Block3<Real>> x, Index begin, Index end);
// r = b - A x for the x after such a sweep. The sweep has solved each row up to the blocks after the
// diagonal, so only these are read: r_i = (1 / omega - 1) A_ii x_i - sum_{j > i} A_ij x_j.
template <typename Real>
void residual_after_sweep_from_zero(const BlockMatrix<Real>& A, Real omega, std::span<const Block3<Real>> x,
                                    std::span<Block3<Real>> r);

// B = A, rounded to single precision; over the same pattern.
void round_to(const BlockMatrix<double>& A, BlockMatrix<float>& B);

}  // namespace sinew
