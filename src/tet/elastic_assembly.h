#pragma once

#include "elastic/green_element.h"
#include "tet/elastic_rest.h"

namespace sinew {

// An element's contribution to a stiffness matrix, in one or two cache lines:
//   K_ij = lambda g_i g_j^T + mu g_j g_i^T + mu (g_i . g_j) (I - n n^T)
// with lambda and mu times the volume. The gradients are those at rest for linear strain, and rotated with
// the element for corotated strain: R_e K_e R_e^T is K_e with rotated gradients.
template <typename Real>
struct alignas(64) StiffnessElement {
  std::array<std::array<Real, 3>, 4> gradient;
  Real lambda, mu;
};
template <typename Real>
StiffnessElement<Real> stiffness_element(const RestElement& element, const std::array<Vec3, 4>& gradients);
// For linear strain.
template <typename Real>
std::vector<StiffnessElement<Real>> stiffness_elements(const ElasticRest& rest);

// The consistent mass matrix over the blocks of the pattern (each number stands for a multiple of the
// identity), kg. `lumped` puts the sum of each row on its diagonal.
std::vector<float> mass_matrix(const ElasticRest& rest, bool lumped = false);
// y = M x
void multiply_mass(const BlockPattern& pattern, std::span<const float> mass,
                   std::span<const Block3<double>> x, std::span<Block3<double>> y);
// The mass of each node's share of the body, kg; gravity acts on it.
std::vector<double> nodal_masses(const ElasticRest& rest);

// How the columns of held nodes are assembled. Their rows are cleared, except for the diagonal, which gets
// the mean of the others so that the matrix stays well conditioned.
enum class HeldColumns {
  kDrop,  // symmetric
  kKeep   // as assembled: they give the forces of moving holds
};

// A = stiffness K + mass M
struct MatrixFactors {
  double stiffness, mass;
};

// Computes A in its own precision.
template <typename Real>
void assemble(const ElasticRest& rest, std::span<const StiffnessElement<Real>> elements,
              std::span<const float> mass, const MatrixFactors& factors, HeldColumns columns,
              BlockMatrix<Real>& A);

// The same with the Hessian of Green strain, from the states of the elements (elastic/green_element.h).
template <typename Real>
void assemble_green(const ElasticRest& rest, std::span<const GreenState> states, std::span<const float> mass,
                    const MatrixFactors& factors, HeldColumns columns, BlockMatrix<Real>& A);

}  // namespace sinew
