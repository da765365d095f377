#include "linalg/panel.h"

#include <cmath>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kVectors = 256;  // rows per chunk

// Choose the kernels of the machine, by precision.
const PanelKernels& all_kernels() {
  static const PanelKernels& best = panel_kernels_for(best_instruction_set());
  return best;
}

template <typename Real>
const PanelKernelsOf<Real>& kernels() {
  if constexpr (std::is_same_v<Real, float>)
    return all_kernels().single;
  else
    return all_kernels().twice;
}

// Show matrices and panels to the kernels as plain pointers.
template <typename Real>
PanelMatrix<Real> view(const BlockMatrix<Real>& A, const Real* inverse = nullptr) {
  const BlockPattern& p = *A.pattern;
  return {p.row_start.data(), p.column.data(), p.diagonal.data(), p.blocks(), A.values.data(), inverse};
}

template <typename Real>
const Real* data(std::span<const PanelRow<Real>> x) {
  return x.data()->x;
}
template <typename Real>
Real* data(std::span<PanelRow<Real>> x) {
  return x.data()->x;
}

// Calls act(begin, end) for all rows, in chunks that are near each other in space: the same part of every
// colour. In the plain order of rows, each colour would read all of x again.
template <typename Act>
void in_slices(Index rows, std::span<const Index> colour_start, Act&& act) {
  constexpr Index kSlice = 256;  // rows
  const Index whole[] = {0, rows};
  const std::span<const Index> start = colour_start.empty() ? std::span<const Index>(whole) : colour_start;
  const Index slices = (rows + kSlice - 1) / kSlice;
  parallel_for_each(static_cast<std::size_t>(slices), 1, [&](Index slice) {
    for (std::size_t colour = 0; colour + 1 < start.size(); ++colour) {
      const auto at = [&](Index part) {
        const std::int64_t count = start[colour + 1] - start[colour];
        return start[colour] + static_cast<Index>(count * part / slices);
      };
      act(at(slice), at(slice + 1));
    }
  });
}

// Calls act(begin, end) for all rows, in chunks of consecutive ones.
template <typename Rows, typename Act>
void in_parallel(const Rows& rows, Index chunk, Act&& act) {
  parallel_for(static_cast<Index>(rows.size()), chunk, [&](Index begin, Index end) { act(begin, end); });
}

}  // namespace

// Between sixteen vectors and a panel.

template <typename Real>
void set_sides(const PerSide& a, std::span<const BlockVector<double>> x, std::span<PanelRow<Real>> panel) {
  parallel_for_each(panel.size(), kVectors, [&](Index i) {
    PanelRow<Real> row;
    for (std::size_t s = 0; s < x.size(); ++s) {
      const Vec3 v = a[s] * to_vec3(x[s][i]);
      row.x[s] = static_cast<Real>(v.x), row.y[s] = static_cast<Real>(v.y), row.z[s] = static_cast<Real>(v.z);
    }
    panel[i] = row;
  });
}

template <typename Real>
void get_sides(const PerSide& a, std::span<const PanelRow<Real>> panel, bool add,
               std::span<BlockVector<double>> x) {
  parallel_for_each(panel.size(), kVectors, [&](Index i) {
    for (std::size_t s = 0; s < x.size(); ++s) {
      const Vec3 v = a[s] * Vec3{panel[i].x[s], panel[i].y[s], panel[i].z[s]};
      x[s][i] = to_block(add ? to_vec3(x[s][i]) + v : v);
    }
  });
}

// Algebra of vectors.

template <typename Real>
void set_zero(std::span<PanelRow<Real>> x) {
  parallel_for_each(x.size(), kVectors, [&](Index i) { x[i] = {}; });
}

template <typename Real>
void combine(const PerSide& a, std::span<const PanelRow<Real>> x, const PerSide& b,
             std::span<PanelRow<Real>> y) {
  in_parallel(y, kVectors, [&](Index begin, Index end) {
    kernels<Real>().combine(a.data(), data(x), b.data(), begin, end, data(y));
  });
}

