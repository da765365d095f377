#pragma once

#include <cstdint>

#include "base/kernels.h"

namespace sinew {

// What a sum of compressed columns spends its time on. Vertices have four numbers each, of which the fourth is not used:
// a vertex is then one register.
inline constexpr int kPaddedVertex = 4;

struct SumKernels {
  // g_v += block f, for the entries of one column.
  void (*add_column)(const std::int32_t* vertices, const float* blocks, long entries, const double* f,
                     double* g);
  // u_i = g_i + F_i c, with three rows of `rank` numbers for each vertex in F and three numbers in u.
  void (*add_global)(const float* F, int rank, const double* c, const double* g, long vertices, double* u);
};

SINEW_KERNEL_TABLE(SumKernels, sum_kernels);

}  // namespace sinew
