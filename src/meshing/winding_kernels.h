#pragma once

#include "base/kernels.h"

namespace sinew {

// A bounding volume hierarchy with far fields (winding_number.h), in the layout of the kernels. Lengths are
// relative to the surface's centre and in units of its size. A position is the sum of two floats, of which
// the second holds the rounding error of the first, so that differences of positions have a relative error of
// 10^-7 however close they are.
struct WindingTree {
  struct Node {
    float center[3], center_rest[3];
    float squared_reach;  // points farther than this from the centre use the far field
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
  // Winding numbers of n points; points[0..2] are the x, y, z of all of them, points[3..5] their rounding
  // errors. A point's result does not depend on the others, nor on the instruction set.
  void (*winding)(const WindingTree& tree, const float* const points[6], int n, float* winding);
  int lanes;
};

SINEW_KERNEL_TABLE(WindingKernels, winding_kernels);
SINEW_KERNEL_TABLE(WindingKernels, scalar_winding_kernels);

}  // namespace sinew
