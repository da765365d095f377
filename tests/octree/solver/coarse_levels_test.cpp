#include "octree/solver/coarse_levels.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "octree/cell_matrices.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::box_grid;
using test::cut_across_x;
using test::cut_box;
using test::finest_cell_matrices;
using test::Octree;
using test::RandomSystem;
using test::sum_of;

std::vector<CellRotation> rotations_of(const RandomSystem& system) {
  std::vector<CellRotation> rotations;
  for (std::size_t c = 0; c < system.rotation.size(); ++c) {
    const double length = std::pow(system.stiffness[c].mu, 0.25);
    const Quaternion& q = system.rotation[c];
    rotations.push_back({static_cast<float>(length * q.w), static_cast<float>(length * q.x),
                         static_cast<float>(length * q.y), static_cast<float>(length * q.z)});
  }
  return rotations;
}

CoarseLevels solver_of(const RandomSystem& system, std::span<const char> held = {},
                       InstructionSet set = best_instruction_set()) {
  CoarseLevels solver(make_coarse_structure(system.levels, held), galerkin_kernels_for(set));
  solver.set_stiffness(system.stiffness);
  solver.set_masses(system.mass);
  solver.rebuild(rotations_of(system));
  return solver;
}

void raise_empty_rows(BlockMatrix<double>& A) {
  for (Index i = 0; i < A.rows(); ++i) {
    const auto block = A.block(A.pattern->diagonal[i]);
    if (block[0] == 0)
      for (int k = 0; k < 9; k += 4) block[k] = 1;
  }
}

// The largest difference between the rows of every level and sums of cell matrices in double, and the largest
// entry.
struct Comparison {
  double difference = 0, largest = 0;
};

Comparison compare(const RandomSystem& system, const CoarseLevels& solver, std::span<const char> held = {}) {
  Comparison result;
  std::vector<CubeMatrix> matrices = finest_cell_matrices(system);
  for (std::size_t l = 1; l < system.levels.levels.size(); ++l) {
    const CellLevel& level = system.levels.levels[l];
    matrices = coarse_cell_matrices(system.levels.levels[l - 1], level, matrices,
                                    l == 1 ? held : std::span<const char>());
    const BlockPattern pattern = system.assembly(static_cast<int>(l)).pattern();
    BlockMatrix<double> slow = sum_of(matrices, level, pattern);
    raise_empty_rows(slow);
    const BlockMatrix<float>& fast = solver.matrix(static_cast<int>(l));
    for (Index i = 0; i < pattern.rows(); ++i)
      for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at) {
        const int at_level = static_cast<int>(l);
        const auto block = fast.block(
            fast.pattern->find(solver.row_of(at_level, i), solver.row_of(at_level, pattern.column[at])));
        for (int k = 0; k < 9; ++k) {
          result.difference = std::max(result.difference, std::abs(slow.block(at)[k] - double(block[k])));
          result.largest = std::max(result.largest, std::abs(slow.block(at)[k]));
        }
      }
  }
  return result;
}

TEST(CoarseLevels, has_the_galerkin_operators_of_cut_octrees_on_every_level) {
  for (std::uint64_t seed = 0; seed < 7; ++seed) {
    const RandomSystem system{seed < 4 ? Octree(cut_box(seed, 24)) : test::coarse_octree(seed, 24)};
    const Comparison result = compare(system, solver_of(system));
    EXPECT_LT(result.difference, 2e-6 * result.largest) << "seed " << seed;
  }
}

TEST(CoarseLevels, has_them_in_every_instruction_set) {
  const RandomSystem system{Octree(cut_box(9, 20))};
  for (const InstructionSet set :
       {InstructionSet::kBaseline, InstructionSet::kAvx2, InstructionSet::kAvx512}) {
    if (set > best_instruction_set()) continue;
    const Comparison result = compare(system, solver_of(system, {}, set));
    EXPECT_LT(result.difference, 2e-6 * result.largest);
  }
}

TEST(CoarseLevels, leaves_held_vertices_out) {
  const RandomSystem system{Octree(cut_box(1, 20))};
  std::vector<char> held(system.mass.size(), 0);
  for (std::size_t v = 0; v < held.size(); v += 5) held[v] = 1;
  const CoarseLevels solver = solver_of(system, held);
  const Comparison result = compare(system, solver, held);
  EXPECT_LT(result.difference, 2e-6 * result.largest);
  for (std::size_t v = 0; v < held.size(); ++v) {
    const Interpolation& P = solver.interpolation();
    if (held[v]) {
      EXPECT_EQ(P.row_start[v], P.row_start[v + 1]);
    }
  }
}

