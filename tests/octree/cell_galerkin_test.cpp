#include "octree/cell_galerkin.h"

#include <gtest/gtest.h>

#include "multigrid/galerkin.h"
#include "octree/random_system.h"

namespace sinew {
namespace {

using test::cut_box;
using test::Octree;
using test::RandomSystem;

// Matrices of the finest cells over their unknowns, each with its share of the lumped mass.
std::vector<CubeMatrix> finest_cell_matrices(const RandomSystem& system) {
  const CellLevel& finest = system.levels.levels[0];
  std::vector<CubeMatrix> matrices;
  for (std::size_t c = 0; c < finest.places.size(); ++c) {
    const CornerWeights H = corner_weights(finest.places[c].octant(), finest.unknowns[c].hanging);
    matrices.push_back(galerkin(turned_stiffness(system.stiffness[c], system.rotation[c]), H));
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 8; ++k)
        for (int r = 0; r < 3; ++r)
          matrices.back()[25 * (3 * k + r)] += system.cell_mass[c] / 8 * double(H[i][k]);
  }
  return matrices;
}

void add_cell(const CubeMatrix& K, const CellUnknowns& cell, BlockMatrix<double>& A) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const auto block = A.block(A.pattern->find(cell.vertex[i], cell.vertex[j]));
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) block[3 * c + r] += K[24 * (3 * j + c) + 3 * i + r];
    }
}

BlockMatrix<double> sum_of(std::span<const CubeMatrix> matrices, const CellLevel& level,
                           const BlockPattern& pattern) {
  BlockMatrix<double> A(pattern);
  for (std::size_t c = 0; c < matrices.size(); ++c) add_cell(matrices[c], level.unknowns[c], A);
  return A;
}

// Of matrices that may have different patterns.
double largest_difference(const BlockMatrix<double>& A, const BlockMatrix<double>& B) {
  double most = 0;
  for (const auto& [first, second] : {std::pair{&A, &B}, std::pair{&B, &A}})
    for (Index i = 0; i < first->rows(); ++i)
      for (Index at = first->pattern->row_start[i]; at < first->pattern->row_start[i + 1]; ++at) {
        const Index place = second->pattern->find(i, first->pattern->column[at]);
        for (int k = 0; k < 9; ++k)
          most = std::max(most, std::abs(first->block(at)[k] - (place < 0 ? 0 : second->block(place)[k])));
      }
  return most;
}

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
      const Interpolation& P = system.levels.interpolations[l];
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
