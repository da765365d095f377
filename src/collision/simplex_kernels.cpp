#include "collision/simplex_kernels.h"

#include "base/wide.h"

// Lanes are the directions x, y, z, -, -x, -y, -z, -: the least value along -x is minus the greatest along x. Each
// lane has an order of the corners of its own, and looks up the shares of its own sets of corners.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

constexpr int kDirections = 8;
constexpr int kWidth = kLanes<float> < kDirections ? kLanes<float> : kDirections;
constexpr int kParts = kDirections / kWidth;
using V = Wide<float, kWidth>;
using Numbers = Mask<float, kWidth>::Lanes;  // ints

void swap_if_greater(V& a, V& b, Numbers& corner_a, Numbers& corner_b) {
  const auto wrong = (a > b).lanes;
  const V least = min(a, b);
  b = max(a, b), a = least;
  const Numbers first = wrong ? corner_b : corner_a;
  corner_b = wrong ? corner_a : corner_b, corner_a = first;
}

void sort(const float (*x)[4], SortedSimplex& sorted) {
  float along[4][kDirections];
  for (int i = 0; i < 4; ++i)
    for (int axis = 0; axis < 4; ++axis) along[i][axis] = x[i][axis], along[i][4 + axis] = -x[i][axis];
  for (int part = 0; part < kDirections; part += kWidth) {
    V value[4];
    Numbers corner[4];
    for (int i = 0; i < 4; ++i) value[i] = V::load(along[i] + part), corner[i] = Numbers{} + (1 << i);
    constexpr int kNetwork[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    for (const auto& [i, j] : kNetwork) swap_if_greater(value[i], value[j], corner[i], corner[j]);
    value[0].store(sorted.least + part);
    Numbers above = Numbers{} + 15;
    for (int k = 0; k < 3; ++k) {
      (value[k + 1] - value[k]).store(sorted.gap[k] + part);
      above -= corner[k];
      __builtin_memcpy(sorted.above[k] + part, &above, sizeof above);
    }
  }
}

// The share of above[lane] for each lane; none of these is a set of all corners.
V look_up(const Governor& governor, const int* above) {
  const float* shares = reinterpret_cast<const float*>(&governor);
  Numbers set;
  __builtin_memcpy(&set, above, sizeof set);
#if defined(__AVX2__)
  const V low = cast<V::Lanes>(__builtin_ia32_permvarsf256(V::load(shares).lanes, set));
  const V high = cast<V::Lanes>(__builtin_ia32_permvarsf256(V::load(shares + 8).lanes, set));
  return select(Mask<float, kWidth>{set > 7}, high, low);
#else
  V found;
  for (int lane = 0; lane < kWidth; ++lane) found.lanes[lane] = shares[set[lane]];
  return found;
#endif
}

void bound(const Governor* governors, int count, const SortedSimplex* simplices, float* least) {
  V all[kParts];
  for (int part = 0; part < kParts; ++part) all[part] = V::load(least + part * kWidth);
  for (int g = 0; g < count; ++g) {
    const SortedSimplex& s = simplices[governors[g].simplex];
    for (int part = 0; part < kParts; ++part) {
      const int at = part * kWidth;
      V x = V::load(s.least + at);
      for (int k = 0; k < 3; ++k) x += look_up(governors[g], s.above[k] + at) * V::load(s.gap[k] + at);
      all[part] = min(all[part], x);
    }
  }
  for (int part = 0; part < kParts; ++part) all[part].store(least + part * kWidth);
}

}  // namespace

const SimplexKernels simplex_kernels = {sort, bound};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
