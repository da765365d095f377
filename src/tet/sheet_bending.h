#pragma once

#include "elastic/plate_bending.h"
#include "linalg/block_matrix.h"

namespace sinew {

// What resists the bending of a sheet. Its energy is quadratic in the displacements and the same along every
// axis, so that one number per block of the sheet's pattern holds its matrix.
struct SheetBending {
  double factor = 0;            // on the bending stiffness of a plate
  PlateElements plate;          // empty if the sheet does not resist bending
  std::vector<Mat3> stiffness;  // per element of the plate: H, N m^3
  std::vector<double> matrix;   // K_b over the blocks of the pattern, each times the identity, N/m
  bool is_of_one_material = false;

  bool empty() const { return plate.empty(); }
};

// Couples the corners of each triangle, and the nodes on which the curvature of a triangle depends. In a sheet
// of one material, many of the latter pairs cancel in the sum over elements and are left out.
BlockPattern bending_pattern(const SurfaceMesh& mesh, const PlateElements& plate, bool is_of_one_material);
void renumber_nodes(PlateElements& plate, std::span<const Index> new_of_old);

// Computes stiffnesses and matrix for a sheet of this thickness (m). `materials` has one entry per triangle, or
// one for all.
void set_materials(SheetBending& bending, const BlockPattern& pattern, std::span<const Material> materials,
                   double thickness);

// Row v of K_b x, N, where x(node) is a displacement, m.
template <typename Displacement>
Vec3 bending_row(const SheetBending& bending, const BlockPattern& pattern, Index v, const Displacement& x) {
  Vec3 sum;
  for (Index at = pattern.row_start[v]; at < pattern.row_start[v + 1]; ++at)
    sum += bending.matrix[at] * x(pattern.column[at]);
  return sum;
}

// The energy of an element of the plate, J.
template <typename Displacement>
double bending_energy(const SheetBending& bending, Index element, const Displacement& x) {
  std::array<Vec3, 3> k;  // k_xx, k_yy and k_xy of each coordinate
  for (const CurvatureTerm& term : bending.plate.terms_of(element)) {
    const Vec3 at_node = x(term.node);
    for (int i = 0; i < 3; ++i) k[i] += term.weight[i] * at_node;
  }
  double twice = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) twice += bending.stiffness[element](i, j) * dot(k[i], k[j]);
  return twice / 2;
}

}  // namespace sinew
