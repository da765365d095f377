#include "base/segment_kernels.h"

#include "base/wide.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

// The point a + t d nearest to the origin has t = -a.d / d.d, kept within [0, 1].
template <typename V>
V distance_to_segment(const V a[3], const V b[3]) {
  const V d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const V along = -(a[0] * d[0] + a[1] * d[1] + a[2] * d[2]);
  const V length2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const V t = select(length2 > V(0), min(max(along / length2, V(0)), V(1)), V(0));
  const V p[3] = {a[0] + t * d[0], a[1] + t * d[1], a[2] + t * d[2]};
  return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

template <typename T, int N>
void distances(const T* const segments[6], int n, T* out) {
  using V = Wide<T, N>;
  for (int i = 0; i < n; i += N) {
    const int count = n - i < N ? n - i : N;
    V ends[6];
    for (int k = 0; k < 6; ++k)
      ends[k] = count == N ? V::load(segments[k] + i) : V::load_some(segments[k] + i, count);
    distance_to_segment(ends, ends + 3).store_some(out + i, count);
  }
}

}  // namespace

const SegmentKernels segment_kernels = {distances<float, kLanes<float>>, distances<double, kLanes<double>>,
                                        kLanes<float>, kLanes<double>};
const SegmentKernels scalar_segment_kernels = {distances<float, 1>, distances<double, 1>, 1, 1};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
