#include "tet/step_system.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/profile.h"

namespace sinew {

Precision precision_for(const ElasticRest& rest, const StepScheme& scheme) {
  constexpr double kFarApart = 1e2, kFarAbove = 1e3;
  double softest = std::numeric_limits<double>::max(), stiffest = 0, inertia = 0;
  for (const RestElement& e : rest.elements) {
    const double stiffness = e.lambda + 2 * e.mu;
    softest = std::min(softest, stiffness);
    stiffest = std::max(stiffest, stiffness);
    // M_ij = rho V / 20 beside K_ij, about V stiffness g_i . g_j.
    const double g = squared_norm(e.shape.gradient[0]);
    inertia = std::max(inertia, scheme.mass * e.density / (20 * scheme.stiffness * stiffness * g));
  }
  return stiffest > kFarApart * softest || inertia > kFarAbove ? Precision::kDouble : Precision::kSingle;
}

namespace {

bool uses_levels(SolverMethod method) {
  return method == SolverMethod::kMultigrid || method == SolverMethod::kMultigridCg;
}

template <typename Real>
class StepSystemIn final : public StepSystem {
 public:
  StepSystemIn(const ElasticRest& rest, Strain strain, std::span<const float> mass,
               const LevelTransfers& transfers, const SolverParams& params)
      : rest_(rest),
        strain_(strain),
        mass_(mass),
        A_(rest.pattern),
        operator_(A_, mass, rest.held),
        solver_(params, operator_,
                uses_levels(params.method) ? make_multigrid<Real>(rest, transfers) : nullptr) {}

  void rebuild(const StepScheme& scheme, ElasticForces& elastic, std::span<const Block3<double>> u) override {
    {
      const ProfileZone zone("assembly");
      if (strain_ == Strain::kGreen) {
        assemble_green<Real>(rest_, elastic.convex_states(u), mass_, scheme.stiffness, scheme.mass,
                             HeldColumns::kKeep, A_);
      } else {
        elastic.stiffness_elements(elements_);
        assemble<Real>(rest_, elements_, mass_, scheme.stiffness, scheme.mass, HeldColumns::kKeep, A_);
      }
      // Linear strain comes here once: its elements are not needed again.
      if (strain_ == Strain::kCauchy) elements_ = {};
    }
    operator_.set_factors(scheme.stiffness, scheme.mass);
    solver_.rebuild();
  }
  void residual(std::span<const Block3<double>> f, std::span<const Block3<double>> y,
                std::span<const Block3<double>> z, std::span<Block3<double>> r) const override {
    operator_.residual(f, y, z, r);
  }
  SolveReport solve(std::span<Block3<double>> r, std::span<Block3<double>> e) override {
    return solver_.solve(r, e);
  }
  Precision precision() const override {
    return std::is_same_v<Real, float> ? Precision::kSingle : Precision::kDouble;
  }
  double bytes_per_cycle() const override {
    return solver_.multigrid() != nullptr
               ? solver_.multigrid()->bytes_per_cycle(cycle_params(solver_.params()))
               : 0;
  }

 private:
  const ElasticRest& rest_;
  Strain strain_;
  std::span<const float> mass_;
  BlockMatrix<Real> A_;
  StepOperator<Real> operator_;
  StepSolver<Real> solver_;
  std::vector<StiffnessElement<Real>> elements_;
};

}  // namespace

std::unique_ptr<StepSystem> make_step_system(Precision precision, const ElasticRest& rest, Strain strain,
                                             std::span<const float> mass, const LevelTransfers& transfers,
                                             const SolverParams& params) {
  if (precision == Precision::kSingle)
    return std::make_unique<StepSystemIn<float>>(rest, strain, mass, transfers, params);
  return std::make_unique<StepSystemIn<double>>(rest, strain, mass, transfers, params);
}

}  // namespace sinew
