#pragma once

#include "base/mat3.h"

namespace sinew {

// A unit quaternion (w, x, y, z).
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
  bool operator==(const Quaternion&) const = default;
};

Mat3 to_matrix(const Quaternion& q);
// To six digits, as a file may give it.
bool is_unit(const Quaternion& q);

// The rotation nearest to F: R of the polar decomposition F = R S where F does not invert, and still a
// proper, steady rotation where it does. Starts from `guess`, which in a simulation is the last step's; a
// good guess ends after one or two of at most `iterations`.
Quaternion nearest_rotation(const Mat3& F, const Quaternion& guess = {}, int iterations = 50);

// A turn by a small angle theta that is taken straight, I + W with W its antisymmetric part, stretches by
// theta^2 / 2 in the plane it turns in: the elastic energy of that, J/m^3. W is that of the displacement
// gradient of an increment; lambda and mu in Pa.
double energy_of_straight_turn(const Mat3& gradient, double lambda, double mu);

}  // namespace sinew
