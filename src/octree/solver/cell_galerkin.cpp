#include "octree/solver/cell_galerkin.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kGalerkinCells = 64;  // per parallel chunk

unsigned held_corners(const CellUnknowns& cell, std::span<const char> held) {
  unsigned bits = 0;
  for (unsigned k = 0; k < 8; ++k)
    if (!held.empty() && held[cell.vertex[k]] != 0) bits |= 1U << k;
  return bits;
}

}  // namespace

CornerWeights unknown_weights(int octant, unsigned hanging, unsigned held) {
  CornerWeights weights = trilinear_weights(octant);
  for (unsigned k = 0; k < 8; ++k) {
    if ((hanging | held) >> k & 1) weights[k].fill(0);
    if ((hanging & ~held) >> k & 1) weights[k][k] = 1;
  }
  return weights;
}

CubeMatrix galerkin(const CubeMatrix& A, const CornerWeights& H) {
  CubeMatrix right{}, product{};
  for (int j = 0; j < 8; ++j)
    for (int b = 0; b < 8; ++b)
      if (H[b][j] != 0)
        for (int c = 0; c < 3; ++c)
          for (int r = 0; r < 24; ++r)
            right[24 * (3 * j + c) + r] += double(H[b][j]) * A[24 * (3 * b + c) + r];
  for (int c = 0; c < 24; ++c)
    for (int i = 0; i < 8; ++i)
      for (int a = 0; a < 8; ++a)
        for (int r = 0; r < 3; ++r)
          product[24 * c + 3 * i + r] += double(H[a][i]) * right[24 * c + 3 * a + r];
  return product;
}

std::vector<CubeMatrix> coarse_cell_matrices(const CellLevel& fine, const CellLevel& coarse,
                                             std::span<const CubeMatrix> matrices,
                                             std::span<const char> held) {
  std::vector<CubeMatrix> sums(coarse.places.size(), CubeMatrix{});
  parallel_for_each(sums.size(), kGalerkinCells, [&](Index cell) {
    for (Index at = coarse.child_start[cell]; at < coarse.child_start[cell + 1]; ++at) {
      const Index child = coarse.child[at];
      const CellPlace& place = fine.places[child];
      const unsigned hanging = fine.unknowns[child].hanging,
                     left_out = held_corners(fine.unknowns[child], held);
      const CornerWeights Q = place.level < coarse.places[cell].level
                                  ? unknown_weights(place.octant(), hanging, left_out)
                                  : unknown_weights(place.octant(), 0xffU, left_out);
      const CubeMatrix product = galerkin(matrices[child], Q);
      for (std::size_t k = 0; k < product.size(); ++k) sums[cell][k] += product[k];
    }
  });
  return sums;
}

}  // namespace sinew
