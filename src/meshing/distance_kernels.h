#pragma once

#include "base/kernels.h"

namespace sinew {

// A bounding volume hierarchy over triangles, in the layout of the kernels.
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
  // On input they are upper bounds (may be infinity), and they keep these values if no triangle is nearer.
  void (*squared_distances)(const DistanceTree& tree, const double* const points[3], int n, double* squared);
  int lanes;
};

SINEW_KERNEL_TABLE(DistanceKernels, distance_kernels);

}  // namespace sinew
