#include "octree/solver/octree_cycle.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "linalg/conjugate_gradient.h"
#include "octree/random_system.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_box;
using test::cut_link;
using test::Octree;
using test::RandomSystem;
using test::sort_links;

// A system with its levels, all turned alike, and its matrix.
struct Solver {
  const RandomSystem& system;
  Index n = system.levels.levels[0].vertex_count;
  CellOperator finest{system.levels.levels[0].places,
                      system.levels.levels[0].unknowns,
                      system.levels.levels[0].vertex_points,
                      1,
                      {700}};
  CoarseLevels coarse{make_coarse_structure(system.levels)};
  CellAssembly assembly = system.assembly();
  BlockMatrix<double> A{assembly.pattern()};
  ChebyshevParams smoother;

  explicit Solver(const RandomSystem& s) : system(s) {
    finest.set_stiffness(s.stiffness);
    finest.set_vertices(s.mass, {});
    std::vector<CellRotation> rotations;
    for (const Quaternion& q : s.rotation)
      rotations.push_back({static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
                           static_cast<float>(q.z)});
    finest.set_rotations(rotations);
    finest.update_diagonal();
    coarse.set_stiffness(s.stiffness);
    coarse.set_masses(s.mass);
    coarse.rebuild(finest.rotations());
    smoother = chebyshev_for(finest.largest_eigenvalue());
    assembly.assemble<double>(s.stiffness, s.rotation, s.mass, A);
  }

  BlockVector<double> cycle(std::span<const Block3<double>> b, bool symmetric = false, int directions = 1) {
    BlockVector<float> single(n), x(n);
    const double size = norm<double>(b);
    assign_scaled<float>(b, 1 / size, single);
    CycleParams params;
    params.relaxation = 1.1;
    params.symmetric = symmetric;
    params.directions = std::min(directions, 2);
    params.directions_of_small = directions;
    const OctreeCycle cycle(finest, coarse);
    OctreeCycle::Work work = cycle.make_work();
    cycle.v_cycle<Block3<float>>(single, x, smoother, params, work);
    BlockVector<double> y(n);
    add_scaled<float>(x, size, y);
    return y;
  }
};

BlockVector<double> random_vector(Index n, std::uint64_t seed) {
  Random random(seed);
  BlockVector<double> x(n);
  for (auto& b : x) b = to_block(random.in_box({-1, -1, -1}, {1, 1, 1}));
  return x;
}

// A box whose upper half is cut into square rods `width` voxels wide, as by a grid of blades.
LinkedVoxels rods(Index side, Index width) {
  LinkedVoxels voxels(box_grid(side, side, side));
  std::vector<CutLink> links;
  for (int axis : {0, 2})
    for (Index j = width - 1; j + 1 < side; j += width)
      for (Index y = side / 2; y < side; ++y)
        for (Index i = 0; i < side; ++i)
          links.push_back(cut_link(axis == 0 ? LatticePoint{j, y, i} : LatticePoint{i, y, j}, axis));
  sort_links(links);
  voxels.cut(links);
  return voxels;
}

double residual_after(Solver& solver, int cycles, int directions) {
  const BlockVector<double> b(solver.n, {1, 0, 0, 0});
  BlockVector<double> x(solver.n), r = b;
  for (int k = 0; k < cycles; ++k) {
    axpby<double>(1, solver.cycle(r, false, directions), 1, x);
    residual<double>(solver.A, b, x, r);
  }
  return norm<double>(r) / norm<double>(b);
}

TEST(OctreeCycle, of_two_directions_bends_rods_no_wider_than_a_coarse_cell) {
  const RandomSystem system(Octree(rods(36, 6)), 30, 0, 1e-4);
  Solver solver(system);
  const double by_two = residual_after(solver, 6, 2);
  EXPECT_LT(by_two, 0.1 * residual_after(solver, 6, 1));
  // More of them pay in the first cycles.
  EXPECT_LT(residual_after(solver, 3, 4), 0.9 * residual_after(solver, 3, 2));
}

TEST(OctreeCycle, reduces_the_residual_of_a_cube_to_a_third_each_time) {
  const RandomSystem system(Octree(LinkedVoxels(box_grid(24, 24, 24))), 30, 0);
  Solver solver(system);
  const BlockVector<double> b = random_vector(solver.n, 1);
  BlockVector<double> x(solver.n), r = b;
  for (int k = 0; k < 8; ++k) {
    const double before = norm<double>(r);
    axpby<double>(1, solver.cycle(r), 1, x);
    residual<double>(solver.A, b, x, r);
    EXPECT_LT(norm<double>(r), 0.34 * before);
  }
}

TEST(OctreeCycle, is_symmetric_where_asked) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const RandomSystem system(Octree(cut_box(seed, 18)));
    Solver solver(system);
    const BlockVector<double> u = random_vector(solver.n, 1), v = random_vector(solver.n, 2);
    const BlockVector<double> Vu = solver.cycle(u, true), Vv = solver.cycle(v, true);
    const double scale = norm<double>(u) * norm<double>(Vv);
    EXPECT_NEAR(dot<double>(u, Vv), dot<double>(Vu, v), 1e-5 * scale);
    EXPECT_GT(dot<double>(u, Vu), 0);
  }
}

TEST(OctreeCycle, leads_conjugate_gradients_to_the_direct_solution_of_cut_bodies) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const RandomSystem system(seed < 3 ? Octree(cut_box(seed, 10)) : test::coarse_octree(seed, 20), 30, 0.3);
    Solver solver(system);
    const BlockVector<double> b = random_vector(solver.n, 3);
    BlockVector<double> x(solver.n), exact(solver.n);
    ConjugateGradientWork<double> work;
    const auto precondition = [&](std::span<const Block3<double>> r, std::span<Block3<double>> z) {
      const BlockVector<double> y = solver.cycle(r, true);
      std::copy(y.begin(), y.end(), z.begin());
    };
    const SolveReport report = conjugate_gradient<double>(solver.A, b, x, precondition, {1e-11, 60}, work);
    EXPECT_TRUE(report.converged);
    DirectSolver direct;
    direct.factor(solver.A);
    direct.solve<double>(b, exact);
    axpby<double>(-1, exact, 1, x);
    EXPECT_LT(norm<double>(x), 1e-8 * norm<double>(exact));
  }
}

TEST(OctreeCycle, has_the_same_bits_for_any_number_of_threads) {
  const RandomSystem system(Octree(cut_box(3, 18)));
  const int threads = thread_count();
  std::vector<BlockVector<double>> results;
  for (const int count : {1, 2, 4}) {
    set_thread_count(count);
    Solver solver(system);
    results.push_back(solver.cycle(random_vector(solver.n, 4)));
  }
  set_thread_count(threads);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

}  // namespace
}  // namespace sinew
