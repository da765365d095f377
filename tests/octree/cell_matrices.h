#pragma once

#include "octree/random_system.h"
#include "octree/solver/cell_galerkin.h"

// Operators as sums of matrices of cells, the slow way.
namespace sinew::test {

// Matrices of the finest cells over their unknowns, each with its share of the lumped mass.
inline std::vector<CubeMatrix> finest_cell_matrices(const RandomSystem& system) {
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

inline void add_cell(const CubeMatrix& K, const CellUnknowns& cell, BlockMatrix<double>& A) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const auto block = A.block(A.pattern->find(cell.vertex[i], cell.vertex[j]));
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) block[3 * c + r] += K[24 * (3 * j + c) + 3 * i + r];
    }
}

inline BlockMatrix<double> sum_of(std::span<const CubeMatrix> matrices, const CellLevel& level,
                                  const BlockPattern& pattern) {
  BlockMatrix<double> A(pattern);
  for (std::size_t c = 0; c < matrices.size(); ++c) add_cell(matrices[c], level.unknowns[c], A);
  return A;
}

// The matrices may have different patterns.
inline double largest_difference(const BlockMatrix<double>& A, const BlockMatrix<double>& B) {
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

}  // namespace sinew::test
