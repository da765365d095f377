#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/elastic/material.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Bending of a thin sheet, which membrane triangles do not resist, at the edge between two triangles. As long
// as triangles keep their shape (cloth bends far more readily than it stretches), the angle between two of
// them is given by a linear function of the four nodes. The energy is then quadratic in the positions and its
// matrix constant, whatever the rotation of the sheet [Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006].
//
//          2                b = sum_i c_i x_i
//         / .               |b| = 2 sin(angle / 2), which is 0 when flat; along the normal of the edge
//        0---1
//         . /               U = D w |b|^2 / 2
//          3
struct Hinge {
  std::array<Index, 4> nodes;         // the ends of the edge, then the two nodes opposite
  std::array<double, 4> coefficient;  // c_i, 1/m; they sum to zero
  double weight;                      // w, m^0
  std::array<Index, 2> triangles;
};

// One hinge for every edge between two triangles, sorted by edge; none at the boundary. Coefficients depend
// only on the shape of each triangle: the bending force is zero if the sheet is flat, so a sheet that is not
// flat at rest unfolds. Throws Error if an index is out of range, a triangle has no area, or an edge has more
// than two triangles. A sheet bent in both directions at once is as stiff as a plate whose Poisson ratio
// depends on the mesh: -1/3 on equilateral triangles, 0 on squares split by alternating diagonals.
std::vector<Hinge> hinges_of(const SurfaceMesh& rest);

// The bending stiffness of a plate: D = E t^3 / (12 (1 - nu^2)), N m.
double bending_stiffness(const Material& material, double thickness);

// b, dimensionless: the force on node i is -D w c_i b, the energy D w |b|^2 / 2.
Vec3 hinge_bend(const Hinge& hinge, std::span<const Vec3> positions);
// Entry (i, j) of the stiffness matrix, times the identity: D w c_i c_j, N/m. No negative eigenvalue.
double hinge_stiffness(const Hinge& hinge, double D, int i, int j);

}  // namespace sinew
