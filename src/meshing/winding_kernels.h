#pragma once

#include "base/kernels.h"

namespace sinew {

// A bounding-volume tree with far fields (winding_number.h) as kernels read it. Lengths are in units of the
// surface's size about its centre. A position is the sum of two floats, of which the second holds what the
// first rounds away, so that differences of positions are exact to a part in 10^7 however close they are.
struct WindingTree {
  struct Node {
    float center[3], center_rest[3];
    float squared_reach;  // a point further than this from the centre sees the far field
    float N[3];           // sum of area normals
    float C[6];           // first moment, symmetric part: xx, yy, zz, then 2 yz, 2 zx, 2 xy
    float trace;
    int begin, end;  // triangles of a leaf
    int right;       // right child (the left one follows its parent), or -1 for a leaf
  };
  struct Triangle {
    float corners[3][3];  // from the centre of its leaf
  };
  const Node* nodes;
  const Triangle* triangles;
};

struct WindingKernels {
  // Winding numbers of n points; points[0..2] are the x, y, z of all of them, points[3..5] what these round
  // away. A point's result does not depend on the others, nor on the instruction set.
  void (*winding)(const WindingTree& tree, const float* const points[6], int n, float* winding);
  int lanes;
};

SINEW_KERNEL_TABLE(WindingKernels, winding_kernels);
SINEW_KERNEL_TABLE(WindingKernels, scalar_winding_kernels);

}  // namespace sinew
