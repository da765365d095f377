#pragma once

#include <array>
#include <span>

#include "linalg/block_matrix.h"
#include "linalg/panel_kernels.h"

namespace sinew {

// Sixteen vectors side by side, for systems with many right-hand sides. A solver is bound by reading its
// matrices; with a panel it reads them once for all sixteen.
//
//     node 0   x x x ... x   y y y ... y   z z z ... z      sixteen numbers each, a side in each place
//     node 1   ...
//
// The functions have the names and meanings of those for one vector (linalg/block_vector.h, block_matrix.h).
// All sides go through the same operations, independently of each other.
template <typename Real>
struct alignas(64) PanelRow {
  using Number = Real;
  Real x[kSides] = {}, y[kSides] = {}, z[kSides] = {};
};

template <typename Real>
using Panel = LargeVector<PanelRow<Real>>;

// One number per side.
using PerSide = std::array<double, kSides>;
inline constexpr PerSide kOnes{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

// Sets the first sides of the panel to a x, the others to zero.
template <typename Real>
void set_sides(const PerSide& a, std::span<const BlockVector<double>> x, std::span<PanelRow<Real>> panel);
// x = a times the first sides of the panel, or x += that if `add`.
template <typename Real>
void get_sides(const PerSide& a, std::span<const PanelRow<Real>> panel, bool add,
               std::span<BlockVector<double>> x);

template <typename Real>
void set_zero(std::span<PanelRow<Real>> x);
// combine: y = a x + b y. assign: y = a x.
template <typename Real>
void combine(const PerSide& a, std::span<const PanelRow<Real>> x, const PerSide& b,
             std::span<PanelRow<Real>> y);
template <typename Real>
void assign(const PerSide& a, std::span<const PanelRow<Real>> x, std::span<PanelRow<Real>> y);
template <typename Real>
PerSide dot(std::span<const PanelRow<Real>> x, std::span<const PanelRow<Real>> y);
template <typename Real>
PerSide norm(std::span<const PanelRow<Real>> x);

// Conversion between precisions: y = a x.
template <typename Real>
void assign_scaled(const PerSide& a, std::span<const PanelRow<double>> x, std::span<PanelRow<Real>> y);
template <typename Real>
void multiply_diagonal(std::span<const Real> D, std::span<const PanelRow<Real>> x,
                       std::span<PanelRow<Real>> y);
// If rows are in an order of colours (linalg/colouring.h), passing colour_start makes these functions faster.
template <typename Real>
void multiply(const BlockMatrix<Real>& A, std::span<const PanelRow<Real>> x, std::span<PanelRow<Real>> y,
              std::span<const Index> colour_start = {});
template <typename Real>
void residual(const BlockMatrix<Real>& A, std::span<const PanelRow<Real>> b,
              std::span<const PanelRow<Real>> x, std::span<PanelRow<Real>> r,
              std::span<const Index> colour_start = {});
template <typename Real>
void relax_rows(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x, Index begin, Index end);
template <typename Real>
void relax_rows_from_zero(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                          std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x, Index begin,
                          Index end);
template <typename Real>
void residual_after_sweep_from_zero(const BlockMatrix<Real>& A, Real omega, std::span<const PanelRow<Real>> x,
                                    std::span<PanelRow<Real>> r, std::span<const Index> colour_start = {});

// out_i = sum_k weight_k in(index_k) over k in [start_i, start_i+1), or out_i += that if `add`.
template <typename Real>
void gather_rows(std::span<const Index> start, std::span<const Index> index, std::span<const float> weight,
                 bool add, std::span<const PanelRow<Real>> in, std::span<PanelRow<Real>> out);

// r -= scale (sum_j A_ij (x_j - x_i) + factor mass_i x_i), in double. Rows of held nodes do not change.
template <typename Entry, typename Real>
void subtract_product(const BlockMatrix<Entry>& A, const PanelInertia& inertia, const PerSide& scale,
                      std::span<const PanelRow<Real>> x, std::span<PanelRow<double>> r,
                      std::span<const Index> colour_start = {});

}  // namespace sinew
