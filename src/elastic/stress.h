#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// A stress tensor as (xx, yy, zz, xy, yz, zx), in Pa.
using Stress = std::array<double, 6>;

// The stress of a displacement gradient H, H_rc = du_r / dx_c, by Hooke's law: lambda tr(e) I + 2 mu e for
// the Cauchy strain e = (H + H^T) / 2.
Stress cauchy_stress(const Mat3& gradient, double lambda, double mu);

// The equivalent uniaxial (von Mises) stress, Pa.
double von_mises(const Stress& stress);

}  // namespace sinew
