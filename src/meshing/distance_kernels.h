#pragma once

#include "base/kernels.h"

namespace sinew {

// A bounding-volume tree over triangles as kernels read it.
struct DistanceTree {
  struct Node {
    double lower[3], upper[3];  // the box
    int begin, end;             // triangles of a leaf
    int right;                  // right child (the left one follows its parent), or -1 for a leaf
  };
  struct Triangle {
    double corners[3][3];
  };
  const Node* nodes;
  const Triangle* triangles;
};

struct DistanceKernels {
  // Squared distances from n points to the nearest triangle; points[0..2] are the x, y, z of all of them.
  // They come in holding upper bounds (infinity does), and stay so where no triangle is nearer.
  void (*squared_distances)(const DistanceTree& tree, const double* const points[3], int n, double* squared);
  int lanes;
};

SINEW_KERNEL_TABLE(DistanceKernels, distance_kernels);

}  // namespace sinew
