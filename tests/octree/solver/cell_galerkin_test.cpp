#include "octree/solver/cell_galerkin.h"

#include <gtest/gtest.h>

#include "multigrid/galerkin.h"
#include "octree/cell_matrices.h"

namespace sinew {
namespace {

using test::cut_box;
using test::finest_cell_matrices;
using test::largest_difference;
using test::Octree;
using test::RandomSystem;
using test::sum_of;

TEST(CellGalerkin, cells_of_the_finest_level_add_up_to_the_assembled_operator) {
  const RandomSystem system{Octree(cut_box(2, 20))};
  const CellAssembly assembly = system.assembly();
  BlockMatrix<double> A(assembly.pattern());
  assembly.assemble<double>(system.stiffness, system.rotation, system.mass, A);
  const auto B = sum_of(finest_cell_matrices(system), system.levels.levels[0], assembly.pattern());
  EXPECT_LT(largest_difference(A, B), 1e-12);
}

TEST(CellGalerkin, cell_by_cell_equals_the_triple_product_on_every_level) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const RandomSystem system{Octree(cut_box(seed, 20))};
    std::vector<CubeMatrix> matrices = finest_cell_matrices(system);
    BlockPattern pattern = system.assembly().pattern();
    BlockMatrix<double> A = sum_of(matrices, system.levels.levels[0], pattern);
    for (std::size_t l = 0; l + 1 < system.levels.levels.size(); ++l) {
      Interpolation P = system.levels.interpolations[l];
      transpose(P);
      BlockPattern coarse_pattern = galerkin_pattern(pattern, P);
      BlockMatrix<double> coarse(coarse_pattern);
      galerkin_product(A, P, coarse);
      matrices = coarse_cell_matrices(system.levels.levels[l], system.levels.levels[l + 1], matrices);
      const BlockPattern by_cells = system.assembly(static_cast<int>(l) + 1).pattern();
      EXPECT_LT(largest_difference(coarse, sum_of(matrices, system.levels.levels[l + 1], by_cells)), 1e-11);
      pattern = std::move(coarse_pattern);
      coarse.pattern = &pattern;
      A = std::move(coarse);
    }
  }
}

TEST(CellGalerkin, leaves_held_vertices_out) {
  const RandomSystem system{Octree(cut_box(1, 20))};
  const CellLevel& finest = system.levels.levels[0];
  std::vector<char> held(finest.vertex_count, 0);
  Interpolation P = system.levels.interpolations[0];
  for (Index v = 0; v < finest.vertex_count; v += 3) {
    held[v] = 1;
    std::fill(P.weight.begin() + P.row_start[v], P.weight.begin() + P.row_start[v + 1], 0.0F);
  }
  transpose(P);
  const std::vector<CubeMatrix> fine = finest_cell_matrices(system);
  const BlockPattern pattern = system.assembly().pattern();
  const BlockMatrix<double> A = sum_of(fine, finest, pattern);
  const BlockPattern coarse_pattern = galerkin_pattern(pattern, P);
  BlockMatrix<double> coarse(coarse_pattern);
  galerkin_product(A, P, coarse);
  const auto matrices = coarse_cell_matrices(finest, system.levels.levels[1], fine, held);
  EXPECT_LT(largest_difference(coarse, sum_of(matrices, system.levels.levels[1], coarse_pattern)), 1e-11);
}

TEST(CellGalerkin, of_a_cell_that_hangs_is_that_of_its_corners_within_the_merged_cell) {
  // Hanging corners lie where the merged cell's trilinear field is what their own rows say.
  for (int octant = 0; octant < 8; ++octant) {
    const unsigned face = 0xffU & ~(1U << octant) & (octant & 1 ? 0xaaU : 0x55U);
    const CornerWeights H = corner_weights(octant, face), Q = unknown_weights(octant, face);
    const CornerWeights T = trilinear_weights(octant);
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 8; ++k) {
        float sum = 0;
        for (int j = 0; j < 8; ++j) sum += H[i][j] * Q[j][k];
        EXPECT_EQ(sum, T[i][k]);
      }
  }
}

}  // namespace
}  // namespace sinew
