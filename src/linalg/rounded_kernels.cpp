#include "linalg/rounded_kernels.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "base/wide.h"

// A block, nine numbers by columns, is read as sixteen, the rest of which is ignored, and multiplied by the
// numbers of x that belong to its columns:
//
//     block   a00 a10 a20  a01 a11 a21  a02 a12 a22  . . .
//     x       x0  x0  x0   x1  x1  x1   x2  x2  x2   . . .
//
// Sums are kept in sixteen lanes until the end of a row, where the three lanes of each component are added.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

constexpr long kAhead = 32;  // blocks to prefetch
using Four = Wide<float, 4>;
using Nine = Wide<float, 16>;

Four load_row(const float* x, long row) { return Four::load(x + 4 * row); }

// If one instruction does this, it must be named: the compiler takes the general form through memory.
[[gnu::always_inline]] inline Nine by_columns(Four x) {
#if defined(__AVX512F__)
  const __m512i from = _mm512_setr_epi32(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3);
  const __m512 four = _mm512_castps128_ps512(cast<__m128>(x.lanes));
  return cast<Nine::Lanes>(_mm512_maskz_permutexvar_ps(0xffff, from, four));
#elif defined(__AVX2__)
  const __m256 four = _mm256_castps128_ps256(cast<__m128>(x.lanes));
  const __m256 low = _mm256_permutevar8x32_ps(four, _mm256_setr_epi32(0, 0, 0, 1, 1, 1, 2, 2));
  const __m256 high = _mm256_permutevar8x32_ps(four, _mm256_setr_epi32(2, 3, 3, 3, 3, 3, 3, 3));
  struct {
    __m256 low, high;
  } both{low, high};
  return cast<Nine::Lanes>(both);
#endif
  return __builtin_shufflevector(x.lanes, x.lanes, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3);
}

[[gnu::always_inline]] inline Nine load_block(const std::int16_t* block) {
#if defined(__AVX512F__)
  const __m256i shorts = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block));
  const __m512i whole = _mm512_maskz_cvtepi16_epi32(0xffff, shorts);
  return cast<Nine::Lanes>(_mm512_maskz_cvtepi32_ps(0xffff, whole));
#else
  typedef std::int16_t Shorts __attribute__((vector_size(32)));
  Shorts shorts;
  __builtin_memcpy(&shorts, block, sizeof shorts);
  return __builtin_convertvector(shorts, Nine::Lanes);
#endif
}

// Adds the three lanes of each component.
[[gnu::always_inline]] inline Four add_columns(Nine sum) {
  const auto& v = sum.lanes;
  const Four a = __builtin_shufflevector(v, v, 0, 1, 2, 15), b = __builtin_shufflevector(v, v, 3, 4, 5, 15),
             c = __builtin_shufflevector(v, v, 6, 7, 8, 15);
  const Four three = a + b + c;
  return __builtin_shufflevector(three.lanes, Four(0.0F).lanes, 0, 1, 2, 4);
}

[[gnu::always_inline]] inline Four block_times(const float* block, Four x) {
  return add_columns(Nine::load(block) * by_columns(x));
}

// The sum over the entries [begin, end) of a row, without the diagonal.
[[gnu::always_inline]] inline Four sum_of(const RoundedRows& A, long row, long begin, long end,
                                          const float* x) {
  Nine sum(0.0F);
  const std::int16_t* block = A.values + 9 * begin;
  for (long at = begin; at < end; ++at, block += 9) {
    // Prefetch for the rows that are swept next, whose neighbours may lie anywhere.
    const long ahead = at + kAhead < A.blocks ? at + kAhead : at;
    __builtin_prefetch(x + 4 * long(A.column[ahead]));
    sum += load_block(block) * by_columns(load_row(x, A.column[at]));
  }
  return Four(A.scale[row]) * add_columns(sum);
}

