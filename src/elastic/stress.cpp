#include "elastic/stress.h"

#include <cmath>

namespace sinew {

Stress cauchy_stress(const Mat3& gradient, double lambda, double mu) {
  const Mat3& H = gradient;
  const double pressure = lambda * trace(H);
  return {pressure + 2 * mu * H(0, 0), pressure + 2 * mu * H(1, 1), pressure + 2 * mu * H(2, 2),
          mu * (H(0, 1) + H(1, 0)),    mu * (H(1, 2) + H(2, 1)),    mu * (H(2, 0) + H(0, 2))};
}

double von_mises(const Stress& stress) {
  const auto& [xx, yy, zz, xy, yz, zx] = stress;
  return std::sqrt(0.5 * ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) +
                   3 * (xy * xy + yz * yz + zx * zx));
}

}  // namespace sinew
