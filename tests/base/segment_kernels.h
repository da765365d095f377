#pragma once

#include "base/kernels.h"

namespace sinew {

// Distances from the origin to n segments, coordinates in six arrays: start x, y, z, end x, y, z.
template <typename T>
using SegmentDistances = void (*)(const T* const segments[6], int n, T* distances);

struct SegmentKernels {
  SegmentDistances<float> floats;
  SegmentDistances<double> doubles;
  int float_lanes, double_lanes;
};

SINEW_KERNEL_TABLE(SegmentKernels, segment_kernels);
SINEW_KERNEL_TABLE(SegmentKernels, scalar_segment_kernels);

}  // namespace sinew