template <typename Real>
void assign(const PerSide& a, std::span<const PanelRow<Real>> x, std::span<PanelRow<Real>> y) {
  in_parallel(y, kVectors, [&](Index begin, Index end) {
    kernels<Real>().combine(a.data(), data(x), nullptr, begin, end, data(y));
  });
}

template <typename Real>
PerSide dot(std::span<const PanelRow<Real>> x, std::span<const PanelRow<Real>> y) {
  return parallel_reduce(
      static_cast<Index>(x.size()), kVectors, PerSide{},
      [&](Index begin, Index end) {
        PerSide sums;
        kernels<Real>().dot(data(x), data(y), begin, end, sums.data());
        return sums;
      },
      [](PerSide a, const PerSide& b) {
        for (int s = 0; s < kSides; ++s) a[s] += b[s];
        return a;
      });
}

template <typename Real>
PerSide norm(std::span<const PanelRow<Real>> x) {
  PerSide squares = dot(x, x);
  for (double& square : squares) square = std::sqrt(square);
  return squares;
}

template <typename Real>
void assign_scaled(const PerSide& a, std::span<const PanelRow<double>> x, std::span<PanelRow<Real>> y) {
  in_parallel(y, kVectors, [&](Index begin, Index end) {
    kernels<Real>().assign_scaled(a.data(), data(x), begin, end, data(y));
  });
}

// Products with a matrix, and relaxation. Multigrid calls relax_rows for one colour after the other, whose
// rows do not depend on each other.

template <typename Real>
void multiply_diagonal(std::span<const Real> D, std::span<const PanelRow<Real>> x,
                       std::span<PanelRow<Real>> y) {
  in_parallel(y, kVectors, [&](Index begin, Index end) {
    kernels<Real>().multiply_diagonal(D.data(), data(x), begin, end, data(y));
  });
}

template <typename Real>
void multiply(const BlockMatrix<Real>& A, std::span<const PanelRow<Real>> x, std::span<PanelRow<Real>> y,
              std::span<const Index> colour_start) {
  in_slices(A.rows(), colour_start,
            [&](Index begin, Index end) { kernels<Real>().multiply(view(A), data(x), begin, end, data(y)); });
}

template <typename Real>
void residual(const BlockMatrix<Real>& A, std::span<const PanelRow<Real>> b,
              std::span<const PanelRow<Real>> x, std::span<PanelRow<Real>> r,
              std::span<const Index> colour_start) {
  in_slices(A.rows(), colour_start, [&](Index begin, Index end) {
    kernels<Real>().residual(view(A), data(b), data(x), begin, end, data(r));
  });
}

template <typename Real>
void relax_rows(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x, Index begin, Index end) {
  kernels<Real>().relax(view(A, inverse_diagonal.data()), omega, data(b), begin, end, data(x));
}

template <typename Real>
void relax_rows_from_zero(const BlockMatrix<Real>& A, std::span<const Real> inverse_diagonal, Real omega,
                          std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x, Index begin,
                          Index end) {
  kernels<Real>().relax_from_zero(view(A, inverse_diagonal.data()), omega, data(b), begin, end, data(x));
}

template <typename Real>
void residual_after_sweep_from_zero(const BlockMatrix<Real>& A, Real omega, std::span<const PanelRow<Real>> x,
                                    std::span<PanelRow<Real>> r, std::span<const Index> colour_start) {
  in_slices(A.rows(), colour_start, [&](Index begin, Index end) {
    kernels<Real>().residual_after(view(A), 1 / omega - 1, data(x), begin, end, data(r));
  });
}

template <typename Real>
void gather_rows(std::span<const Index> start, std::span<const Index> index, std::span<const float> weight,
                 bool add, std::span<const PanelRow<Real>> in, std::span<PanelRow<Real>> out) {
  in_parallel(out, kVectors, [&](Index begin, Index end) {
    kernels<Real>().gather({start.data(), index.data(), weight.data()}, add, data(in), begin, end, data(out));
  });
}

