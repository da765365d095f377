#pragma once

#include <array>

#include "elastic/tetrahedron_element.h"

namespace sinew {

// The tetrahedron of ten nodes with straight edges: displacements are quadratic, so that it bends without
// shearing and hardly locks as Poisson's ratio nears 1/2. Nodes 0 to 3 are the corners, node 4 + e is the
// middle of edge e of kTetrahedronEdges (mesh/tetrahedron_edges.h). In barycentric coordinates b, with
// gradients g of the linear element (TetrahedronShape):
//
//   corner i:       phi = b_i (2 b_i - 1),   grad phi = (4 b_i - 1) g_i
//   edge (i, j):    phi = 4 b_i b_j,         grad phi = 4 (b_i g_j + b_j g_i)

inline constexpr int kQuadraticNodes = 10;
using Barycentric = std::array<double, 4>;

// phi of every node at a point, and their gradients, 1/m.
std::array<double, kQuadraticNodes> quadratic_values(const Barycentric& b);
std::array<Vec3, kQuadraticNodes> quadratic_gradients(const TetrahedronShape& shape, const Barycentric& b);

// Blocks (i, 0) to (i, 9) of the stiffness matrix of linear (Cauchy) strain.
std::array<ElementBlock, kQuadraticNodes> quadratic_stiffness_row(const TetrahedronShape& shape,
                                                                  double lambda, double mu, int i);

// The share of the volume that a constant force per volume puts on each node, the integral of phi: less
// than nothing at corners, -1/20, and 1/5 on edges.
inline double quadratic_share(int node) { return node < 4 ? -0.05 : 0.2; }

}  // namespace sinew
