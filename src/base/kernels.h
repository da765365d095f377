#pragma once

#include "base/instruction_set.h"

// How a kernel is compiled for every instruction set and chosen at run time.
//
//     leaf_kernels.h      struct LeafKernels { void (*distances)(const float* x, int n, float* out); };
//                         SINEW_KERNEL_TABLE(LeafKernels, leaf_kernels);
//     leaf_kernels.cpp    compiled once per set, with SINEW_KERNEL_NAMESPACE = baseline, avx2, avx512:
//                           #include "base/wide.h"
//                           namespace sinew::SINEW_KERNEL_NAMESPACE {
//                           namespace { void distances(...) { Wide<float> ... } }
//                           const LeafKernels leaf_kernels = {distances};
//                           }
//     CMakeLists.txt      sinew_add_kernels(sinew_mesh leaf_kernels.cpp)
//     who calls it        static const LeafKernels& kernels = leaf_kernels_for(best_instruction_set());
//
// The linker keeps one copy of an inline function, from any of its units: if it was compiled for AVX2, an
// older machine would crash wherever it is called. So a kernel source includes base/wide.h, its own header
// and C headers, nothing else (no Vec3, no <algorithm>), and all it defines lives in the namespace of its
// set. scripts/check_instruction_sets.py reads the object files and refuses any other symbol.

#if defined(__x86_64__) && !defined(SINEW_BASELINE_ONLY)
#define SINEW_KERNEL_TABLE(Table, table)                                          \
  namespace baseline {                                                            \
  extern const Table table;                                                       \
  }                                                                               \
  namespace avx2 {                                                                \
  extern const Table table;                                                       \
  }                                                                               \
  namespace avx512 {                                                              \
  extern const Table table;                                                       \
  }                                                                               \
  static inline const Table& table##_for(::sinew::InstructionSet set) {           \
    if (set == ::sinew::InstructionSet::kAvx512) return avx512::table;            \
    return set == ::sinew::InstructionSet::kAvx2 ? avx2::table : baseline::table; \
  }                                                                               \
  static_assert(true)
#else
#define SINEW_KERNEL_TABLE(Table, table)                                                      \
  namespace baseline {                                                                        \
  extern const Table table;                                                                   \
  }                                                                                           \
  static inline const Table& table##_for(::sinew::InstructionSet) { return baseline::table; } \
  static_assert(true)
#endif
