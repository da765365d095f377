#pragma once

#include "elastic/tetrahedron_element.h"
#include "multigrid/multigrid.h"

namespace sinew::test {

// A unit cube of n^3 cells, six tetrahedra each, held at x = 0, under its own weight, with a hierarchy of
// halved grids: every second node, and each node between two of them at their mean.
struct ElasticCube {
  BlockPattern pattern;
  ColourOrder order;
  BlockMatrix<double> A;
  BlockVector<double> b;
  std::vector<Interpolation> interpolations;
  std::vector<std::vector<Vec3>> coarse_positions;

  explicit ElasticCube(Index n, const Material& material = {}, double mass_factor = 0);
};

inline std::vector<Vec3> grid_positions(Index n) {
  std::vector<Vec3> positions;
  for (Index k = 0; k <= n; ++k)
    for (Index j = 0; j <= n; ++j)
      for (Index i = 0; i <= n; ++i) positions.push_back(Vec3{double(i), double(j), double(k)} / double(n));
  return positions;
}

inline std::vector<Index> grid_elements(Index n) {
  constexpr int kSix[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                              {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
  std::vector<Index> nodes;
  for (Index k = 0; k < n; ++k)
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i)
        for (const auto& t : kSix)
          for (const int q : t)
            nodes.push_back(i + (q & 1) + (n + 1) * (j + (q >> 1 & 1) + (n + 1) * (k + (q >> 2 & 1))));
  return nodes;
}

// From the grid of n / 2 cells to that of n; `held(i, j, k)` nodes do not follow.
template <typename Held>
Interpolation halved_grid(Index n, Held&& held) {
  const Index m = n / 2 + 1;
  auto at = [&](Index i, Index j, Index k) { return i + m * (j + m * k); };
  Interpolation P;
  P.coarse_nodes = m * m * m;
  P.row_start.push_back(0);
  for (Index k = 0; k <= n; ++k)
    for (Index j = 0; j <= n; ++j)
      for (Index i = 0; i <= n; ++i) {
        const Index low = at(i / 2, j / 2, k / 2), high = at((i + 1) / 2, (j + 1) / 2, (k + 1) / 2);
        if (!held(i, j, k)) {
          P.column.push_back(low);
          P.weight.push_back(low == high ? 1.0F : 0.5F);
          if (low != high) P.column.push_back(high), P.weight.push_back(0.5F);
        }
        P.row_start.push_back(static_cast<Index>(P.column.size()));
      }
  transpose(P);
  return P;
}

inline ElasticCube::ElasticCube(Index n, const Material& material, double mass_factor) {
  const auto positions = grid_positions(n);
  const auto elements = grid_elements(n);
  const BlockPattern unordered = pattern_of_elements(static_cast<Index>(positions.size()), elements, 4);
  order = colour_order(unordered, positions);
  pattern = reordered(unordered, order);
  A = BlockMatrix<double>(pattern);
  b.resize(positions.size());
  auto held = [&](Index node) { return node % (n + 1) == 0; };
  for (std::size_t e = 0; e < elements.size(); e += 4) {
    std::array<Vec3, 4> corners;
    for (int i = 0; i < 4; ++i) corners[i] = positions[elements[e + i]];
    const TetrahedronShape shape = tetrahedron_shape(corners);
    for (int i = 0; i < 4; ++i) {
      const Index row = elements[e + i];
      if (!held(row)) b[order.new_of_old[row]].y -= 9.81 * material.density * shape.volume / 4;
      for (int j = 0; j < 4; ++j) {
        const Index column = elements[e + j];
        if (held(row) || held(column)) continue;
        ElementBlock K = stiffness_block(shape, material.lambda(), material.mu(), i, j);
        for (int k = 0; k < 9; k += 4) K[k] += mass_factor * consistent_mass(shape, material.density, i, j);
        const auto block = A.block(pattern.find(order.new_of_old[row], order.new_of_old[column]));
        for (int k = 0; k < 9; ++k) block[k] += K[k];
      }
    }
  }
  for (Index node = 0; node < pattern.rows(); ++node)
    if (held(order.old_of_new[node]))
      for (int k = 0; k < 9; k += 4) A.block(pattern.diagonal[node])[k] = material.young / double(n);
  for (Index m = n; m > 2; m /= 2) {
    const bool finest = m == n;
    const Interpolation P = halved_grid(m, [&](Index i, Index, Index) { return finest && i == 0; });
    interpolations.push_back(finest ? renumbered(P, order.old_of_new, {}) : P);
    coarse_positions.push_back(grid_positions(m / 2));
  }
}

}  // namespace sinew::test
