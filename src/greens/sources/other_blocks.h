#pragma once

#include "greens/sources/finite_element_source.h"

namespace sinew {

// The blocks of responses beside the self-effect G of free vertices F [JamesPai03, fig. 6, Eq. 7-10], in force form.
// U: held vertices, whose displacements u are given and whose reactions r answer, the forces (N) of supports on them.
//
//   u_F = G f_F + X_FU u_U + B g
//   r_U = -X_FU^T f_F + X_UU u_U + R g        g: gravity, m/s^2
//
// Columns are dense, three for each vertex, with three numbers for each free vertex, or each held one, ascending.

// X_FU and X_UU for some held vertices, by their places among the held ones. Sized by the function.
struct SupportColumns {
  std::vector<double> displacements, reactions;  // m/m, N/m
};
SupportColumns support_columns(const FiniteElementSource& source, std::span<const Index> held);

// r_U under forces on free vertices, any number of dense columns: what -X_FU^T says, from the elements themselves.
std::vector<double> support_reactions(const FiniteElementSource& source, std::span<const double> F);

// B and R, three columns each, and the sum over the mass of the displacements they give the whole body (kg m): half
// of g . on_mass g is its work.
struct WeightColumns {
  std::vector<double> displacements, reactions;
  Mat3 on_mass;
};
WeightColumns weight_columns(const FiniteElementSource& source);

// Extra rows [JamesPai03, sec. 3.1.3]: what the field is at points inside under forces on free vertices. Components of
// strain (engineering shears) and stress (Pa) are xx, yy, zz, xy, yz, zx.
enum class InnerQuantity { kDisplacement, kStrain, kStress };
// 3 count() numbers for each component of each point: the value is the product with f_F. Since K is symmetric, a row
// is the response to the forces that its components would be if they were work. Throws Error if a point is outside.
std::vector<double> inner_rows(const FiniteElementSource& source, std::span<const Vec3> points,
                               InnerQuantity what);
inline int components_of(InnerQuantity what) { return what == InnerQuantity::kDisplacement ? 3 : 6; }

}  // namespace sinew
