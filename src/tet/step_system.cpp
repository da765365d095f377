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

// The matrix in the precision of the cycles, beside one in the precision of residuals where the two differ.
template <typename Real, typename Entry>
struct Matrices {
  explicit Matrices(const BlockPattern& pattern) : A(pattern), cycle_matrix(pattern) {}
  void update() { round_to(A, cycle_matrix); }
  BlockMatrix<Entry> A;
  BlockMatrix<Real> cycle_matrix;
};
template <typename Real>
struct Matrices<Real, Real> {
  explicit Matrices(const BlockPattern& pattern) : A(pattern), cycle_matrix(A) {}
  void update() {}
  BlockMatrix<Real> A;
  const BlockMatrix<Real>& cycle_matrix;
};

template <typename Real, typename Entry>
class StepSystemIn final : public StepSystem {
 public:
  StepSystemIn(const ElasticRest& rest, Strain strain, std::span<const float> mass,
               const LevelTransfers& transfers, const SolverParams& params)
      : rest_(rest),
        strain_(strain),
        mass_(mass),
        matrices_(rest.pattern),
        operator_(matrices_.A, mass, rest.held),
        solver_(params, operator_, matrices_.cycle_matrix,
                uses_levels(params.method) ? make_multigrid<Real>(rest, transfers) : nullptr,
                kTetOverRelaxation) {}

  void rebuild(const StepScheme& scheme, ElasticForces& elastic, std::span<const Block3<double>> u) override {
    {
      const ProfileZone zone("assembly");
      if (strain_ == Strain::kGreen) {
        assemble_green<Entry>(rest_, elastic.convex_states(u), mass_, {scheme.stiffness, scheme.mass},
                              HeldColumns::kKeep, matrices_.A);
      } else {
        elastic.stiffness_elements(elements_);
        assemble<Entry>(rest_, elements_, mass_, {scheme.stiffness, scheme.mass}, HeldColumns::kKeep,
                        matrices_.A);
      }
      matrices_.update();
      // Linear strain comes here seldom: its elements are not needed again.
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
  void mass_changed() override { operator_.sum_masses(); }
  void set_params(const SolverParams& params) override { solver_.set_params(params); }
  Precision precision() const override {
    return std::is_same_v<Real, float> ? Precision::kSingle : Precision::kDouble;
  }
  double bytes_per_cycle() const override {
    return solver_.multigrid() != nullptr ? solver_.multigrid()->bytes_per_cycle(solver_.cycle()) : 0;
  }

 private:
  const ElasticRest& rest_;
  Strain strain_;
  std::span<const float> mass_;
  Matrices<Real, Entry> matrices_;
  StepOperator<Entry> operator_;
  StepSolver<Real, Entry> solver_;
  std::vector<StiffnessElement<Entry>> elements_;
};

}  // namespace

std::unique_ptr<StepSystem> make_step_system(Precision precision, const ElasticRest& rest, Strain strain,
                                             std::span<const float> mass, const LevelTransfers& transfers,
                                             const SolverParams& params) {
  if (precision == Precision::kDouble)
    return std::make_unique<StepSystemIn<double, double>>(rest, strain, mass, transfers, params);
  if (strain == Strain::kCauchy)
    return std::make_unique<StepSystemIn<float, double>>(rest, strain, mass, transfers, params);
  return std::make_unique<StepSystemIn<float, float>>(rest, strain, mass, transfers, params);
}

}  // namespace sinew
