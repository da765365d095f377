#pragma once

#include <memory>

#include "greens/responses/reference_problem.h"
#include "greens/responses/responses.h"
#include "meshing/fitted_mesh.h"

namespace sinew {

struct MultigridSourceParams {
  FittedMeshParams mesh = {};
  int levels = 0;            // 0: one for each factor of eight, down to some hundreds of elements
  double tolerance = 1e-10;  // on the residual of each column
};

// Responses of linear tetrahedra that share the surface's vertices, for bodies too large to factor: conjugate gradients
// preconditioned by multigrid, sixteen columns at a time.
class MultigridSource final : public ResponseSource {
 public:
  // Throws Error as make_finite_elements().
  explicit MultigridSource(const ReferenceProblem& problem, const MultigridSourceParams& params = {});
  ~MultigridSource() override;

  Index count() const override;
  void respond(std::span<const double> F, std::span<double> U) const override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
