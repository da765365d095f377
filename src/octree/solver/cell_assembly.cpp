#include "octree/solver/cell_assembly.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kMatrixRows = 1024;  // per parallel chunk

using CubeProducts = std::array<std::array<CornerProducts, 8>, 8>;

const CubeProducts& products_of_corners() {
  static const CubeProducts products = [] {
    CubeProducts all;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) all[i][j] = corner_products(i, j);
    return all;
  }();
  return products;
}

// For unknowns k and j: H^T (products of corners) H.
CornerProducts products_of_unknowns(const CornerWeights& H, int k, int j) {
  CornerProducts sum;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b)
      if (H[a][k] != 0 && H[b][j] != 0)
        sum = sum + double(H[a][k]) * double(H[b][j]) * products_of_corners()[a][b];
  return sum;
}

}  // namespace

CubeMatrix turned_stiffness(const CellStiffness& stiffness, const Quaternion& rotation) {
  const Mat3 R = to_matrix(rotation), Rt = transposed(R);
  CubeMatrix K;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i) {
      const Mat3 block =
          R * stiffness_block(products_of_corners()[i][j], stiffness.lambda, stiffness.mu) * Rt;
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) K[24 * (3 * j + c) + 3 * i + r] = block(r, c);
    }
  return K;
}

CellAssembly::CellAssembly(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns,
                           Index vertex_count)
    : unknowns_(unknowns.begin(), unknowns.end()), corner_start_(vertex_count + 1, 0) {
  std::vector<Index> nodes;
  for (const CellPlace& place : places) octant_.push_back(static_cast<std::uint8_t>(place.octant()));
  for (const CellUnknowns& cell : unknowns) nodes.insert(nodes.end(), cell.vertex.begin(), cell.vertex.end());
  pattern_ = pattern_of_elements(vertex_count, nodes, 8);

  for (const Index v : nodes) ++corner_start_[v + 1];
  for (Index v = 0; v < vertex_count; ++v) corner_start_[v + 1] += corner_start_[v];
  corner_.resize(nodes.size());
  std::vector<Index> fill(corner_start_.begin(), corner_start_.end() - 1);
  for (std::size_t i = 0; i < nodes.size(); ++i) corner_[fill[nodes[i]]++] = static_cast<Index>(i);
}

template <typename Real>
void CellAssembly::add_row(Index row, Index cell, int unknown, const CellStiffness& stiffness, const Mat3& R,
                           BlockMatrix<Real>& A) const {
  const Mat3 Rt = transposed(R);
  const CellUnknowns& unknowns = unknowns_[cell];
  const bool hangs = unknowns.hanging != 0;
  const CornerWeights H = corner_weights(octant_[cell], unknowns.hanging);
  for (int j = 0; j < 8; ++j) {
    const CornerProducts products =
        hangs ? products_of_unknowns(H, unknown, j) : products_of_corners()[unknown][j];
    const Mat3 turned = R * stiffness_block(products, stiffness.lambda, stiffness.mu) * Rt;
    const auto block = A.block(pattern_.find(row, unknowns.vertex[j]));
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) block[3 * c + r] += static_cast<Real>(turned(r, c));
  }
}

template <typename Real>
void CellAssembly::add_row_of(const CubeMatrix& K, Index row, Index cell, int unknown,
                              BlockMatrix<Real>& A) const {
  const CellUnknowns& unknowns = unknowns_[cell];
  const CornerWeights H = corner_weights(octant_[cell], unknowns.hanging);
  for (int k = 0; k < 8; ++k) {
    const auto block = A.block(pattern_.find(row, unknowns.vertex[k]));
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) {
        const double weight = double(H[i][unknown]) * double(H[j][k]);
        if (weight == 0) continue;
        for (int c = 0; c < 3; ++c)
          for (int r = 0; r < 3; ++r)
            block[3 * c + r] += static_cast<Real>(weight * K[24 * (3 * j + c) + 3 * i + r]);
      }
  }
}

template <typename Real>
void CellAssembly::assemble(std::span<const CellStiffness> stiffness, std::span<const Quaternion> rotation,
                            std::span<const double> mass, BlockMatrix<Real>& A,
                            const MatrixOf& matrix_of) const {
  parallel_for(pattern_.rows(), kMatrixRows, [&](Index begin, Index end) {
    std::fill(A.values.begin() + 9 * std::ptrdiff_t(pattern_.row_start[begin]),
              A.values.begin() + 9 * std::ptrdiff_t(pattern_.row_start[end]), Real(0));
    for (Index row = begin; row < end; ++row) {
      for (Index at = corner_start_[row]; at < corner_start_[row + 1]; ++at) {
        const Index cell = corner_[at] / 8;
        if (const CubeMatrix* K = matrix_of ? matrix_of(cell) : nullptr; K != nullptr) {
          add_row_of(*K, row, cell, static_cast<int>(corner_[at] % 8), A);
          continue;
        }
        const Mat3 R = rotation.empty() ? Mat3::identity() : to_matrix(rotation[cell]);
        add_row(row, cell, static_cast<int>(corner_[at] % 8), stiffness[cell], R, A);
      }
      if (mass.empty()) continue;
      const auto block = A.block(pattern_.diagonal[row]);
      for (int k = 0; k < 3; ++k) block[4 * k] += static_cast<Real>(mass[row]);
    }
  });
}

template void CellAssembly::assemble(std::span<const CellStiffness>, std::span<const Quaternion>,
                                     std::span<const double>, BlockMatrix<float>&, const MatrixOf&) const;
template void CellAssembly::assemble(std::span<const CellStiffness>, std::span<const Quaternion>,
                                     std::span<const double>, BlockMatrix<double>&, const MatrixOf&) const;

}  // namespace sinew
