#pragma once

#include <span>
#include <vector>

#include "linalg/panel.h"

namespace sinew {

// Interpolation (prolongation) from a level to the next finer one: node i moves by the weighted mean
//   x_i = sum_k weight_k x_coarse(column_k)
// of a few coarse nodes (barycentric: four, [Georgii05, fig. 1]). Its transpose restricts residuals.
// An empty row means that the coarse level does not move the node (a fixed one).
struct Interpolation {
  Index coarse_nodes = 0;
  UnsetVector<Index> row_start;  // fine nodes + 1
  UnsetVector<Index> column;
  UnsetVector<float> weight;

  // The transpose, by coarse node; fine nodes are ascending.
  UnsetVector<Index> transposed_start, transposed_row;
  UnsetVector<float> transposed_weight;

  Index fine_nodes() const { return static_cast<Index>(row_start.size()) - 1; }
};

// Computes the transpose.
void transpose(Interpolation& P);

// A copy with fine and coarse nodes renumbered; an empty map means no change. A fine node may have several
// new numbers.
Interpolation renumbered(const Interpolation& P, std::span<const Index> old_of_new_fine,
                         std::span<const Index> new_of_old_coarse);

// fine += P coarse
template <typename Real>
void prolongate_add(const Interpolation& P, std::span<const Block3<Real>> coarse,
                    std::span<Block3<Real>> fine);
// coarse = P^T fine
template <typename Real>
void restrict_to(const Interpolation& P, std::span<const Block3<Real>> fine, std::span<Block3<Real>> coarse);
// The same for all sides of a panel.
template <typename Real>
void prolongate_add(const Interpolation& P, std::span<const PanelRow<Real>> coarse,
                    std::span<PanelRow<Real>> fine) {
  gather_rows<Real>(P.row_start, P.column, P.weight, true, coarse, fine);
}
template <typename Real>
void restrict_to(const Interpolation& P, std::span<const PanelRow<Real>> fine,
                 std::span<PanelRow<Real>> coarse) {
  gather_rows<Real>(P.transposed_start, P.transposed_row, P.transposed_weight, false, fine, coarse);
}

}  // namespace sinew
