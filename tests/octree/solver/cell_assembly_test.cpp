#include "octree/solver/cell_assembly.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/parallel.h"
#include "multigrid/multigrid.h"
#include "octree/random_system.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_across_x;
using test::cut_box;
using test::Octree;
using test::RandomSystem;
using test::to_positions;

template <typename Field>
BlockVector<double> at_points(std::span<const LatticePoint> points, Field&& field) {
  BlockVector<double> x;
  for (const Vec3& p : to_positions(points)) x.push_back(to_block(field(p)));
  return x;
}

double largest(std::span<const Block3<double>> x) {
  double most = 0;
  for (const auto& b : x) most = std::max({most, std::abs(b.x), std::abs(b.y), std::abs(b.z)});
  return most;
}

TEST(CellAssembly, gives_no_force_for_rigid_motion_whatever_hangs) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const RandomSystem system{seed < 3 ? Octree(cut_box(seed, 20)) : test::coarse_octree(seed, 20)};
    const CellAssembly assembly = system.assembly();
    BlockMatrix<double> A(assembly.pattern());
    assembly.assemble<double>(system.stiffness, {}, {}, A);
    const std::span<const LatticePoint> points = system.levels.levels[0].vertex_points;
    const auto moved = at_points(points, [](const Vec3&) { return Vec3{1, 2, 3}; });
    const auto turned = at_points(points, [](const Vec3& x) { return cross(Vec3{0.3, -1, 0.5}, x); });
    BlockVector<double> f(points.size());
    for (const auto& u : {moved, turned}) {
      multiply<double>(A, u, f);
      EXPECT_LT(largest(f), 1e-10);
    }
  }
}

void expect_patch_test(const RandomSystem& system) {
  const CellLevel& finest = system.levels.levels[0];
  ASSERT_GT(system.octree.vertices.hanging(), 0);
  std::vector<CellStiffness> stiffness;
  for (const CellPlace& place : finest.places) stiffness.push_back({1.5 * place.side(), 0.7 * place.side()});
  const CellAssembly assembly = system.assembly();
  BlockMatrix<double> A(assembly.pattern());
  assembly.assemble<double>(stiffness, {}, {}, A);
  const Mat3 slope{{Vec3{0.1, 0.2, -0.3}, Vec3{0.5, -0.2, 0}, Vec3{0.1, 0.4, 0.3}}};
  const auto u = at_points(finest.vertex_points, [&](const Vec3& x) { return slope * x; });
  BlockVector<double> f(u.size());
  multiply<double>(A, u, f);
  const std::array<std::int32_t, 3> upper{37, 34, 33};
  for (Index v = 0; v < finest.vertex_count; ++v) {
    bool on_boundary = false;
    for (int axis = 0; axis < 3; ++axis) {
      const std::int32_t at = finest.vertex_points[v][axis];
      on_boundary |= at == 0 || at == upper[axis];
    }
    if (!on_boundary) {
      EXPECT_LT(norm(to_vec3(f[v])), 1e-10);
    }
  }
}

TEST(CellAssembly, passes_the_patch_test_across_level_changes) {
  expect_patch_test(RandomSystem{Octree(LinkedVoxels(box_grid(37, 34, 33)))});
}

TEST(CellAssembly, passes_the_patch_test_across_level_changes_at_a_coarse_boundary) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    LinkedVoxels voxels(box_grid(37, 34, 33));
    const RefinementMarks marks = test::coarse_boundary(voxels, seed);
    expect_patch_test(RandomSystem{Octree(std::move(voxels), 3, marks)});
  }
}

TEST(CellAssembly, is_symmetric) {
  const RandomSystem system{Octree(cut_box(4, 20))};
  const CellAssembly assembly = system.assembly();
  BlockMatrix<double> A(assembly.pattern());
  assembly.assemble<double>(system.stiffness, system.rotation, system.mass, A);
  const BlockPattern& pattern = assembly.pattern();
  for (Index i = 0; i < pattern.rows(); ++i)
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
      const auto block = A.block(at), twin = A.block(pattern.find(pattern.column[at], i));
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(block[3 * c + r], twin[3 * r + c], 1e-13);
    }
}

TEST(CellAssembly, energy_is_the_sum_of_that_of_the_cells) {
  const RandomSystem system{Octree(cut_box(8, 20))};
  const CellAssembly assembly = system.assembly();
  BlockMatrix<double> A(assembly.pattern());
  assembly.assemble<double>(system.stiffness, system.rotation, {}, A);
  const CellLevel& finest = system.levels.levels[0];
  Random random(1);
  const auto u = at_points(finest.vertex_points, [&](const Vec3&) {
    return random.in_box({-1, -1, -1}, {1, 1, 1});
  });
  double energy = 0;
  for (Index c = 0; c < system.octree.cells.count(); ++c) {
    std::array<Vec3, 8> at_corners;
    const CornerWeights H = corner_weights(finest.places[c].octant(), finest.unknowns[c].hanging);
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 8; ++k) at_corners[i] += double(H[i][k]) * to_vec3(u[finest.unknowns[c].vertex[k]]);
    energy += cube_energy(turned_stiffness(system.stiffness[c], system.rotation[c]), at_corners);
  }
  BlockVector<double> f(u.size());
  multiply<double>(A, u, f);
  EXPECT_NEAR(0.5 * dot<double>(u, f), energy, 1e-9 * energy);
}

