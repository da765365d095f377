#pragma once

#include "base/mat3.h"
#include "tet/tet_rest.h"

namespace sinew {

// The matrices of a body, each node gathering its own row from the elements around it: in parallel without
// locks, and in one order whatever the number of threads.

// A = stiffness_factor K + mass_factor M, with the consistent mass matrix. `rotations` per element gives the
// corotated stiffness R_e K_e R_e^T; empty, the linear one. Rows and columns of fixed nodes are emptied but
// for the diagonal, which gets the mean of the others' so that the matrix keeps its condition.
template <typename Real>
void assemble(const TetRest& rest, std::span<const Mat3> rotations, double stiffness_factor,
              double mass_factor, BlockMatrix<Real>& A);

// The consistent mass matrix by blocks of the pattern (each stands for its multiple of the identity), kg.
// `lumped` puts each row's sum on its diagonal.
std::vector<float> mass_matrix(const TetRest& rest, bool lumped = false);
// y = M x
void multiply_mass(const TetRest& rest, std::span<const float> mass, std::span<const Block3<double>> x,
                   std::span<Block3<double>> y);

// Mass of each node's share of the body, kg: what gravity pulls at.
std::vector<double> nodal_masses(const TetRest& rest);

}  // namespace sinew
