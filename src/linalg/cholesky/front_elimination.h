#pragma once

#include <cstddef>

#include "linalg/cholesky/front_kernels.h"

namespace sinew {

// Sets numbers to zero, in chunks that several threads share: the system also clears the pages of new memory,
// which takes longer than the zeros.
void clear(double* begin, std::size_t count);

// Eliminates the columns of a front: partial Cholesky, A_11 = L_11 L_11^T, L_21 = A_21 L_11^-T and A_22
// -= L_21 L_21^T, where A_22 is the rest. Large fronts are cut into parts that run in parallel; every
// entry is computed by one of them, in the same order for any number of threads. False if the columns are
// not positive definite.
bool eliminate(const FrontKernels& kernels, const DenseFront& front);

}  // namespace sinew
