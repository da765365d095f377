#pragma once

#include <array>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The six dihedral angles in degrees, at the edges ab, ac, ad, bc, bd, cd. They depend on the shape alone: an
// inverted tetrahedron has the angles of its mirror image.
std::array<double, 6> dihedral_angles(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// The smallest and the largest of them, several times faster; accurate to 1e-6 degrees.
DihedralRange dihedral_range(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

// Mean ratio 12 (3V)^(2/3) / (sum of squared edge lengths): 1 for the regular tetrahedron, 0 for a flat one,
// negative for an inverted one. Does not depend on size or place.
double mean_ratio(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace sinew
