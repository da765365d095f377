#pragma once

#include <span>
#include <vector>

#include "linalg/dense_matrix.h"

namespace sinew {

// What was added to make responses positive definite: vertices, and how much their diagonal block grew, in parts of
// their own mean compliance. A vertex that was lifted has a softer skin; its answers at other vertices are the same.
struct Lift {
  std::vector<Index> vertices;  // ascending
  std::vector<double> shares;
};

// Adds to the diagonal of symmetric G what its Cholesky factorisation lacks, so that every system of contact has a
// solution. Vertices are eliminated in the order of `doubt`, least first: additions fall upon those that are doubted
// most. `doubt` has a number for each vertex. Takes the memory of another such matrix.
Lift lift_to_definite(DenseMatrix& G, std::span<const double> doubt);

}  // namespace sinew
