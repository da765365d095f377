#include "bench/dick_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/timer.h"
#include "bench/median.h"
#include "octree/cutting/crossed_links.h"
#include "octree/grid/pieces.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

// Thrown to end a solve that has run for long enough.
struct Enough {};

template <typename F>
void keep_shortest_time(F&& f, double& shortest) {
  const Timer timer;
  f();
  const double seconds = timer.seconds();
  if (shortest == 0 || seconds < shortest) shortest = seconds;
}

void keep_shortest(const std::vector<double>& seconds, std::vector<double>& shortest) {
  if (shortest.empty()) shortest = seconds;
  for (std::size_t k = 0; k < shortest.size(); ++k) shortest[k] = std::min(shortest[k], seconds[k]);
}

// The time in all zones inside cycles.
double cycle_seconds(const Profile& profile) {
  double seconds = 0;
  for (const Profile::Zone& zone : profile.zones())
    if (zone.name == "cycle" || zone.name == "smooth" || zone.name == "coarse") seconds += zone.seconds;
  return seconds;
}

// The median of the differences between successive values.
double median_increase(std::span<const double> values) {
  std::vector<double> increases;
  for (std::size_t k = 1; k < values.size(); ++k) increases.push_back(values[k] - values[k - 1]);
  return increases.empty() ? 0 : median(std::move(increases));
}

}  // namespace

OctreeRest cut_rest(const DickModel& model) {
  const OctreeBodyModel& body = model.body;
  const OctreeGrid whole = make_octree_grid(body.voxels, body.coarsest);
  LinkedVoxels voxels = body.voxels;
  voxels.cut(
      crossed_links(whole.voxels, whole.cells, whole.vertices, vertex_positions(whole), model.blade, 1));
  return make_octree_rest(make_octree_grid(std::move(voxels), body.coarsest), body.materials, body.holds);
}

SolverParams v_cycles(int count) {
  SolverParams solver;
  solver.method = SolverMethod::kMultigrid;
  solver.cycles = count;
  return solver;
}

SolverParams endless(SolverMethod method) {
  SolverParams solver;
  solver.method = method;
  solver.tolerance = 0;
  solver.max_iterations = 1 << 15;
  return solver;
}

int SolverTrace::iterations_to(double error) const {
  const auto at = std::find_if(errors.begin(), errors.end(), [&](double e) { return e <= error; });
  return at == errors.end() ? -1 : static_cast<int>(at - errors.begin());
}

double SolverTrace::seconds_to(double error) const {
  const int iterations = iterations_to(error);
  return iterations < 0 ? std::nan("") : seconds[iterations];
}

double SolverTrace::error_after(double seconds_spent) const {
  const auto after = std::upper_bound(seconds.begin(), seconds.end(), seconds_spent);
  return after == seconds.begin() ? 1 : errors[after - seconds.begin() - 1];
}

namespace {
constexpr std::size_t kWindow = 8;  // cycles over which factors are taken
}

double asymptotic_factor(std::span<const double> errors) {
  const std::size_t last = errors.size() - 1, cycles = std::min(last, kWindow);
  return std::pow(errors[last] / errors[last - cycles], 1.0 / static_cast<double>(cycles));
}

bool factor_stands_still(std::span<const double> errors) {
  constexpr double kChange = 0.02;
  if (errors.size() < 3 * kWindow) return false;
  for (std::size_t back = 0; back < kWindow; ++back) {
    const auto now = errors.first(errors.size() - back), before = now.first(now.size() - kWindow);
    if (std::abs(asymptotic_factor(now) / asymptotic_factor(before) - 1) > kChange) return false;
  }
  return true;
}

