#include "greens/sources/boundary_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/log.h"
#include "base/parallel.h"
#include "base/table.h"
#include "greens/sources/closed_surface.h"
#include "greens/sources/collocation.h"
#include "greens/sources/dense_lu.h"

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

// The mean compliance of a vertex under a force on itself; what blocks of G are compared with.
std::vector<double> own_compliances(const DenseMatrix& G) {
  std::vector<double> own;
  for (Index i = 0; i < G.size; i += 3)
    own.push_back((std::abs(G(i, i)) + std::abs(G(i + 1, i + 1)) + std::abs(G(i + 2, i + 2))) / 3);
  return own;
}

// Of G_ij / sqrt(g_i g_j): without the scale, an ear that swings would blame all other vertices for its own error.
void measure_asymmetry(BoundaryElementResult& result, std::span<const Index> free) {
  const DenseMatrix& G = result.G;
  const std::vector<double> own = own_compliances(G);
  std::vector<double> differences(free.size()), sums(free.size());
  parallel_for_each(free.size(), 16, [&](Index vertex) {
    for (Index column = 3 * vertex; column < 3 * vertex + 3; ++column)
      for (Index row = 0; row < G.size; ++row) {
        const double difference = G(row, column) - G(column, row), sum = G(row, column) + G(column, row);
        differences[vertex] += difference * difference / own[row / 3];
        sums[vertex] += sum * sum / own[row / 3];
      }
  });
  double difference = 0, sum = 0;
  for (std::size_t i = 0; i < free.size(); ++i) {
    result.vertex_asymmetry.push_back(std::sqrt(differences[i] / sums[i]));
    if (result.vertex_asymmetry.back() > kFaultyAsymmetry) result.faults.push_back(free[i]);
    difference += differences[i] / own[i], sum += sums[i] / own[i];
  }
  result.asymmetry = std::sqrt(difference / sum);
}

void make_symmetric(DenseMatrix& G) {
  parallel_for_each(static_cast<std::size_t>(G.size), 64, [&](Index column) {
    for (Index row = 0; row < column; ++row) {
      const double mean = 0.5 * (G(row, column) + G(column, row));
      G(row, column) = mean;
      G(column, row) = mean;
    }
  });
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
  measure_asymmetry(result, free);
  make_symmetric(result.G);
  return result;
}

DenseResponses boundary_element_source(const ReferenceProblem& problem) {
  BoundaryElementResult result = boundary_element_responses(problem);
  if (!result.faults.empty()) {
    std::string names;
    for (std::size_t k = 0; k < std::min<std::size_t>(8, result.faults.size()); ++k)
      names += fmt::format("{}{}", k > 0 ? ", " : "", result.faults[k]);
    log_warning(
        "boundary elements: responses of {} are more than {:.0f}% from symmetric (all together {:.1f}%); "
        "the triangles there are too thin or too large: {}{}",
        counted(static_cast<long long>(result.faults.size()), "vertex", "vertices"), 100 * kFaultyAsymmetry,
        100 * result.asymmetry, names, result.faults.size() > 8 ? ", ..." : "");
  }
  return DenseResponses(std::move(result.G));
}

}  // namespace sinew
