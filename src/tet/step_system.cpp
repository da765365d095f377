#include "tet/step_system.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/profile.h"

namespace sinew {

namespace {

// The mean diagonal entry of K at each node, N/m.
std::vector<double> diagonal_stiffness(const ElasticRest& rest) {
  std::vector<double> diagonal(rest.positions.size(), 0);
  for (Index e = 0; e < rest.element_count(); ++e) {
    const RestElement& element = rest.elements[e];
    const auto nodes = rest.stars.element(e);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      diagonal[nodes[i]] += element.shape.volume * (element.lambda + 4 * element.mu) / 3 *
                            squared_norm(element.shape.gradient[i]);
  }
  for (Index h = 0; h < static_cast<Index>(rest.hinge_elements.size()); ++h)
    for (int i = 0; i < 4; ++i) {
      const double c = rest.hinge_elements[h].coefficient[i];
      diagonal[rest.hinges.element(h)[i]] += rest.hinge_elements[h].stiffness * c * c;
    }
  return diagonal;
}

std::vector<double> summed_over_neighbours(const ElasticRest& rest, std::span<const double> of_node) {
  std::vector<double> sum(of_node.size(), 0);
  for (Index e = 0; e < rest.element_count(); ++e) {
    double all = 0;
    for (const Index v : rest.stars.element(e)) all += of_node[v];
    for (const Index v : rest.stars.element(e)) sum[v] += all;
  }
  return sum;
}

// The largest k dt^2 over m of the nodes that move.
double largest_ratio(const ElasticRest& rest, const StepScheme& scheme, std::span<const double> stiffness,
                     std::span<const double> mass) {
  if (scheme.mass == 0) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (rest.held[i] == 0) most = std::max(most, stiffness[i] / mass[i]);
  return most * scheme.stiffness / scheme.mass;
}

// As stiffness_over_inertia, of patches of two rings around each node instead of nodes.
double stiffness_over_inertia_of_patches(const ElasticRest& rest, const StepScheme& scheme) {
  std::vector<double> stiffness = diagonal_stiffness(rest), mass = nodal_masses(rest);
  for (int ring = 0; ring < 2; ++ring)
    for (std::vector<double>* sum : {&stiffness, &mass}) *sum = summed_over_neighbours(rest, *sum);
  return largest_ratio(rest, scheme, stiffness, mass);
}

}  // namespace

double stiffness_over_inertia(const ElasticRest& rest, const StepScheme& scheme) {
  return largest_ratio(rest, scheme, diagonal_stiffness(rest), nodal_masses(rest));
}

Precision precision_for(const ElasticRest& rest, const StepScheme& scheme) {
  constexpr double kFarApart = 1e2, kFarAbove = 1e3, kStiff = 1e6;
  double softest = std::numeric_limits<double>::max(), stiffest = 0, inertia = 0;
  for (const RestElement& e : rest.elements) {
    const double stiffness = e.lambda + 2 * e.mu;
    softest = std::min(softest, stiffness);
    stiffest = std::max(stiffest, stiffness);
    // M_ij = rho V / 20 beside K_ij, about V stiffness g_i . g_j.
    const double g = squared_norm(e.shape.gradient[0]);
    inertia = std::max(inertia, scheme.mass * e.density / (20 * scheme.stiffness * stiffness * g));
  }
  const bool is_single = stiffest <= kFarApart * softest && inertia <= kFarAbove &&
                         stiffness_over_inertia_of_patches(rest, scheme) <= kStiff;
  return is_single ? Precision::kSingle : Precision::kDouble;
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

template <typename Entry>
void add_to_block(std::span<Entry, 9> block, const Mat3& D) {
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) block[3 * c + r] += static_cast<Entry>(D(r, c));
}

template <typename Real, typename Entry>
class TypedStepSystem final : public StepSystem {
 public:
  TypedStepSystem(const ElasticRest& rest, Strain strain, std::span<const float> mass,
                  const LevelTransfers& transfers, const SolverParams& params)
      : rest_(rest),
        strain_(strain),
        mass_(mass),
        matrices_(rest.pattern),
        operator_(matrices_.A, mass, rest.held),
        solver_(params, operator_, matrices_.cycle_matrix,
                uses_levels(params.method) ? make_multigrid<Real>(rest, transfers) : nullptr,
                kTetOverRelaxation) {}

  void rebuild(const StepScheme& scheme, ElasticForces& elastic, std::span<const Block3<double>> u,
               std::span<const Mat3> drag) override {
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
      for (Index i = 0; i < rest_.node_count() && !drag.empty(); ++i)
        if (rest_.held[i] == 0) add_to_block(matrices_.A.block(rest_.pattern.diagonal[i]), drag[i]);
      matrices_.update();
      // Linear strain comes here seldom: its elements are not needed again.
      if (strain_ == Strain::kCauchy) elements_ = {};
    }
    operator_.set_factors(scheme.stiffness, scheme.mass);
    operator_.set_drag(drag);
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
    return std::make_unique<TypedStepSystem<double, double>>(rest, strain, mass, transfers, params);
  if (strain == Strain::kCauchy)
    return std::make_unique<TypedStepSystem<float, double>>(rest, strain, mass, transfers, params);
  return std::make_unique<TypedStepSystem<float, float>>(rest, strain, mass, transfers, params);
}

}  // namespace sinew