template <typename Entry, typename Real>
void subtract_product(const BlockMatrix<Entry>& A, const PanelInertia& inertia, const PerSide& scale,
                      std::span<const PanelRow<Real>> x, std::span<PanelRow<double>> r,
                      std::span<const Index> colour_start) {
  // Choose by the precision of the entries and of x; r is always in double.
  const auto kernel = [] {
    if constexpr (std::is_same_v<Entry, float>)
      return all_kernels().subtract_product;
    else if constexpr (std::is_same_v<Real, float>)
      return all_kernels().subtract_mixed_product;
    else
      return all_kernels().subtract_double_product;
  }();
  in_slices(A.rows(), colour_start, [&](Index begin, Index end) {
    kernel(view(A), inertia, scale.data(), data(x), begin, end, data(r));
  });
}

#define SINEW_FOR(Real)                                                                                      \
  template void set_sides(const PerSide&, std::span<const BlockVector<double>>, std::span<PanelRow<Real>>);  \
  template void get_sides(const PerSide&, std::span<const PanelRow<Real>>, bool,                             \
                          std::span<BlockVector<double>>);                                                   \
  template void set_zero(std::span<PanelRow<Real>>);                                                         \
  template void combine(const PerSide&, std::span<const PanelRow<Real>>, const PerSide&,                     \
                        std::span<PanelRow<Real>>);                                                          \
  template void assign(const PerSide&, std::span<const PanelRow<Real>>, std::span<PanelRow<Real>>);          \
  template PerSide dot(std::span<const PanelRow<Real>>, std::span<const PanelRow<Real>>);                    \
  template PerSide norm(std::span<const PanelRow<Real>>);                                                    \
  template void assign_scaled(const PerSide&, std::span<const PanelRow<double>>, std::span<PanelRow<Real>>); \
  template void multiply_diagonal(std::span<const Real>, std::span<const PanelRow<Real>>,                    \
                                  std::span<PanelRow<Real>>);                                                \
  template void multiply(const BlockMatrix<Real>&, std::span<const PanelRow<Real>>,                          \
                         std::span<PanelRow<Real>>, std::span<const Index>);                                 \
  template void residual(const BlockMatrix<Real>&, std::span<const PanelRow<Real>>,                          \
                         std::span<const PanelRow<Real>>, std::span<PanelRow<Real>>,                         \
                         std::span<const Index>);                                                            \
  template void relax_rows(const BlockMatrix<Real>&, std::span<const Real>, Real,                            \
                           std::span<const PanelRow<Real>>, std::span<PanelRow<Real>>, Index, Index);        \
  template void relax_rows_from_zero(const BlockMatrix<Real>&, std::span<const Real>, Real,                  \
                                     std::span<const PanelRow<Real>>, std::span<PanelRow<Real>>, Index,      \
                                     Index);                                                                 \
  template void residual_after_sweep_from_zero(const BlockMatrix<Real>&, Real,                               \
                                               std::span<const PanelRow<Real>>, std::span<PanelRow<Real>>,   \
                                               std::span<const Index>);                                      \
  template void gather_rows(std::span<const Index>, std::span<const Index>, std::span<const float>, bool,    \
                            std::span<const PanelRow<Real>>, std::span<PanelRow<Real>>);
SINEW_FOR(float)
SINEW_FOR(double)
#undef SINEW_FOR

#define SINEW_FOR(Entry, Real)                                                                   \
  template void subtract_product(const BlockMatrix<Entry>&, const PanelInertia&, const PerSide&, \
                                 std::span<const PanelRow<Real>>, std::span<PanelRow<double>>,   \
                                 std::span<const Index>);
SINEW_FOR(float, float)
SINEW_FOR(double, float)
SINEW_FOR(double, double)
#undef SINEW_FOR

}  // namespace sinew
