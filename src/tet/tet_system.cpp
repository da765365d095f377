#include "tet/tet_system.h"

#include <variant>

#include "body/state_arrays.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"
#include "stepping/step_solver.h"
#include "tet/tet_precision.h"

namespace sinew {

namespace {

// A matrix in the precision of the cycles: the same one if it has that precision.
template <typename Real, typename Entry>
struct CycleMatrix {
  explicit CycleMatrix(const BlockMatrix<Entry>& exact) : from(exact), matrix(*exact.pattern) {}
  void update() { round_to(from, matrix); }
  const BlockMatrix<Entry>& from;
  BlockMatrix<Real> matrix;
};
template <typename Real>
struct CycleMatrix<Real, Real> {
  explicit CycleMatrix(const BlockMatrix<Real>& exact) : matrix(exact) {}
  void update() {}
  const BlockMatrix<Real>& matrix;
};

template <typename Entry>
void add_to_block(std::span<Entry, 9> block, const Mat3& D) {
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) block[3 * c + r] += static_cast<Entry>(D(r, c));
}

template <typename Work>
struct WorkOf final : SolveWork {
  Work work;
};

// Matrices and solver in one precision.
template <typename Real, typename Entry>
class TypedMatrices {
 public:
  static constexpr Precision kPrecision =
      std::is_same_v<Real, float> ? Precision::kSingle : Precision::kDouble;
  using Solver = StepSolver<Real, Entry>;

  TypedMatrices(const ElasticRest& rest, Strain strain, std::span<const float> mass,
                const LevelTransfers& transfers, const SolverParams& params)
      : rest_(rest),
        strain_(strain),
        mass_(mass),
        A_(rest.pattern),
        operator_(A_, mass, rest.held, rest.rollers),
        cycle_matrix_(operator_.matrix()),
        solver_(params, operator_, cycle_matrix_.matrix,
                uses_levels(params.method) ? make_multigrid<Real>(rest, transfers) : nullptr,
                kTetOverRelaxation) {}

  // Rebuilds for the elements' present axes (corotated strain) or at u (Green strain). `drag` has a block per
  // node that is added to A, kg/s^2, or is empty; it is referred to until the next rebuild.
  void rebuild(const StepScheme& scheme, ElasticForces& elastic, StepSystem::In u,
               std::span<const Mat3> drag) {
    {
      const ProfileZone zone("assembly");
      const MatrixFactors factors{scheme.stiffness, scheme.mass};
      if (strain_ == Strain::kGreen) {
        assemble_green<Entry>(rest_, elastic.convex_states(u), mass_, factors, HeldColumns::kKeep, A_);
      } else {
        elastic.stiffness_elements(elements_);
        assemble<Entry>(rest_, elements_, mass_, factors, HeldColumns::kKeep, A_);
      }
      for (Index i = 0; i < rest_.node_count() && !drag.empty(); ++i)
        if (rest_.held[i] == 0) add_to_block(A_.block(rest_.pattern.diagonal[i]), drag[i]);
      operator_.update();
      cycle_matrix_.update();
      // Linear strain is rebuilt seldom: free its elements.
      if (strain_ == Strain::kCauchy) elements_ = {};
    }
    operator_.set_factors(scheme.stiffness, scheme.mass);
    operator_.set_drag(drag);
    solver_.rebuild();
  }

  const StepOperator<Entry>& step_operator() const { return operator_; }
  const Solver& solver() const { return solver_; }
  void mass_changed() { operator_.sum_masses(); }
  void set_params(const SolverParams& params) { solver_.set_params(params); }

 private:
  const ElasticRest& rest_;
  Strain strain_;
  std::span<const float> mass_;
  BlockMatrix<Entry> A_;
  StepOperator<Entry> operator_;
  CycleMatrix<Real, Entry> cycle_matrix_;
  Solver solver_;
  std::vector<StiffnessElement<Entry>> elements_;
};

}  // namespace

struct TetSystem::Matrices {
  template <typename Real, typename Entry>
  using Typed = std::unique_ptr<TypedMatrices<Real, Entry>>;
  std::variant<Typed<float, float>, Typed<float, double>, Typed<double, double>> in;

  template <typename Act>
  decltype(auto) visit(Act&& act) {
    return std::visit([&](const auto& typed) -> decltype(auto) { return act(*typed); }, in);
  }
};

