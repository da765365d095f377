#pragma once

#include "base/kernels.h"

namespace sinew {

// Deformation gradients side by side, F[3 * column + row], and unit quaternions (w, x, y, z).
struct TurningPack {
  static constexpr int kSize = 16;
  double F[9][kSize] = {};
  double q[4][kSize] = {};
};

struct RotationKernels {
  // Replaces the first `count` quaternions by nearest_rotation(F, q), with the same bits (elastic/rotation.h).
  void (*turn_to_nearest)(TurningPack& pack, int count);
};

SINEW_KERNEL_TABLE(RotationKernels, rotation_kernels);

}  // namespace sinew
