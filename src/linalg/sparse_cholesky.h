#pragma once

#include <memory>
#include <vector>

#include "base/instruction_set.h"
#include "linalg/panel.h"

namespace sinew {

// How a matrix is read: the diagonal is multiplied by 1 + raise, and couplings to rows marked in `apart`
// are left out. Of each pair of blocks the one below the diagonal is read.
struct MatrixReading {
  std::span<const char> apart = {};
  double raise = 0;
};

// Multifrontal Cholesky factorisation of a symmetric positive definite block matrix, P A P^T = L L^T, in
// double precision. src/linalg/cholesky has the steps: an order by nested dissection
// (nested_dissection.h), the fronts and their tree (front_tree.h), the elimination (multifrontal.h) on
// dense kernels (front_kernels.h).
class SparseCholesky {
 public:
  explicit SparseCholesky(InstructionSet set = best_instruction_set());
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  // Finds the order and the fronts and allocates the memory. factor() does so for each new pattern object.
  void analyse(const BlockPattern& pattern);
  // False if the matrix is not positive definite. Allocates nothing if the pattern is the same object as
  // before.
  template <typename Real>
  bool factor(const BlockMatrix<Real>& A, const MatrixReading& reading = {});

  // x = A^-1 b; x may be b. `work` is scratch memory, which grows as needed.
  template <typename Real>
  void solve(std::span<const Block3<Real>> b, std::span<Block3<Real>> x, std::vector<double>& work) const;
  // The same for all sides of a panel; the factors are read once.
  template <typename Real>
  void solve(std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x, std::vector<double>& work) const;
  // The same in place for a dense matrix stored column by column, three numbers per block row.
  void solve_columns(std::span<double> X) const;

  // Numbers in L, explicit zeros included.
  double factor_entries() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