TEST(CoarseLevels, has_the_identity_where_all_around_is_held) {
  const RandomSystem system{Octree(cut_box(3, 20))};
  const CellLevel& finest = system.levels.levels[0];
  std::vector<char> held(system.mass.size(), 0);
  for (std::size_t v = 0; v < held.size(); ++v) held[v] = finest.vertex_points[v].x < 11;
  const CoarseLevels solver = solver_of(system, held);
  const Comparison result = compare(system, solver, held);
  EXPECT_LT(result.difference, 2e-6 * result.largest);
  Index empty = 0;
  for (Index row = 0; row < solver.vertices(); ++row) {
    const auto block = solver.matrix(1).block(solver.matrix(1).pattern->diagonal[row]);
    empty += block[0] == 1 && block[1] == 0 && block[4] == 1;
  }
  EXPECT_GT(empty, 20);
}

// About A^-1 b on level 1.
BlockVector<float> solved(CoarseLevels& solver, const BlockVector<float>& b, const CycleParams& params) {
  CoarseLevels::Work work = solver.make_work();
  std::copy(b.begin(), b.end(), work[0].b.begin());
  solver.solve(params, work);
  return work[0].x;
}

TEST(CoarseLevels, has_nothing_left_of_the_matrices_before) {
  const RandomSystem system{Octree(cut_box(2, 20))};
  CoarseLevels solver = solver_of(system);
  const UnsetVector<float> once = solver.matrix(1).values;
  solver.rebuild(std::vector<CellRotation>(system.rotation.size(), CellRotation{}));
  EXPECT_NE(solver.matrix(1).values, once);
  solver.rebuild(rotations_of(system));
  EXPECT_EQ(solver.matrix(1).values, once);
}

TEST(CoarseLevels, colours_rows_so_that_none_is_coupled_to_one_of_its_colour) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const RandomSystem system{seed < 3 ? Octree(cut_box(seed, 24)) : test::coarse_octree(seed, 24)};
    const CoarseLevels solver = solver_of(system);
    for (std::size_t l = 1; l < system.levels.levels.size(); ++l) {
      const BlockPattern& pattern = *solver.matrix(static_cast<int>(l)).pattern;
      const std::vector<Index>& start = solver.colour_start(static_cast<int>(l));
      ASSERT_EQ(start.back(), pattern.rows());
      for (std::size_t colour = 0; colour + 1 < start.size(); ++colour)
        for (Index row = start[colour]; row < start[colour + 1]; ++row)
          for (Index at = pattern.row_start[row]; at < pattern.row_start[row + 1]; ++at) {
            const Index column = pattern.column[at];
            EXPECT_TRUE(column == row || column < start[colour] || column >= start[colour + 1]);
          }
    }
  }
}

TEST(CoarseLevels, has_the_same_bits_for_any_number_of_threads) {
  const RandomSystem system{Octree(cut_box(5, 40)), 30};
  const int threads = thread_count();
  set_thread_count(1);
  CoarseLevels one = solver_of(system);
  CycleParams params;
  params.directions = 2;
  const BlockVector<float> b(one.vertices(), {1, 2, 3, 0}), x = solved(one, b, params);
  for (const int count : {2, 4}) {
    set_thread_count(count);
    CoarseLevels more = solver_of(system);
    for (std::size_t l = 1; l < system.levels.levels.size(); ++l)
      EXPECT_EQ(one.matrix(static_cast<int>(l)).values, more.matrix(static_cast<int>(l)).values);
    EXPECT_EQ(x, solved(more, b, params));
  }
  set_thread_count(threads);
}

TEST(CoarseLevels, v_cycles_converge_on_a_cut_bar) {
  LinkedVoxels voxels(box_grid(40, 14, 14));
  cut_across_x(voxels, 17);
  const RandomSystem system{Octree(std::move(voxels)), 60, 0.2, 0.05};
  CoarseLevels solver = solver_of(system);
  const BlockMatrix<float>& A = solver.matrix(1);
  BlockVector<float> b(solver.vertices(), {0, 1, 0, 0}), x(b.size()), r(b);
  CycleParams params;
  params.relaxation = 1.1;
  for (int cycle = 0; cycle < 8; ++cycle) {
    axpby<float>(1, solved(solver, r, params), 1, x);
    residual<float>(A, b, x, r);
  }
  EXPECT_LT(norm<float>(r), 1e-3 * norm<float>(b));
}

TEST(CoarseLevels, refuses_an_octree_without_a_coarser_level) {
  const RandomSystem system{Octree(LinkedVoxels(box_grid(2, 2, 2)))};
  EXPECT_THROW(make_coarse_structure(system.levels), Error);
}

}  // namespace
}  // namespace sinew
