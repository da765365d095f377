#pragma once

#include <array>

#include "linalg/lanes.h"
#include "tet/elastic_assembly.h"

namespace sinew {

// Adds K_ij of a volume element to the block of three columns at `to`; fourth lanes are ignored.
template <typename Real>
void add_stiffness(const StiffnessElement<Real>& element, Real factor, int i, int j, Four<Real>* to) {
  const std::array<Real, 3>&gi = element.gradient[i], &gj = element.gradient[j];
  const Real lambda = factor * element.lambda, mu = factor * element.mu;
  const Four<Real> row = lambda * load_four(gi.data()), turned = mu * load_four(gj.data());
  const Real diagonal = mu * (gi[0] * gj[0] + gi[1] * gj[1] + gi[2] * gj[2]);
  to[0] += row * gj[0] + turned * gi[0] + Four<Real>{diagonal, 0, 0, 0};
  to[1] += row * gj[1] + turned * gi[1] + Four<Real>{0, diagonal, 0, 0};
  to[2] += row * gj[2] + turned * gi[2] + Four<Real>{0, 0, diagonal, 0};
}

}  // namespace sinew
