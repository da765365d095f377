#pragma once

#include <optional>

#include "stepping/solver_params.h"
#include "stepping/step_scheme.h"

namespace sinew {

// Of stored matrices.
enum class Precision { kSingle, kDouble };
inline constexpr std::array<std::string_view, 2> kPrecisionNames{"single", "double"};

// How an elastic body is stepped, whatever its elements.
struct ElasticParams {
  Strain strain = Strain::kCorotated;         // octrees: not Green
  std::optional<Integrator> integrator = {};  // if not given, Newmark for Cauchy strain, else backward Euler
  Damping damping = {};
  SolverParams solver = {};
  // Newton iterations of the non-linear strains, each with operators of its own. 0: one in a step of
  // corotated strain, or up to 40 if the body is too stiff for how far it turns in the step; up to 40 in a
  // step of Green strain, up to 60 in a static solve.
  int newton_iterations = 0;
  double newton_tolerance = 1e-4;           // on the residual over the applied forces
  bool lumped_mass = false;                 // octrees: always
  std::optional<Precision> precision = {};  // if not given, what the body asks for; octrees: mixed

  Integrator chosen_integrator() const { return integrator.value_or(default_integrator(strain)); }
};

}  // namespace sinew
