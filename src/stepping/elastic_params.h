#pragma once

#include <optional>

#include "stepping/solver_params.h"
#include "stepping/step_scheme.h"

namespace sinew {

// The precision of stored matrices.
enum class Precision { kSingle, kDouble };
inline constexpr std::array<std::string_view, 2> kPrecisionNames{"single", "double"};

// How an elastic body is stepped; the same for all kinds of elements.
struct ElasticParams {
  Strain strain = Strain::kCorotated;         // octrees: not Green
  std::optional<Integrator> integrator = {};  // default: Newmark for Cauchy strain, else backward Euler
  Damping damping = {};
  SolverParams solver = {};
  // Newton iterations of the non-linear strains, each with its own operators. 0: automatic, that is one per
  // step of corotated strain, or up to 40 if the body is too stiff for how far it turns in the step; up to 40
  // per step of Green strain; up to 60 in a static solve.
  int newton_iterations = 0;
  double newton_tolerance = 1e-4;           // on the residual over the applied forces
  bool lumped_mass = false;                 // octrees: always
  std::optional<Precision> precision = {};  // default: what the body asks for; octrees: mixed

  Integrator chosen_integrator() const { return integrator.value_or(default_integrator(strain)); }
};

}  // namespace sinew
