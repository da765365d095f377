#include "bench/georgii_system.h"

#include <algorithm>
#include <cmath>

#include "base/timer.h"
#include "sinew/base/error.h"
#include "stepping/step_solver.h"
#include "tet/tet_system.h"

namespace sinew {

namespace {

constexpr double kError = 1e-4;
constexpr int kRuns = 3;  // of each solver

std::vector<Index> held_nodes(const TetBodyModel& model) {
  std::vector<Index> nodes;
  for (const Hold& hold : model.holds) nodes.insert(nodes.end(), hold.nodes.begin(), hold.nodes.end());
  return nodes;
}

}  // namespace

GeorgiiSystem::GeorgiiSystem(const TetBodyModel& model, double dt)
    : rest_(make_elastic_rest(model.levels[0], model.materials, held_nodes(model))), A_(rest_.pattern) {
  const StepScheme scheme = step_scheme(Integrator::kNewmark, georgii_params().damping, dt);
  assemble<float>(rest_, stiffness_elements<float>(rest_), mass_matrix(rest_),
                  {scheme.stiffness, scheme.mass}, HeldColumns::kDrop, A_);
  const auto masses = nodal_masses(rest_);
  for (Index i = 0; i < rest_.node_count(); ++i)
    b_.push_back({0, rest_.held[i] != 0 ? 0 : -9.81 * scheme.load * masses[i], 0, 0});
  multigrid_ = make_multigrid<float>(rest_, transfers_between(rest_, std::span(model.levels).subspan(1)));
  multigrid_->set_matrix(A_);
  work_ = multigrid_->make_work();

  solution_.resize(b_.size());
  CycleParams cycle;
  cycle.symmetric = true;
  BlockVector<float> defect(b_.size()), correction(b_.size());
  ConjugateGradientWork<double> work;
  const SolveReport report = conjugate_gradient<double>(
      A_, std::span<const Block3<double>>(b_), std::span(solution_),
      [&](std::span<const Block3<double>> r, std::span<Block3<double>> z) {
        assign_scaled<float>(r, 1, defect);
        multigrid_->v_cycle(defect, correction, cycle, work_);
        set_zero(z);
        add_scaled<float>(correction, 1, z);
      },
      {1e-10, 200}, work);
  if (!report.converged) throw Error("the reference solution does not converge");
  solution_size_ = norm<double>(solution_);
}

double GeorgiiSystem::matrix_bytes() const {
  return static_cast<double>(rest_.pattern.blocks()) * (9 * sizeof(float) + sizeof(Index));
}

double GeorgiiSystem::error_of(std::span<const Block3<float>> x) const {
  BlockVector<double> difference = solution_;
  add_scaled<float>(x, -1, difference);
  return norm<double>(difference) / solution_size_;
}

GeorgiiSystem::Solved GeorgiiSystem::by_multigrid() {
  Solved best = run_multigrid();
  for (int run = 1; run < kRuns; ++run) best.seconds = std::min(best.seconds, run_multigrid().seconds);
  return best;
}

GeorgiiSystem::Solved GeorgiiSystem::run_multigrid() {
  SolverParams params;
  params.method = SolverMethod::kMultigrid;
  const CycleParams cycle = cycle_params(params, goal_of(params), kTetOverRelaxation);
  const std::size_t n = b_.size();
  BlockVector<double> x(n), r = b_;
  BlockVector<float> defect(n), correction(n), rounded(n);
  Solved solved;
  solved.error = 1;
  while (solved.error > kError) {
    const Timer timer;
    assign_scaled<float>(r, 1, defect);
    multigrid_->v_cycle(defect, correction, cycle, work_);
    add_scaled<float>(correction, 1, x);
    residual(A_, b_, x, r);
    solved.seconds += timer.seconds();
    ++solved.iterations;
    assign_scaled<float>(x, 1, rounded);
    solved.error = error_of(rounded);
    if (solved.iterations > 500) throw Error("V-cycles do not converge");
  }
  return solved;
}

// Counts the iterations and measures the error in each.
GeorgiiSystem::Solved GeorgiiSystem::count_gradients() {
  BlockVector<float> b(b_.size()), x(b_.size());
  assign_scaled<float>(b_, 1, b);
  const BlockDiagonal<float> diagonal(A_);
  ConjugateGradientWork<float> work;
  Solved solved;
  int iteration = 0;
  auto counting = [&](std::span<const Block3<float>> r, std::span<Block3<float>> z) {
    if (solved.iterations == 0 && iteration > 0 && (solved.error = error_of(x)) <= kError)
      solved.iterations = iteration;
    ++iteration;
    const double rz = diagonal(r, z);
    // End CG immediately.
    if (solved.iterations > 0) set_zero(z);
    return solved.iterations > 0 ? 0 : rz;
  };
  conjugate_gradient<float>(A_, std::span<const Block3<float>>(b), std::span(x), counting, {0, 20'000}, work);
  if (solved.iterations == 0) throw Error("conjugate gradients do not converge");
  return solved;
}

GeorgiiSystem::Solved GeorgiiSystem::by_conjugate_gradients() {
  Solved solved = count_gradients();
  BlockVector<float> b(b_.size()), x(b_.size());
  assign_scaled<float>(b_, 1, b);
  const BlockDiagonal<float> diagonal(A_);
  ConjugateGradientWork<float> work;
  for (int run = 0; run < kRuns; ++run) {
    const Timer timer;
    conjugate_gradient<float>(A_, std::span<const Block3<float>>(b), std::span(x), diagonal,
                              {0, solved.iterations}, work);
    if (run == 0 || timer.seconds() < solved.seconds) solved.seconds = timer.seconds();
  }
  return solved;
}

}  // namespace sinew
