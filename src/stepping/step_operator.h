#pragma once

#include <optional>
#include <span>

#include "linalg/rollers.h"
#include "sinew/base/geometry.h"

namespace sinew {

// The operator of a step, A = stiffness K + mass M, and its parts. Only A is stored, with the columns of held
// nodes (HeldColumns::kKeep), and M in the same pattern. The rows of K sum to zero, so its forces depend on
// differences alone,
//   (K z)_i = sum_j K_ij (z_j - z_i),   K_ij = (A_ij - mass M_ij) / stiffness,
//   (A x)_i = sum_j A_ij (x_j - x_i) + mass m_i x_i,   m_i = sum_j M_ij.
// They are thus exactly zero for a body that was only translated, however far, in spite of the rounding of A.
// Sums are in double; each call is one pass over A and M. Results at held nodes are 0, and projected on the free
// directions at rollers, whose rows and columns A has in full.
template <typename Entry>
class StepOperator {
 public:
  StepOperator(const BlockMatrix<Entry>& A, std::span<const float> mass_matrix, std::span<const char> held,
               std::span<const Roller> rollers = {});

  // Must be called after each change of A.
  void update() {
    if (projected_) projected_->update(A_);
  }
  // Must be called after each change of the mass matrix.
  void sum_masses();
  void set_factors(double stiffness, double mass) { stiffness_ = stiffness, mass_ = mass; }
  // Sets what is added to the diagonal blocks of A, a block per node, or nothing. Refers to it.
  void set_drag(std::span<const Mat3> drag) { drag_ = drag; }

  // r = f + M y + K z
  void residual(std::span<const Block3<double>> f, std::span<const Block3<double>> y,
                std::span<const Block3<double>> z, std::span<Block3<double>> r) const;
  // r -= scale (A + drag) x, for x that is 0 at held nodes and along held directions
  template <typename Real>
  void subtract_product(double scale, std::span<const Block3<Real>> x, std::span<Block3<double>> r) const;
  // The same for all sides of a panel.
  template <typename Real>
  void subtract_product(const PerSide& scale, std::span<const PanelRow<Real>> x,
                        std::span<PanelRow<double>> r, std::span<const Index> colour_start) const;

  // What to solve with: A, or its projection if there are rollers.
  const BlockMatrix<Entry>& matrix() const { return projected_ ? projected_->matrix() : A_; }
  std::span<const char> held() const { return held_; }
  std::span<const Roller> rollers() const { return rollers_; }

 private:
  const BlockMatrix<Entry>& A_;
  std::span<const float> mass_matrix_;
  std::span<const char> held_;
  std::span<const Roller> rollers_;
  std::optional<ProjectedMatrix<Entry>> projected_;  // if there are rollers
  std::vector<double> row_mass_;                     // m_i, kg
  std::span<const Mat3> drag_;
  double stiffness_ = 1, mass_ = 0;
};

}  // namespace sinew