TEST(CellAssembly, leaves_the_two_pieces_of_a_bar_without_force_on_each_other) {
  LinkedVoxels voxels(box_grid(32, 8, 8));
  cut_across_x(voxels, 15);
  const RandomSystem system{Octree(std::move(voxels))};
  const CellAssembly assembly = system.assembly();
  BlockMatrix<double> A(assembly.pattern());
  assembly.assemble<double>(system.stiffness, system.rotation, {}, A);
  const CellLevel& finest = system.levels.levels[0];
  BlockVector<double> u(finest.vertex_count), f(finest.vertex_count);
  std::vector<char> right(finest.vertex_count, 0);
  for (std::size_t c = 0; c < finest.places.size(); ++c)
    for (const Index v : finest.unknowns[c].vertex) right[v] = finest.places[c].x >= 15;
  Random random(2);
  for (Index v = 0; v < finest.vertex_count; ++v)
    if (right[v]) u[v] = to_block(random.in_box({-1, -1, -1}, {1, 1, 1}));
  multiply<double>(A, u, f);
  for (Index v = 0; v < finest.vertex_count; ++v)
    if (!right[v]) {
      EXPECT_EQ(f[v], Block3<double>{});
    }
  EXPECT_GT(largest(f), 0.1);
}

TEST(LumpedMasses, add_up_to_that_of_the_cells) {
  const RandomSystem system{Octree(cut_box(6))};
  const double total = std::accumulate(system.cell_mass.begin(), system.cell_mass.end(), 0.0);
  EXPECT_NEAR(std::accumulate(system.mass.begin(), system.mass.end(), 0.0), total, 1e-9 * total);
}

TEST(CellAssembly, has_the_same_bits_for_any_number_of_threads) {
  const RandomSystem system{Octree(cut_box(3, 20))};
  const int threads = thread_count();
  std::vector<UnsetVector<float>> values;
  for (const int count : {1, 4}) {
    set_thread_count(count);
    const CellAssembly assembly = system.assembly();
    BlockMatrix<float> A(assembly.pattern());
    assembly.assemble<float>(system.stiffness, system.rotation, system.mass, A);
    values.push_back(A.values);
  }
  set_thread_count(threads);
  EXPECT_EQ(values[0], values[1]);
}

// The finest operator in the order of its colours, and all that multigrid asks for.
struct ColouredSystem {
  ColourOrder order;
  std::vector<Interpolation> interpolations;
  std::vector<std::vector<Vec3>> positions;
  std::vector<CellUnknowns> unknowns;

  explicit ColouredSystem(const RandomSystem& system) : unknowns(system.levels.levels[0].unknowns) {
    const std::vector<CellLevel>& levels = system.levels.levels;
    order = colour_order(system.assembly().pattern(), to_positions(levels[0].vertex_points));
    for (CellUnknowns& cell : unknowns)
      for (Index& v : cell.vertex) v = order.new_of_old[v];
    interpolations = system.levels.interpolations;
    interpolations[0] = renumbered(interpolations[0], order.old_of_new, {});
    for (std::size_t l = 1; l < levels.size(); ++l)
      positions.push_back(to_positions(levels[l].vertex_points));
  }
};

// The mean factor of the residual's norm per cycle, of ten cycles, and the largest difference to the direct
// solution after many.
struct Convergence {
  double factor = 0, difference = 0;
};

Convergence converge(const RandomSystem& system) {
  const ColouredSystem coloured(system);
  const CellLevel& finest = system.levels.levels[0];
  const CellAssembly assembly(finest.places, coloured.unknowns, finest.vertex_count);
  BlockMatrix<double> A(assembly.pattern());
  std::vector<double> mass(finest.vertex_count);
  for (Index v = 0; v < finest.vertex_count; ++v) mass[v] = system.mass[coloured.order.old_of_new[v]];
  assembly.assemble<double>(system.stiffness, system.rotation, mass, A);
  Multigrid<double> multigrid(assembly.pattern(), coloured.order.colour_start, coloured.interpolations,
                              coloured.positions);
  multigrid.set_matrix(A);
  auto work = multigrid.make_work();
  BlockVector<double> b(A.rows()), x(A.rows()), r(A.rows()), e(A.rows()), exact(A.rows());
  for (Index i = 0; i < A.rows(); ++i) b[i] = {0, mass[i], 0, 0};
  CycleParams params;
  params.relaxation = 1.1;
  Convergence convergence;
  for (int cycle = 0; cycle < 60; ++cycle) {
    residual<double>(A, b, x, r);
    if (cycle == 10) convergence.factor = std::pow(norm<double>(r) / norm<double>(b), 0.1);
    multigrid.v_cycle(r, e, params, work);
    axpby<double>(1, e, 1, x);
  }
  DirectSolver direct;
  direct.factor(A);
  direct.solve<double>(b, exact);
  const double scale = largest(exact);
  axpby<double>(-1, x, 1, exact);
  convergence.difference = largest(exact) / scale;
  return convergence;
}

TEST(CellMultigrid, equals_cholesky_on_bodies_with_cuts_and_holes) {
  for (std::uint64_t seed = 1; seed < 3; ++seed) {
    const Convergence convergence = converge(RandomSystem{Octree(cut_box(seed, 12)), 60, 0.3, 0.01});
    EXPECT_LT(convergence.difference, 1e-8) << "seed " << seed;
    EXPECT_LT(convergence.factor, 0.5) << "seed " << seed;
  }
}

TEST(CellMultigrid, converges_as_fast_with_a_cut_as_without) {
  LinkedVoxels voxels(box_grid(16, 9, 9));
  const Convergence whole = converge(RandomSystem{Octree(voxels), 60, 0.1, 0.01});
  cut_across_x(voxels, 9);
  const Convergence cut = converge(RandomSystem{Octree(std::move(voxels)), 60, 0.1, 0.01});
  EXPECT_LT(cut.factor, whole.factor + 0.1);
}

}  // namespace
}  // namespace sinew
