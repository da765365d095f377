#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sinew/elastic/material.h"

namespace sinew {

// How the linear system of a step is solved.
enum class SolverMethod {
  kMultigrid,    // V-cycles [Georgii05, sec. 3.2]
  kMultigridCg,  // conjugate gradients preconditioned by a V-cycle: if V-cycles alone converge slowly
  kCg,           // conjugate gradients preconditioned by inverted diagonal blocks
  kCholesky      // factors the matrix: exact, for small bodies
};

// The names that scene files use, in the order of SolverMethod.
inline constexpr std::array<std::string_view, 4> kSolverMethodNames{"multigrid", "multigrid-cg", "cg",
                                                                    "cholesky"};

// Whether the method needs a hierarchy of meshes or cells.
inline bool uses_levels(SolverMethod method) {
  return method == SolverMethod::kMultigrid || method == SolverMethod::kMultigridCg;
}

// How the linear systems of the steps are solved, and how well.
struct SolverParams {
  SolverMethod method = SolverMethod::kMultigridCg;
  int cycles = 0;             // exactly this many V-cycles (or CG iterations); 0: until the tolerance is met
  double tolerance = 1e-4;    // on the residual relative to that of the first guess
  int max_iterations = 2000;  // limit if the tolerance is not met
  int sweeps_before = 1, sweeps_after = 1;  // of Gauss-Seidel on each level
  double relaxation = 0;                    // factor of Gauss-Seidel updates; 0: the best one for the method
};

// The scheme of a time step.
enum class Integrator {
  kNewmark,          // beta 1/4, gamma 1/2: second order, no damping of its own [Georgii05, sec. 3.1]
  kBackwardEuler,    // first order, damps what it cannot resolve
  kStatic,           // no inertia: static equilibrium
  kGeneralizedAlpha  // second order, damps what it cannot resolve and hardly anything else
};

// The names that scene files use, in the order of Integrator.
inline constexpr std::array<std::string_view, 4> kIntegratorNames{"newmark", "euler", "static",
                                                                  "generalized-alpha"};

// Default: Newmark conserves the energy of linear strain; backward Euler is stable for the others.
inline Integrator default_integrator(Strain strain) {
  return strain == Strain::kCauchy ? Integrator::kNewmark : Integrator::kBackwardEuler;
}

// C = mass M + stiffness K
struct Damping {
  double mass = 0;       // alpha, 1/s
  double stiffness = 0;  // beta, s
};

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