TetSystem::TetSystem(const ElasticRest& rest, Strain strain, std::span<const float> mass,
                     const LevelTransfers& transfers, const SolverParams& solver,
                     std::optional<Precision> precision)
    : rest_(&rest),
      strain_(strain),
      mass_(mass),
      nodal_masses_(sinew::nodal_masses(rest)),
      transfers_(transfers),
      solver_(solver),
      asked_precision_(precision),
      elastic_(rest, strain) {}

TetSystem::~TetSystem() = default;

void TetSystem::set_scheme(const StepScheme& scheme) {
  const ProfileZone zone("set-up");
  scheme_ = scheme;
  const Precision wanted = asked_precision_.value_or(precision_for(*rest_, scheme));
  if (!matrices_ || precision() != wanted) {
    matrices_ = std::make_unique<Matrices>();
    const auto make = [&]<typename Real, typename Entry>() {
      matrices_->in =
          std::make_unique<TypedMatrices<Real, Entry>>(*rest_, strain_, mass_, transfers_, solver_);
    };
    if (wanted == Precision::kDouble)
      make.operator()<double, double>();
    else if (strain_ == Strain::kCauchy)
      make.operator()<float, double>();
    else
      make.operator()<float, float>();
  }
  drag_.clear();
  if (strain_ == Strain::kCauchy) linearise({});
}

void TetSystem::set_drag(std::span<const Mat3> drag) {
  drag_.assign(drag.begin(), drag.end());
  if (strain_ == Strain::kCauchy) linearise({});
}

void TetSystem::linearise(In u) {
  matrices_->visit([&](auto& typed) { typed.rebuild(scheme_, elastic_, u, drag_); });
}

std::vector<double> TetSystem::saved_rotations() const {
  return state_array({}, elastic_.rotations()).values;
}

void TetSystem::restore_rotations(std::span<const double> quaternions) {
  elastic_.set_rotations(quaternions_of(quaternions));
}

void TetSystem::residual(In f, In y, In z, Out r) const {
  matrices_->visit([&](const auto& typed) { typed.step_operator().residual(f, y, z, r); });
}

std::unique_ptr<SolveWork> TetSystem::make_work() const {
  return matrices_->visit([](const auto& typed) -> std::unique_ptr<SolveWork> {
    using Work = typename std::decay_t<decltype(typed)>::Solver::Work;
    return std::make_unique<WorkOf<Work>>();
  });
}

namespace {

// The work of a system of this type.
template <typename Typed>
auto& work_of(const Typed&, SolveWork& work) {
  auto* own = dynamic_cast<WorkOf<typename Typed::Solver::Work>*>(&work);
  if (own == nullptr) throw Error("the work of a solve belongs to another system, or to another precision");
  return own->work;
}

}  // namespace

SolveReport TetSystem::solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const {
  return matrices_->visit(
      [&](const auto& typed) { return typed.solver().solve(goal, r, e, work_of(typed, work)); });
}

void TetSystem::solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r,
                            std::span<BlockVector<double>> e, std::span<SolveReport> reports,
                            SolveWork& work) const {
  matrices_->visit(
      [&](const auto& typed) { typed.solver().solve_panel(goal, r, e, reports, work_of(typed, work)); });
}

void TetSystem::show_levels(SystemLevels& levels) const {
  matrices_->visit([&](const auto& typed) { typed.solver().show_levels(levels); });
}

void TetSystem::set_rest(const ElasticRest& rest, std::span<const float> mass) {
  const bool is_same = rest_ == &rest && mass_.data() == mass.data();
  rest_ = &rest, mass_ = mass;
  elastic_.set_rest(rest);
  nodal_masses_ = sinew::nodal_masses(rest);
  if (!is_same) matrices_.reset();
  if (matrices_) matrices_->visit([](auto& typed) { typed.mass_changed(); });
}

void TetSystem::set_solver(const SolverParams& solver) {
  solver_ = solver;
  if (matrices_) matrices_->visit([&](auto& typed) { typed.set_params(solver); });
}

Precision TetSystem::precision() const {
  return matrices_->visit([](const auto& typed) { return std::decay_t<decltype(typed)>::kPrecision; });
}

double TetSystem::bytes_per_cycle(const SolveGoal& goal) const {
  return matrices_->visit([&](const auto& typed) {
    const auto& solver = typed.solver();
    return solver.multigrid() != nullptr ? solver.multigrid()->bytes_per_cycle(solver.cycle_for(goal)) : 0.0;
  });
}

}  // namespace sinew
