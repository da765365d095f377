#include "greens/sources/multigrid_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "stepping/step_scheme.h"
#include "tet/tet_discretization.h"

namespace sinew {

namespace {

constexpr Index kCoarsest = 500, kFactor = 8;  // tetrahedra of the last level; from level to level
constexpr int kMostIterations = 400;

int levels_for(Index elements) {
  int levels = 1;
  for (Index n = elements; n > kCoarsest * kFactor / 2; n /= kFactor) ++levels;
  return levels;
}

// The nodes of the finest level are the surface's vertices, then others.
TetBodyModel model_of(const ReferenceProblem& problem, const MultigridSourceParams& params) {
  FittedMesh fitted = fit_tetrahedra(problem.surface, params.mesh);
  std::vector<Index> held;
  for (std::size_t i = 0; i < problem.held.size(); ++i)
    if (problem.held[i]) held.push_back(static_cast<Index>(i));
  // Split edges between held vertices stay as well.
  for (std::size_t k = 0; k < fitted.split.size(); ++k) {
    const auto [a, b] = fitted.split[k];
    const auto is_held = [&](Index i) {
      return static_cast<std::size_t>(i) < problem.held.size() && problem.held[i];
    };
    if (is_held(a) && is_held(b)) held.push_back(static_cast<Index>(problem.held.size() + k));
  }
  HierarchyParams hierarchy;
  hierarchy.finest = fitted.mesh.tetrahedron_count();
  hierarchy.levels = params.levels > 0 ? params.levels : levels_for(hierarchy.finest);
  hierarchy.coarsest = std::min(kCoarsest, hierarchy.finest / 2);
  hierarchy.given[0] = std::move(fitted.mesh);
  const SignedDistance solid(problem.surface);
  TetBodyModel model;
  model.levels = hierarchy.levels > 1 ? build_hierarchy(problem.surface, solid, hierarchy).levels
                                      : std::vector{hierarchy.given[0]};
  model.materials = {problem.material};
  model.holds = {{held, {}}};
  model.forces.clear();
  return model;
}

ElasticParams linear_statics(double tolerance) {
  ElasticParams params;
  params.strain = Strain::kCauchy;
  params.integrator = Integrator::kStatic;
  params.solver.tolerance = tolerance;
  params.precision = Precision::kDouble;
  return params;
}

}  // namespace

struct MultigridSource::Parts {
  Parts(const ReferenceProblem& problem, const MultigridSourceParams& params)
      : tolerance(params.tolerance),
        body("the body of responses", model_of(problem, params), linear_statics(params.tolerance)) {
    body.system().set_scheme(step_scheme(Integrator::kStatic, {}, 1));
    for (const Index vertex : free_vertices(problem)) rows.push_back(body.rest().order.new_of_old[vertex]);
  }

  double tolerance;
  TetDiscretization body;
  std::vector<Index> rows;  // of free vertices
};

MultigridSource::MultigridSource(const ReferenceProblem& problem, const MultigridSourceParams& params)
    : parts_(std::make_unique<Parts>(problem, params)) {}

MultigridSource::~MultigridSource() = default;

Index MultigridSource::count() const { return static_cast<Index>(parts_->rows.size()); }

void MultigridSource::respond(std::span<const double> F, std::span<double> U) const {
  const std::vector<Index>& rows = parts_->rows;
  const std::size_t size = 3 * rows.size(), columns = F.size() / size;
  const StepSystem& system = parts_->body.system();
  const std::unique_ptr<SolveWork> work = system.make_work();
  SolveGoal goal;
  goal.tolerance = parts_->tolerance;
  goal.max_iterations = kMostIterations;
  for (std::size_t first = 0; first < columns; first += kSides) {
    const std::size_t many = std::min<std::size_t>(kSides, columns - first);
    const auto nodes = static_cast<std::size_t>(parts_->body.rest().node_count());
    std::vector<BlockVector<double>> r(many, BlockVector<double>(nodes)), e = r;
    for (std::size_t k = 0; k < many; ++k)
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double* f = &F[size * (first + k) + 3 * i];
        r[k][rows[i]] = {f[0], f[1], f[2], 0};
      }
    for (const SolveReport& report : system.solve_many(goal, r, e, *work))
      if (!report.converged)
        throw Error(fmt::format("a column has not converged in {} iterations", report.iterations), "",
                    "take the source that factors, or a surface without thin triangles");
    for (std::size_t k = 0; k < many; ++k)
      for (std::size_t i = 0; i < rows.size(); ++i) {
        double* u = &U[size * (first + k) + 3 * i];
        const Block3<double>& x = e[k][rows[i]];
        u[0] = x.x, u[1] = x.y, u[2] = x.z;
      }
  }
}

}  // namespace sinew
