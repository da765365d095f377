#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/timer.h"
#include "bench/benches.h"
#include "bench/machine.h"
#include "elastic/cube_element.h"
#include "linalg/scalar_entries.h"
#include "linalg/schur_complement.h"
#include "linalg/sparse_cholesky.h"
#include "remeshing/semi_regular.h"
#include "sinew/base/process.h"
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

template <typename F>
double on_one_thread(F&& f) {
  const int threads = thread_count();
  set_thread_count(1);
  const double result = f();
  set_thread_count(threads);
  return result;
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
  row.add("threads", thread_count());
  row.add("order_ms", shortest_ms(1, [&] { cholesky.analyse(pattern); }));
  const auto factor = [&] { cholesky.factor(A); };
  row.add("factor_ms", shortest_ms(5, factor));
  row.add("factor_one_thread_ms", on_one_thread([&] { return shortest_ms(3, factor); }));
  BlockVector<double> b(pattern.diagonal.size(), {0, -1, 0, 0}), x(b.size());
  std::vector<double> work;
  row.add("solve_ms", shortest_ms(5, [&] { cholesky.solve<double>(b, x, work); }));
  row.add("fill", static_cast<long long>(cholesky.factor_entries()));
  if (n <= kLargestSimplicial) row.add("simplicial_factor_ms", simplicial_ms(A));
  const double load = norm<double>(b);
  residual<double>(A, b, x, b);
  row.add("residual", norm<double>(b) / load);
}

// An elastic body of tetrahedra that stands on its lowest part, and the free nodes of its surface from high to
// low, in the numbers of `rest`.
struct StandingBody {
  ElasticRest rest;
  std::vector<Index> surface;
  Index held = 0;
};

StandingBody standing_body(const VolumeMesh& mesh, double ground) {
  std::vector<Index> lowest, nodes;
  for (Index i = 0; i < mesh.node_count(); ++i)
    if (mesh.positions[i].y < ground) lowest.push_back(i);
  StandingBody body{make_elastic_rest(mesh, std::vector<Material>(1), lowest), {}, Index(lowest.size())};
  std::vector<char> seen(body.rest.held.begin(), body.rest.held.end());
  for (const Triangle& triangle : boundary_surface(mesh).triangles)
    for (const Index corner : triangle)
      if (const Index i = body.rest.order.new_of_old[corner]; seen[i] == 0)
        seen[i] = 1, body.surface.push_back(i);
  std::ranges::stable_sort(body.surface, std::greater{}, [&](Index v) { return body.rest.positions[v].y; });
  return body;
}

// A column of the responses G of kept nodes, against a solve: the largest difference over the largest entry.
double error_of_column(const BlockMatrix<double>& A, std::span<const Index> kept, const DenseMatrix& G) {
  SparseCholesky cholesky;
  cholesky.factor(A);
  BlockVector<double> x(A.pattern->diagonal.size());
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
  return error / largest;
}

// How nodes of the surface respond to forces on each other: all that are free, or the `most` highest.
void measure_surface(BenchRow& row, const StandingBody& body, std::size_t most) {
  BlockMatrix<double> A(body.rest.pattern);
  assemble<double>(body.rest, stiffness_elements<double>(body.rest), mass_matrix(body.rest), {1, 0},
                   HeldColumns::kDrop, A);
  const std::span<const Index> kept(body.surface.data(), std::min(most, body.surface.size()));
  row.add("unknowns", 3 * (A.rows() - body.held));
  row.add("threads", thread_count());
  row.add("free_surface_nodes", body.surface.size());
  row.add("kept_nodes", kept.size());
  const double cpu_before = cpu_seconds();
  Timer timer;
  DenseMatrix S = schur_complement(A, kept);
  const double schur = timer.seconds();
  timer.restart();
  const DenseMatrix G = inverse(std::move(S));
  const double inversion = timer.seconds();
  row.add("schur_s", schur);
  row.add("inverse_s", inversion);
  row.add("responses_s", schur + inversion);
  row.add("responses_cpu_s", cpu_seconds() - cpu_before);
  row.add("inverse_gflops", std::pow(G.size, 3) / inversion / 1e9);
  row.add("error", error_of_column(A, kept, G));
}

// A rabbit of about 41,500 unknowns that stands on its feet. Of its surface, as many nodes are kept as the
// rabbit of [JamesPai03] has free ones.
void measure_feet(BenchRow& row) {
  constexpr std::size_t kKept = 2145;
  const SurfaceMesh surface = make_model("rabbit");
  const Box3 box = bounding_box(surface);
  measure_surface(row,
                  standing_body(tetrahedralize(surface, SignedDistance(surface), 68'000),
                                box.lower.y + 0.03 * (box.upper.y - box.lower.y)),
                  kKept);
}

// The surface of [JamesPai03, table I], 2,562 vertices, of which it holds the lowest 417; all free nodes of the
// tetrahedra's surface are kept.
void measure_rabbit4(BenchRow& row) {
  constexpr std::size_t kHeld = 417;
  const SurfaceMesh surface =
      remesh_semi_regular(make_model("rabbit"), {.base_triangles = 80, .levels = 3}).mesh.finest;
  std::vector<double> heights;
  for (const Vec3& p : surface.positions) heights.push_back(p.y);
  std::ranges::nth_element(heights, heights.begin() + kHeld);
  measure_surface(row,
                  standing_body(tetrahedralize(surface, SignedDistance(surface), 68'000), heights[kHeld]),
                  std::numeric_limits<std::size_t>::max());
}

}  // namespace

Bench factorisation_bench() {
  Bench bench;
  bench.name = "factorisation";
  bench.description = "sparse Cholesky of elastic cubes, and the responses of a rabbit's surface";
  bench.cases = {"cells-8", "cells-12", "cells-16", "cells-20", "surface-41k", "rabbit4"};
  bench.run = [](BenchContext& context) {
    for (const Index n : {8, 12, 16, 20})
      if (const std::string name = "cells-" + std::to_string(n); context.wants(name))
        measure_cube(n, context.add_row(name));
    if (context.wants("surface-41k")) measure_feet(context.add_row("surface-41k"));
    if (context.wants("rabbit4")) measure_rabbit4(context.add_row("rabbit4"));
  };
  return bench;
}

}  // namespace sinew
