#pragma once

#include <span>

#include "sinew/base/geometry.h"

namespace sinew {

// The rotation nearest to F: R of the polar decomposition F = R S if F does not invert; if it does, still a
// proper rotation that changes continuously. Starts from `guess`, in a simulation that of the last step; from
// a good guess one or two iterations (of at most `iterations`) are enough.
Quaternion nearest_rotation(const Mat3& F, const Quaternion& guess = {}, int iterations = 50);

// rotations[i] = nearest_rotation(F[i], rotations[i]), several at a time.
void turn_to_nearest(std::span<const Mat3> F, std::span<Quaternion> rotations);

// The elastic energy of a linearised rotation, J/m^3: a rotation by a small angle theta along straight lines,
// I + W with W antisymmetric, stretches by theta^2 / 2 in the plane of rotation. W is the antisymmetric part
// of the displacement gradient of an increment; lambda and mu in Pa.
double energy_of_straight_turn(const Mat3& gradient, double lambda, double mu);

}  // namespace sinew
