#include "linalg/rounded_matrix.h"

#include "base/parallel.h"
#include "linalg/inverse3.h"
#include "linalg/rounded_kernels.h"

namespace sinew {

namespace {

constexpr Index kRowChunk = 512;

const RoundedKernels& kernels() {
  static const RoundedKernels& best = rounded_kernels_for(best_instruction_set());
  return best;
}

RoundedRows rows_of(const RoundedMatrix& A, const float* inverse = nullptr) {
  const BlockPattern& p = *A.pattern;
  return {p.row_start.data(), p.column.data(), p.diagonal.data(), p.blocks(),
          A.values.data(),    A.scale.data(),  A.diagonal.data(), inverse};
}

const float* data(std::span<const Block3<float>> x) { return &x.data()->x; }
float* data(std::span<Block3<float>> x) { return &x.data()->x; }

}  // namespace

void round_to(const BlockMatrix<float>& A, RoundedMatrix& B, std::vector<float>& inverse_diagonal) {
  const BlockPattern& pattern = *A.pattern;
  B.pattern = &pattern;
  B.values.resize(9 * std::size_t(pattern.blocks()) + kBlockPadding);
  B.scale.resize(pattern.rows());
  B.diagonal.resize(9 * std::size_t(pattern.rows()) + kBlockPadding);
  inverse_diagonal.resize(9 * std::size_t(pattern.rows()) + kBlockPadding);
  parallel_for(pattern.rows(), kRowChunk, [&](Index begin, Index end) {
    kernels().round(pattern.row_start.data(), pattern.diagonal.data(), A.values.data(), begin, end,
                    B.values.data(), B.scale.data(), B.diagonal.data());
    for (std::size_t i = begin; i < std::size_t(end); ++i)
      invert_block(&B.diagonal[9 * i], &inverse_diagonal[9 * i]);
  });
}

void residual(const RoundedMatrix& A, std::span<const Block3<float>> b, std::span<const Block3<float>> x,
              std::span<Block3<float>> r) {
  parallel_for(A.rows(), kRowChunk, [&](Index begin, Index end) {
    kernels().residual(rows_of(A), data(b), data(x), begin, end, data(r));
  });
}

void relax_rows(const RoundedMatrix& A, std::span<const float> inverse_diagonal, float omega,
                std::span<const Block3<float>> b, std::span<Block3<float>> x, Index begin, Index end) {
  kernels().relax(rows_of(A, inverse_diagonal.data()), omega, data(b), begin, end, data(x));
}

void relax_rows_from_zero(const RoundedMatrix& A, std::span<const float> inverse_diagonal, float omega,
                          std::span<const Block3<float>> b, std::span<Block3<float>> x, Index begin,
                          Index end) {
  kernels().relax_from_zero(rows_of(A, inverse_diagonal.data()), omega, data(b), begin, end, data(x));
}

void residual_after_sweep_from_zero(const RoundedMatrix& A, float omega, std::span<const Block3<float>> x,
                                    std::span<Block3<float>> r) {
  parallel_for(A.rows(), kRowChunk, [&](Index begin, Index end) {
    kernels().residual_after(rows_of(A), 1 / omega - 1, data(x), begin, end, data(r));
  });
}

}  // namespace sinew
