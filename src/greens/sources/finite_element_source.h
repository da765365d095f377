#pragma once

#include "greens/responses/responses.h"
#include "greens/sources/finite_elements.h"
#include "linalg/dense_matrix.h"

namespace sinew {

// Responses of the free vertices of a reference problem by finite elements that share its vertices. All of G at once
// is a Schur complement of the free vertices, which fits into memory for some 5,000 of them; columns are solves with
// a sparse factorisation, in blocks, so that memory does not grow with their number.
class FiniteElementSource final : public ResponseSource {
 public:
  explicit FiniteElementSource(const ReferenceProblem& problem, const FiniteElementParams& params = {});
  explicit FiniteElementSource(FiniteElements elements);
  ~FiniteElementSource() override;

  Index count() const override;
  // The first call factors the matrix.
  void respond(std::span<const double> F, std::span<double> U) const override;
  // All of G, symmetric to the last bit; 3 count() squared.
  DenseMatrix dense() const;

  const FiniteElements& elements() const;
  // K_ff^-1 of dense columns over all rows of the elements, in place; what stands at held rows is ignored, and then 0.
  void solve(std::span<double> X) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
