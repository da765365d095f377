#pragma once

#include <cstdint>

#include "linalg/block_matrix.h"

namespace sinew {

// A block-sparse matrix for sweeps, with half the bytes: entries off the diagonal are 16-bit multiples of one
// number per row, the largest entry of the row over 32767. The matrix is not symmetric, and x . B x may be
// negative for fields x of small energy. Use A itself for products that need symmetry or positive energies.
// The diagonal is in single precision, and the rounding errors of a row are added to its diagonal, so that
// rows keep their sums: constant fields that A maps to zero are still mapped to zero. (fp16 has the same
// size, three bits fewer for the large entries, and fails if stiffnesses differ by more than its range.)
//
// The functions do the same as those of block_matrix.h.
struct RoundedMatrix {
  const BlockPattern* pattern = nullptr;
  UnsetVector<std::int16_t> values;  // 9 per block, and the padding; 0 on the diagonal
  std::vector<float> scale;          // per row
  std::vector<float> diagonal;       // 9 per row, by columns, and the padding

  Index rows() const { return pattern->rows(); }
};

// B = A, rounded, and the inverses of B's diagonal blocks as invert_diagonal computes them. Memory is reused
// if it is large enough.
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
