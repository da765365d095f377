#include "bench/dick_system.h"

#include <algorithm>

#include "base/error.h"
#include "base/timer.h"
#include "octree/crossed_links.h"

namespace sinew {

namespace {

using In = std::span<const Block3<double>>;

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

DickSystem::DickSystem(OctreeRest rest, Integrator integrator)
    : rest_(std::move(rest)), scheme_(step_scheme(integrator, {}, kDickStep)) {
  const Vec3 gravity = Gravity{}.acceleration;
  b_.resize(rest_.mass.size());
  for (std::size_t i = 0; i < b_.size(); ++i)
    if (rest_.held[i] == 0) b_[i] = to_block(scheme_.load * rest_.mass[i] * gravity);

  SolverParams exact;
  exact.tolerance = 1e-11;
  FinestLevel finest = make_finest_level(rest_);
  const std::unique_ptr<OctreeSystem> system = make_octree_system(rest_, finest, exact);
  system->set_scheme(scheme_);
  system->rebuild();
  BlockVector<double> r = b_;
  solution_.resize(b_.size());
  if (!system->solve(r, solution_).converged) throw Error("the reference solution was not reached");
}

double DickSystem::error_of(std::span<const Block3<double>> x) const {
  BlockVector<double> difference(x.begin(), x.end());
  axpby<double>(-1, solution_, 1, difference);
  return norm(In(difference)) / norm(In(solution_));
}

DickSystem::Solved DickSystem::solved_by(const SolverParams& solver, int runs) {
  Solved solved;
  Timer timer;
  FinestLevel finest = make_finest_level(rest_);
  const std::unique_ptr<OctreeSystem> system = make_octree_system(rest_, finest, solver);
  system->set_scheme(scheme_);
  solved.set_up_seconds = timer.seconds();
  BlockVector<double> r, x(b_.size());
  for (int run = 0; run < runs; ++run) {
    r = b_;
    timer.restart();
    system->rebuild();
    system->solve(r, x);
    const double seconds = timer.seconds();
    if (run == 0 || seconds < solved.seconds) solved.seconds = seconds;
  }
  solved.error = error_of(x);
  return solved;
}

std::vector<double> DickSystem::errors_by_cycle(int cycles) {
  FinestLevel finest = make_finest_level(rest_);
  const std::unique_ptr<OctreeSystem> system = make_octree_system(rest_, finest, v_cycles(1));
  system->set_scheme(scheme_);
  system->rebuild();
  BlockVector<double> r = b_, x(b_.size()), e(b_.size()), y(b_.size()), z(b_.size());
  std::vector<double> errors;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    system->solve(r, e);
    axpby<double>(1, e, 1, x);
    errors.push_back(error_of(x));
    // r = b - (mass M + stiffness K) x
    y = z = x;
    axpby<double>(-scheme_.mass, x, 0, y);
    axpby<double>(-scheme_.stiffness, x, 0, z);
    system->residual(b_, y, z, r);
  }
  return errors;
}

}  // namespace sinew
