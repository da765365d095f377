#pragma once

#include "base/kernels.h"

namespace sinew {

// Up to eight triangles of a leaf, side by side: their boxes, and their vertices.
struct TriangleLeaf {
  static constexpr int kSize = 8;
  float lower[3][kSize], upper[3][kSize];  // by axis; where there is no triangle, lower = inf, upper = -inf
  int vertex[3][kSize];                    // by corner
};

struct LeafKernels {
  // Which boxes of two leaves overlap: bit 8 i + j stands for box i of the first and box j of the second.
  unsigned long long (*overlaps)(const TriangleLeaf& a, const TriangleLeaf& b);
  // Likewise, of triangles that have at most `most_shared` (0 to 2) vertices in common.
  unsigned long long (*overlaps_apart)(const TriangleLeaf& a, const TriangleLeaf& b, int most_shared);
  // The boxes of triangles that go from `start` to `end`, as an observer sees them who moves by drift[0 to 2]; and their
  // vertices, which both have.
  void (*see)(const TriangleLeaf& start, const TriangleLeaf& end, const float* drift, TriangleLeaf& seen);
};

SINEW_KERNEL_TABLE(LeafKernels, leaf_kernels);

}  // namespace sinew
