#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// The cube of elastic/cube_element.h of which only a part is solid: its stiffness is the integral over the solid,
//
//   K = K_uu - K_uq K_qq^-1 K_qu,
//
// where u are the displacements of the eight corners and q the same nine fields 1 - x_b^2 per component, whose mean
// strain over the solid is taken off, so that fields of constant strain meet none of them (patch test). Without q
// such a cube locks: 0.4 of a section bends 0.28 of its way, and 0.99 with them.
//
// All values are for the unit cube, as there: a side of s scales the stiffness by s.

// Integrals of x^a y^b z^c over the solid, a, b, c = 0 to 2, where the cube is [-1, 1]^3; at a + 3 b + 9 c. They are
// divided by 8, so that the first one is the filled part of the volume.
struct CubeMoments {
  std::array<double, 27> of{};

  double fill() const { return of[0]; }
  // Adds a box within the cube.
  void add_box(const Vec3& lower, const Vec3& upper);
  // Of the whole cube.
  static CubeMoments whole();
};

// The integrals of the eight trilinear functions of the corners over the solid: for unit density, its lumped masses.
// They have the volume of the solid and its centre.
std::array<double, 8> corner_shares(const CubeMoments& moments);

// K in the modes that strain the cube. With the amplitudes u^_p of octree/solver/kernels/cell_modes.h these are
//
//   u^_x.x, u^_y.y, u^_z.z,  u^_x.y + u^_y.x, u^_y.z + u^_z.y, u^_z.x + u^_x.z,  and u^_xy, u^_yz, u^_zx, u^_xyz.
//
// What is left out are translations and infinitesimal rotations, which therefore meet no force to the last bit.
inline constexpr int kStrainModes = 18;
template <typename Real>
using StrainModes = std::array<Real, kStrainModes>;
// Entry (r, c) at [18 c + r]; symmetric.
template <typename Real>
using StrainMatrix = std::array<Real, kStrainModes * kStrainModes>;

StrainMatrix<double> strain_stiffness(const CubeMoments& moments, double lambda, double mu);

// The mode in terms of u^: strain_modes of u, and its transpose, which adds forces at the corners.
template <typename Real>
struct CornerVectors {
  std::array<std::array<Real, 3>, 8> at{};
};
template <typename Real>
StrainModes<Real> to_strain_modes(CornerVectors<Real> u);
template <typename Real>
CornerVectors<Real> from_strain_modes(const StrainModes<Real>& modes);
template <typename Real>
StrainModes<Real> product(const StrainMatrix<Real>& C, const StrainModes<Real>& modes);

// K over the corners, of 24 rows and columns as in CubeMatrix.
std::array<double, 24 * 24> corner_stiffness(const StrainMatrix<double>& C);

}  // namespace sinew
