#pragma once

#include <span>
#include <vector>

#include "greens/responses/reference_problem.h"
#include "greens/wavelets/free_domain.h"

namespace sinew {

// How an odd vertex is predicted from the even ones around it.
enum class WaveletKind : std::uint8_t {
  kLinear,    // the mean of its parents
  kButterfly  // eight even vertices of one level, or the mean where these are not all there
};

// What stands for even vertices outside of the domain (those that are held).
enum class WaveletBoundary : std::uint8_t {
  kZero,         // zero: right for displacements next to a support, where they vanish
  kRenormalised  // nothing: the weights of those inside are divided by their sum
};

struct WaveletParams {
  WaveletKind kind = WaveletKind::kLinear;
  bool lifted = true;  // keeps integrals over the surface on all levels
  WaveletBoundary boundary = WaveletBoundary::kZero;
};

// The weights of sparse rows, one after the other: row i has the entries offsets[i] .. offsets[i + 1].
struct SparseRows {
  std::vector<std::size_t> offsets{0};
  std::vector<Index> columns;
  std::vector<double> weights;
};

// The fast wavelet transform of fields on the free vertices of a semi-regular surface, in place [JamesPai03,
// sec. 4.3]. Forward, from the finest level to the base, for the odd vertices m of a level and the even ones k:
//   d_m = v_m - sum_k P_mk v_k                 detail: what the prediction misses
//   v_k = v_k + sum_m U_km d_m                 lifting, k the parents of m
// The integrals I_k of the scaling functions follow from vertex areas, level by level: I_k + sum_m P_mk I_m is the
// integral on the coarser level, and with U_km = I_m / (n_m I_k), I_k the coarser one and n_m the parents of m in
// the domain, sum_k I_k v_k is the same on all levels.
class SurfaceWavelets {
 public:
  // Throws Error if the levels do not belong to the surface, and if an integral is not positive.
  SurfaceWavelets(const ReferenceProblem& problem, const WaveletParams& params);

  const WaveletParams& params() const { return params_; }
  const FreeDomain& domain() const { return domain_; }
  Index count() const { return domain_.count(); }

  // Vertex i has the numbers values[components i] and after, transformed each alone.
  void forward(std::span<double> values, Index components) const;
  // Back up to a level, the finest or a coarser one, which is all that is read and written: a field in less
  // detail [JamesPai03, sec. 9.1].
  void inverse(std::span<double> values, Index components, Index level) const;
  void inverse(std::span<double> values, Index components) const {
    inverse(values, components, domain_.levels());
  }

  // Row i of the inverse transform: value i = sum_k weight_k coefficient_k.
  SparseRows inverse_rows() const;
  // Of the scaling functions of vertices on a level; the vertex areas on the finest, m^2.
  std::span<const double> integrals(Index level) const { return integrals_[static_cast<std::size_t>(level)]; }

 private:
  void integrate(const std::vector<double>& areas);
  void transposed_inverse(std::span<double> row) const;

  WaveletParams params_;
  FreeDomain domain_;
  SparseRows prediction_;                       // P, a row per odd vertex, in their order
  std::vector<std::array<double, 2>> lifting_;  // U, for both parents of each odd vertex
  std::vector<std::vector<double>> integrals_;  // by level
};

}  // namespace sinew
