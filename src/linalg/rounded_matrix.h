#pragma once

#include <cstdint>

#include "linalg/block_matrix.h"

namespace sinew {

// A block-sparse matrix for sweeps, which move half the bytes: entries off the diagonal are 16-bit multiples
// of a number per row, the largest of the row over 32767. It is not symmetric, and may have negative energies
// where A has small ones: products that must have neither are A's own. The diagonal is in single precision,
// and gets what rounding took from its row, so that rows keep their sums: a field that A takes to zero
// because it is constant is still taken there. (fp16 has the same size, three bits less where it matters, and
// fails where stiffnesses differ by more than its range.)
//
// The functions do what those of block_matrix.h do for other matrices.
struct RoundedMatrix {
  const BlockPattern* pattern = nullptr;
  UnsetVector<std::int16_t> values;  // 9 per block, and the padding; 0 on the diagonal
  std::vector<float> scale;          // per row
  std::vector<float> diagonal;       // 9 per row, by columns, and the padding

  Index rows() const { return pattern->rows(); }
};

// B = A, rounded, and the inverses of B's diagonal blocks as invert_diagonal gives them. Memory is used again
// where it is enough.
void round_to(const BlockMatrix<float>& A, RoundedMatrix& B, std::vector<float>& inverse_diagonal);

void residual(const RoundedMatrix& A, std::span<const Block3<float>> b, std::span<const Block3<float>> x,
              std::span<Block3<float>> r);
void relax_rows(const RoundedMatrix& A, std::span<const float> inverse_diagonal, float omega,
                std::span<const Block3<float>> b, std::span<Block3<float>> x, Index begin, Index end);
void relax_rows_from_zero(const RoundedMatrix& A, std::span<const float> inverse_diagonal, float omega,
                          std::span<const Block3<float>> b, std::span<Block3<float>> x, Index begin,
                          Index end);
void residual_after_sweep_from_zero(const RoundedMatrix& A, float omega, std::span<const Block3<float>> x,
                                    std::span<Block3<float>> r);

}  // namespace sinew
