#pragma once

#include "elastic/cube_element.h"
#include "linalg/small_systems.h"

// Systems with fill.
namespace sinew::test {

// Node (x, y, z) of a box of cells is x + (nx + 1) (y + (ny + 1) z).
inline BlockPattern box_pattern(int nx, int ny, int nz) {
  std::vector<Index> nodes;
  for (int cell = 0; cell < nx * ny * nz; ++cell) {
    const int x = cell % nx, y = cell / nx % ny, z = cell / (nx * ny);
    for (int c = 0; c < 8; ++c)
      nodes.push_back(x + (c & 1) + (nx + 1) * (y + (c >> 1 & 1) + (ny + 1) * (z + (c >> 2))));
  }
  return pattern_of_elements((nx + 1) * (ny + 1) * (nz + 1), nodes, 8);
}

// The stiffness of elastic unit cells, plus a multiple of the identity that holds it.
template <typename Real>
BlockMatrix<Real> elastic_box(const BlockPattern& pattern, int nx, int ny, int nz, double hold) {
  BlockMatrix<Real> A(pattern);
  const CubeMatrix K = cube_stiffness(1, 0.7);
  const auto node = [&](int cell, int c) {
    const int x = cell % nx, y = cell / nx % ny, z = cell / (nx * ny);
    return x + (c & 1) + (nx + 1) * (y + (c >> 1 & 1) + (ny + 1) * (z + (c >> 2)));
  };
  for (int cell = 0; cell < nx * ny * nz; ++cell)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) {
        const auto block = A.block(pattern.find(node(cell, i), node(cell, j)));
        for (int k = 0; k < 9; ++k) block[k] += static_cast<Real>(K[24 * (3 * j + k / 3) + 3 * i + k % 3]);
      }
  for (Index i = 0; i < pattern.rows(); ++i)
    for (int k = 0; k < 9; k += 4) A.block(pattern.diagonal[i])[k] += static_cast<Real>(hold);
  return A;
}

// `pairs` couplings drawn at random among n rows; some rows may have none.
inline BlockPattern random_pattern(Index n, Index pairs, std::uint64_t seed) {
  Random random(seed);
  std::vector<Index> nodes;
  for (Index k = 0; k < 2 * pairs; ++k) nodes.push_back(static_cast<Index>(random.below(n)));
  return pattern_of_elements(n, nodes, 2);
}

// Random, symmetric, diagonally dominant for rows of any length.
template <typename Real>
BlockMatrix<Real> random_definite(const BlockPattern& pattern, std::uint64_t seed) {
  BlockMatrix<Real> A = random_matrix<Real>(pattern, seed);
  for (Index i = 0; i < pattern.rows(); ++i)
    for (int k = 0; k < 9; k += 4)
      A.block(pattern.diagonal[i])[k] =
          static_cast<Real>(3 * (pattern.row_start[i + 1] - pattern.row_start[i]) + 1);
  return A;
}

}  // namespace sinew::test
