#pragma once

#include <span>
#include <vector>

#include "greens/wavelets/prediction.h"

namespace sinew {

struct WaveletParams {
  WaveletKind kind = WaveletKind::kLinear;
  bool lifted = true;  // keeps integrals over the surface on all levels
  WaveletBoundary boundary = WaveletBoundary::kZero;
};

// The fast wavelet transform of fields on the free vertices of a semi-regular surface, in place [JamesPai03,
// sec. 4.3]. Forward, from the finest level to the base, for the odd vertices m of a level and the even ones k:
//   d_m = v_m - sum_k P_mk v_k                 detail: what the prediction misses
//   v_k = v_k + sum_m U_km d_m                 lifting, k the parents of m
// The integrals I of the scaling functions follow from vertex areas, level by level: on the coarser one it is
// I_k + sum_m P_mk I_m. With U_km = I_m / (n_m I_k), I_k the coarser one and n_m the parents of m in the domain,
// sum_k I_k v_k is the same on all levels.
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

  // How many weights the inverse transform multiplies each component with.
  std::size_t inverse_weights() const;

  // Row i of the inverse transform: value i = sum_k weight_k coefficient_k. By ascending k.
  SparseRows inverse_rows() const;
  // Of the scaling functions of vertices on a level; the vertex areas on the finest, m^2.
  std::span<const double> integrals(Index level) const { return integrals_[static_cast<std::size_t>(level)]; }

 private:
  std::size_t row_of(Index odd) const { return static_cast<std::size_t>(odd - domain_.counts[0]); }
  void integrate(std::vector<double> areas);
  void lift(Index odd, double integral, std::span<const double> coarse);
  // One level of the two steps above, or of their inverse, by the sign.
  template <typename Components>
  void predict(Index level, double sign, Components components, double* values) const;
  template <typename Components>
  void update(Index level, double sign, Components components, double* values) const;

  WaveletParams params_;
  FreeDomain domain_;
  SparseRows prediction_;                       // P, a row per vertex after the base
  std::vector<std::array<double, 2>> lifting_;  // U, for both parents of each such vertex
  std::vector<std::vector<double>> integrals_;  // by level
};

}  // namespace sinew
