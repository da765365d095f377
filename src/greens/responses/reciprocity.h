#pragma once

#include <vector>

#include "linalg/dense_matrix.h"

namespace sinew {

// How far responses are from reciprocity: |G - G^T| / |G + G^T|, of blocks G_ij / sqrt(g_i g_j), where g_i is the mean
// compliance of vertex i under a force on itself. Without that scale, an ear that swings would blame all other
// vertices for its own error.
struct Asymmetry {
  double all = 0;
  std::vector<double> vertices;  // of the columns of each
};

// The g_i, m/N: a third of the trace of diagonal blocks, without signs.
std::vector<double> own_compliances(const DenseMatrix& G);

// Replaces G by its symmetric half, (G + G^T) / 2, and tells how far it was from it.
Asymmetry make_symmetric(DenseMatrix& G);

}  // namespace sinew