// The sum over all blocks of a row; the diagonal's place holds zeros.
[[gnu::always_inline]] inline Four row_times(const RoundedRows& A, long row, const float* x) {
  return sum_of(A, row, A.row_start[row], A.row_start[row + 1], x) +
         block_times(A.diagonal + 9 * row, load_row(x, row));
}

void residual(const RoundedRows& A, const float* b, const float* x, int begin, int end, float* r) {
  for (long i = begin; i < end; ++i) (load_row(b, i) - row_times(A, i, x)).store(r + 4 * i);
}

void relax(const RoundedRows& A, float omega, const float* b, int begin, int end, float* x) {
  for (long i = begin; i < end; ++i) {
    const Four r = load_row(b, i) - row_times(A, i, x);
    (load_row(x, i) + Four(omega) * block_times(A.inverse + 9 * i, r)).store(x + 4 * i);
  }
}

void relax_from_zero(const RoundedRows& A, float omega, const float* b, int begin, int end, float* x) {
  for (long i = begin; i < end; ++i) {
    const Four r = load_row(b, i) - sum_of(A, i, A.row_start[i], A.diagonal_place[i], x);
    (Four(omega) * block_times(A.inverse + 9 * i, r)).store(x + 4 * i);
  }
}

void residual_after(const RoundedRows& A, float rest, const float* x, int begin, int end, float* r) {
  for (long i = begin; i < end; ++i) {
    const Four after = sum_of(A, i, A.diagonal_place[i] + 1, A.row_start[i + 1], x);
    (Four(rest) * block_times(A.diagonal + 9 * i, load_row(x, i)) - after).store(r + 4 * i);
  }
}

[[gnu::always_inline]] inline float largest_of(Nine v) {
  float lanes[16], most = 0;
  v.store(lanes);
  for (int k = 0; k < 9; ++k) most = lanes[k] > most ? lanes[k] : most;
  return most;
}

// Rounds to the nearest integer, for |v| < 2^22: adding a number this large drops all bits below 1.
[[gnu::always_inline]] inline Nine rounded(Nine v) {
  const Nine far(12582912.0F);  // 1.5 * 2^23
  return (v + far) - far;
}

// Stores integers.
[[gnu::always_inline]] inline void store_block(Nine v, std::int16_t* block) {
#if defined(__AVX512F__)
  const __m512i whole = _mm512_maskz_cvtps_epi32(0xffff, cast<__m512>(v.lanes));
  _mm256_mask_storeu_epi16(block, 0x1ff, _mm512_maskz_cvtepi32_epi16(0xffff, whole));
  return;
#endif
  typedef std::int16_t Shorts __attribute__((vector_size(32)));
  const Shorts shorts = __builtin_convertvector(v.lanes, Shorts);
  __builtin_memcpy(block, &shorts, 9 * sizeof *block);
}

void round(const std::int32_t* row_start, const std::int32_t* diagonal_place, const float* exact, int begin,
           int end, std::int16_t* values, float* scale, float* diagonal) {
  for (long i = begin; i < end; ++i) {
    const long on_diagonal = diagonal_place[i];
    Nine most(0.0F);
    for (long at = row_start[i]; at < row_start[i + 1]; ++at)
      if (at != on_diagonal) most = max(abs(Nine::load(exact + 9 * at)), most);
    const float largest = largest_of(most), to_whole = largest > 0 ? 32767 / largest : 0;
    scale[i] = largest / 32767;
    Nine lost(0.0F);
    for (long at = row_start[i]; at < row_start[i + 1]; ++at) {
      const Nine block = Nine::load(exact + 9 * at);
      const Nine whole = at == on_diagonal ? Nine(0.0F) : rounded(Nine(to_whole) * block);
      store_block(whole, values + 9 * at);
      lost += block - Nine(scale[i]) * whole;  // on the diagonal, the whole block
    }
    lost.store_some(diagonal + 9 * i, 9);
  }
}

}  // namespace

const RoundedKernels rounded_kernels = {round, residual, relax, relax_from_zero, residual_after};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
