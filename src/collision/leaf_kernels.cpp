#include "collision/leaf_kernels.h"

#include "base/wide.h"

// A row of the answer is one triangle of the first leaf against all eight of the second, a lane each: one
// register of AVX, or two of SSE. (A type of eight lanes over two registers took five times as long on SSE.)

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

constexpr int kSize = TriangleLeaf::kSize;
constexpr int kWidth = kLanes<float> < kSize ? kLanes<float> : kSize;
using V = Wide<float, kWidth>;
using M = Mask<float, kWidth>;
using Numbers = M::Lanes;  // ints

// Lane i of the mask as bit i.
unsigned long long bits(M mask) {
#if defined(__AVX__)
  return static_cast<unsigned>(__builtin_ia32_movmskps256(cast<V::Lanes>(mask.lanes)));
#elif defined(__SSE2__)
  return static_cast<unsigned>(__builtin_ia32_movmskps(cast<V::Lanes>(mask.lanes)));
#else
  unsigned long long result = 0;
  for (int i = 0; i < kWidth; ++i) result |= static_cast<unsigned long long>(mask[i]) << i;
  return result;
#endif
}

unsigned long long overlaps(const TriangleLeaf& a, const TriangleLeaf& b) {
  unsigned long long found = 0;
  for (int part = 0; part < kSize; part += kWidth) {
    V lower[3], upper[3];
    for (int axis = 0; axis < 3; ++axis)
      lower[axis] = V::load(b.lower[axis] + part), upper[axis] = V::load(b.upper[axis] + part);
    for (int i = 0; i < kSize; ++i) {
      M row = (V(a.lower[0][i]) <= upper[0]) & (V(a.upper[0][i]) >= lower[0]);
      for (int axis = 1; axis < 3; ++axis)
        row = row & (V(a.lower[axis][i]) <= upper[axis]) & (V(a.upper[axis][i]) >= lower[axis]);
      found |= bits(row) << (kSize * i + part);
    }
  }
  return found;
}

// A mask is -1 where it is set, so that the sum of nine of them counts the vertices in common.
unsigned long long overlaps_apart(const TriangleLeaf& a, const TriangleLeaf& b, int most_shared) {
  const unsigned long long boxes = overlaps(a, b);
  if (boxes == 0) return 0;
  const Numbers least = Numbers{} - most_shared;
  unsigned long long found = 0;
  for (int part = 0; part < kSize; part += kWidth) {
    Numbers vertex[3];
    for (int corner = 0; corner < 3; ++corner)
      __builtin_memcpy(&vertex[corner], b.vertex[corner] + part, sizeof vertex[corner]);
    for (int i = 0; i < kSize; ++i) {
      if ((boxes >> (kSize * i) & 0xFF) == 0) continue;
      Numbers common{};
      for (int corner = 0; corner < 3; ++corner)
        for (int other = 0; other < 3; ++other) common += vertex[other] == a.vertex[corner][i];
      found |= bits(M{common >= least}) << (kSize * i + part);
    }
  }
  return found & boxes;
}

void see(const TriangleLeaf& start, const TriangleLeaf& end, const float* drift, TriangleLeaf& seen) {
  for (int axis = 0; axis < 3; ++axis) {
    const V by(drift[axis]);
    for (int part = 0; part < kSize; part += kWidth) {
      const V lower = V::load(end.lower[axis] + part) - by, upper = V::load(end.upper[axis] + part) - by;
      min(V::load(start.lower[axis] + part), lower).store(seen.lower[axis] + part);
      max(V::load(start.upper[axis] + part), upper).store(seen.upper[axis] + part);
    }
  }
  __builtin_memcpy(seen.vertex, start.vertex, sizeof seen.vertex);
}

}  // namespace

const LeafKernels leaf_kernels = {overlaps, overlaps_apart, see};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
