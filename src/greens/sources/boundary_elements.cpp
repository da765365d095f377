#include "greens/sources/boundary_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/parallel.h"
#include "base/table.h"
#include "greens/responses/reciprocity.h"
#include "greens/sources/closed_surface.h"
#include "greens/sources/collocation.h"
#include "linalg/dense_lu.h"

namespace sinew {

namespace {

constexpr Index kRowChunk = 8;  // vertices whose rows are integrated as one piece of work

// [H_F, -Q_U] [u_F; p_U] = Q_F p_F: columns of held vertices change sides, where u is zero.
struct MixedSystem {
  DenseMatrix left;           // 3n x 3n, columns in the order of the vertices
  UnsetVector<double> right;  // 3n x 3 |free|
};

MixedSystem assemble(const ReferenceProblem& problem) {
  const Collocation collocation(problem.surface, problem.material, problem.held);
  const Index n = collocation.vertex_count(), rows = 3 * n;
  const std::vector<Index> free = free_vertices(problem);
  MixedSystem system{DenseMatrix(rows), UnsetVector<double>(std::size_t(rows) * 3 * free.size())};
  parallel_for(n, kRowChunk, [&](Index begin, Index end) {
    const std::size_t height = 3 * (end - begin);
    std::vector<double> H(height * rows), Q(height * rows);
    collocation.rows(begin, end, H, Q);
    std::size_t free_column = 0;
    for (Index column = 0; column < rows; ++column) {
      const double *h = &H[column * height], *q = &Q[column * height];
      double* left = &system.left(3 * begin, column);
      if (problem.held[column / 3]) {
        std::transform(q, q + height, left, [](double value) { return -value; });
      } else {
        std::copy_n(h, height, left);
        std::copy_n(q, height, &system.right[free_column++ * rows + 3 * begin]);
      }
    }
  });
  return system;
}

// X: the displacements of free vertices under unit tractions.
DenseMatrix answers_to_tractions(const ReferenceProblem& problem, std::span<const Index> free) {
  MixedSystem system = assemble(problem);
  const std::size_t rows = system.left.size;
  DenseLU(std::move(system.left)).solve(system.right);
  DenseMatrix X(3 * static_cast<Index>(free.size()));
  for (Index column = 0; column < X.size; ++column)
    for (std::size_t i = 0; i < free.size(); ++i)
      std::copy_n(&system.right[column * rows + 3 * free[i]], 3, &X(3 * static_cast<Index>(i), column));
  return X;
}

std::string first_of(std::span<const Index> vertices) {
  constexpr std::size_t kShown = 8;
  const std::size_t shown = std::min(kShown, vertices.size());
  return fmt::format("{}{}", fmt::join(vertices.first(shown), ", "), vertices.size() > shown ? ", ..." : "");
}

}  // namespace

BoundaryElementResult boundary_element_responses(const ReferenceProblem& problem) {
  require_closed_body(problem);
  const std::vector<Index> free = free_vertices(problem);
  const std::vector<double> areas = vertex_areas(problem.surface);
  BoundaryElementResult result;
  result.G = answers_to_tractions(problem, free);
  for (Index column = 0; column < result.G.size; ++column)
    for (Index row = 0; row < result.G.size; ++row) result.G(row, column) /= areas[free[column / 3]];
  const Asymmetry asymmetry = make_symmetric(result.G);
  result.asymmetry = asymmetry.all;
  result.vertex_asymmetry = asymmetry.vertices;
  for (std::size_t i = 0; i < free.size(); ++i)
    if (asymmetry.vertices[i] > kFaultyAsymmetry) result.faults.push_back(free[i]);
  return result;
}

DenseResponses boundary_element_source(const ReferenceProblem& problem) {
  BoundaryElementResult result = boundary_element_responses(problem);
  if (!result.faults.empty())
    log_warning(
        "boundary elements: responses of {} are more than {:.0f}% from symmetric (all together {:.1f}%); "
        "contact there may have no solution, as the triangles are too thin or too large: {}",
        counted(static_cast<long long>(result.faults.size()), "vertex", "vertices"), 100 * kFaultyAsymmetry,
        100 * result.asymmetry, first_of(result.faults));
  return DenseResponses(std::move(result.G));
}

}  // namespace sinew
