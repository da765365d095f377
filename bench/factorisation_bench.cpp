#include <Eigen/SparseCholesky>

#include <algorithm>

#include "base/timer.h"
#include "bench/benches.h"
#include "elastic/cube_element.h"
#include "linalg/scalar_entries.h"
#include "linalg/schur_complement.h"
#include "linalg/sparse_cholesky.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/shape/models.h"
#include "tet/elastic_assembly.h"

namespace sinew {

namespace {

// Corner c of a cell of a cube of n^3 cells.
Index corner_node(Index n, Index cell, int c) {
  const Index x = cell % n + (c & 1), y = cell / n % n + (c >> 1 & 1), z = cell / (n * n) + (c >> 2);
  return x + (n + 1) * (y + (n + 1) * z);
}

BlockPattern cube_pattern(Index n) {
  std::vector<Index> nodes;
  for (Index cell = 0; cell < n * n * n; ++cell)
    for (int c = 0; c < 8; ++c) nodes.push_back(corner_node(n, cell, c));
  return pattern_of_elements((n + 1) * (n + 1) * (n + 1), nodes, 8);
}

// An elastic cube on springs of 1/20 of its stiffness.
BlockMatrix<double> cube_matrix(const BlockPattern& pattern, Index n) {
  BlockMatrix<double> A(pattern);
  const CubeMatrix K = cube_stiffness(1, 0.7);
  for (Index cell = 0; cell < n * n * n; ++cell)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) {
        const auto block = A.block(pattern.find(corner_node(n, cell, i), corner_node(n, cell, j)));
        for (int k = 0; k < 9; ++k) block[k] += K[24 * (3 * j + k / 3) + 3 * i + k % 3];
      }
  for (const Index at : pattern.diagonal)
    for (int k = 0; k < 9; k += 4) A.block(at)[k] += 0.05;
  return A;
}

template <typename F>
double shortest_ms(int runs, F&& f) {
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    const Timer timer;
    f();
    least = std::min(least, 1e3 * timer.seconds());
  }
  return least;
}

// What DirectSolver used before.
double simplicial_ms(const BlockMatrix<double>& A) {
  const std::vector<ScalarEntry> entries = scalar_entries(A);
  Eigen::SparseMatrix<double> M(3 * A.rows(), 3 * A.rows());
  M.setFromTriplets(entries.begin(), entries.end());
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> simplicial;
  simplicial.analyzePattern(M);
  return shortest_ms(1, [&] { simplicial.factorize(M); });
}

void measure_cube(Index n, BenchRow& row) {
  constexpr Index kLargestSimplicial = 16;
  const BlockPattern pattern = cube_pattern(n);
  const BlockMatrix<double> A = cube_matrix(pattern, n);
  SparseCholesky cholesky;
  row.add("unknowns", 3 * A.rows());
  row.add("order_ms", shortest_ms(1, [&] { cholesky.analyse(pattern); }));
  row.add("factor_ms", shortest_ms(5, [&] { cholesky.factor(A); }));
  BlockVector<double> b(pattern.diagonal.size(), {0, -1, 0, 0}), x(b.size());
  std::vector<double> work;
  row.add("solve_ms", shortest_ms(5, [&] { cholesky.solve<double>(b, x, work); }));
  row.add("fill", static_cast<long long>(cholesky.factor_entries()));
  if (n <= kLargestSimplicial) row.add("simplicial_factor_ms", simplicial_ms(A));
  const double load = norm<double>(b);
  residual<double>(A, b, x, b);
  row.add("residual", norm<double>(b) / load);
}

// The highest nodes of the surface, in the numbers of `rest`.
std::vector<Index> highest_of_surface(const VolumeMesh& mesh, const ElasticRest& rest, std::size_t count) {
  std::vector<Index> nodes;
  std::vector<char> seen(rest.held.begin(), rest.held.end());
  for (const Triangle& triangle : boundary_surface(mesh).triangles)
    for (const Index corner : triangle)
      if (const Index i = rest.order.new_of_old[corner]; seen[i] == 0) seen[i] = 1, nodes.push_back(i);
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](Index a, Index b) { return rest.positions[a].y > rest.positions[b].y; });
  nodes.resize(std::min(count, nodes.size()));
  return nodes;
}

// A rabbit of about 41,500 unknowns that stands on its feet, and how the upper nodes of its surface, as
// many as the free ones of the rabbit of [JamesPai03], respond to forces on each other.
void measure_surface(BenchRow& row) {
  constexpr std::size_t kSurfaceNodes = 2145;
  const SurfaceMesh surface = make_model("rabbit");
  const VolumeMesh mesh = tetrahedralize(surface, SignedDistance(surface), 68'000);
  const Box3 box = bounding_box(mesh);
  std::vector<Index> feet;
  for (Index i = 0; i < mesh.node_count(); ++i)
    if (mesh.positions[i].y < box.lower.y + 0.03 * (box.upper.y - box.lower.y)) feet.push_back(i);
  const ElasticRest rest = make_elastic_rest(mesh, std::vector<Material>(1), feet);
  BlockMatrix<double> A(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop, A);

  const std::vector<Index> kept = highest_of_surface(mesh, rest, kSurfaceNodes);
  row.add("unknowns", 3 * (A.rows() - static_cast<Index>(feet.size())));
  row.add("surface_nodes", kept.size());
  Timer timer;
  DenseMatrix S = schur_complement(A, kept);
  row.add("schur_s", timer.seconds());
  timer.restart();
  const DenseMatrix G = inverse(std::move(S));
  row.add("inverse_s", timer.seconds());

  // One column of all, against a solve.
  SparseCholesky cholesky;
  cholesky.factor(A);
  BlockVector<double> x(rest.pattern.diagonal.size());
  std::vector<double> work;
  const std::size_t which = kept.size() / 2;
  x[kept[which]].y = 1;
  cholesky.solve<double>(x, x, work);
  double error = 0, largest = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Index at = 3 * static_cast<Index>(k), column = 3 * static_cast<Index>(which) + 1;
    const Vec3 mine{G(at, column), G(at + 1, column), G(at + 2, column)};
    error = std::max(error, norm(mine - to_vec3(x[kept[k]])));
    largest = std::max(largest, norm(mine));
  }
  row.add("error", error / largest);
}

}  // namespace

Bench factorisation_bench() {
  Bench bench;
  bench.name = "factorisation";
  bench.description = "sparse Cholesky of elastic cubes, and the responses of a rabbit's surface";
  bench.cases = {"cells-8", "cells-12", "cells-16", "cells-20", "surface-41k"};
  bench.run = [](BenchContext& context) {
    for (const Index n : {8, 12, 16, 20})
      if (const std::string name = "cells-" + std::to_string(n); context.wants(name))
        measure_cube(n, context.add_row(name));
    if (context.wants("surface-41k")) measure_surface(context.add_row("surface-41k"));
  };
  return bench;
}

}  // namespace sinew