DickSystem::DickSystem(OctreeRest rest, Integrator integrator)
    : rest_(std::move(rest)), scheme_(step_scheme(integrator, {}, kDickStep)) {
  const Index pieces = connected_pieces(rest_.grid.voxels, rest_.grid.cells).count();
  if (integrator == Integrator::kStatic && pieces != 1)
    throw Error(fmt::format("the cuts leave {} pieces, where a body in balance must be one", pieces));

  const Vec3 gravity = Gravity{}.acceleration;
  b_.resize(rest_.mass.size());
  for (std::size_t i = 0; i < b_.size(); ++i)
    if (rest_.held[i] == 0) b_[i] = to_block(scheme_.load * rest_.mass[i] * gravity);

  SolverParams exact;
  exact.tolerance = 1e-11;
  const std::unique_ptr<OctreeSystem> system = make_octree_system(rest_, Strain::kCorotated, exact);
  system->set_scheme(scheme_);
  system->linearise({});
  BlockVector<double> r = b_;
  solution_.resize(b_.size());
  if (!system->solve(goal_of(exact), r, solution_, *system->make_work()).converged)
    throw Error("the reference solution was not reached");
  solution_norm_ = norm<double>(solution_);
}

// The error of before + e + scale x.
double DickSystem::error_of(double scale, std::span<const Block3<float>> x, std::span<const Block3<double>> e,
                            std::span<const Block3<double>> before) const {
  constexpr Index kUnknowns = 4096;
  const double squares = parallel_reduce(
      static_cast<Index>(e.size()), kUnknowns, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) {
          Vec3 difference = to_vec3(e[i]) + to_vec3(before[i]) - to_vec3(solution_[i]);
          if (!x.empty()) difference += scale * to_vec3(x[i]);
          sum += dot(difference, difference);
        }
        return sum;
      },
      std::plus<>());
  return std::sqrt(squares) / solution_norm_;
}

void DickSystem::run(OctreeSystem& system, const SolveGoal& goal, const TraceParams& params,
                     SolverTrace& trace) const {
  const bool first = trace.errors.empty();
  BlockVector<double> r = b_, e(b_.size()), before(b_.size());
  const std::unique_ptr<SolveWork> work = system.make_work();
  std::vector<double> seconds, in_cycles;
  double stopped = 0;
  Profile profile;
  const ProfileScope scope(profile);
  const Timer timer;
  const auto look = [&](std::span<const Block3<float>> x) {
    const double now = timer.seconds();
    seconds.push_back(now - stopped);
    in_cycles.push_back(cycle_seconds(profile));
    if (first) trace.errors.push_back(error_of(norm<double>(r), x, e, before));
    stopped += timer.seconds() - now;
    const bool far = trace.errors.back() > params.near_enough && seconds.back() < params.most_seconds &&
                     !(params.until_steady && factor_stands_still(trace.errors));
    if (first ? !far : seconds.size() == trace.errors.size()) throw Enough();
  };
  system.set_watch(look);
  try {
    system.solve(goal, r, e, *work);
    // A solve gives up if ten cycles hardly lower the residual, but slow cycles still have a factor.
    while (params.until_steady && static_cast<int>(seconds.size()) < goal.max_iterations) {
      axpby<double>(1, e, 1, before);
      system.solve(goal, r, e, *work);
    }
    look({});
  } catch (const Enough&) {
  }
  keep_shortest(seconds, trace.seconds);
  if (first) trace.cycle = median_increase(in_cycles);
}

SolverTrace DickSystem::trace(const SolverParams& solver, const TraceParams& params) const {
  SolverTrace trace;
  for (int i = 0; i < params.runs; ++i) {
    std::unique_ptr<OctreeSystem> system;
    keep_shortest_time(
        [&] {
          system = make_octree_system(rest_, Strain::kCorotated, solver);
          if (params.kind) system->set_cycle_kind(*params.kind);
          system->set_scheme(scheme_);
        },
        trace.set_up);
    keep_shortest_time([&] { system->linearise({}); }, trace.first_rebuild);
    system->turn_cells(std::vector<CellRotation>(rest_.grid.cells.places.size()));
    keep_shortest_time([&] { system->linearise({}); }, trace.rebuild);
    run(*system, goal_of(solver), params, trace);
  }
  return trace;
}

}  // namespace sinew
