#pragma once

#include <algorithm>
#include <cmath>

#include "linalg/panel.h"

namespace sinew {

// Scratch panels, kept from solve to solve, so that a solve allocates nothing.
template <typename Real>
struct PanelGradientsWork {
  Panel<Real> r, z, p, q;
  void resize(std::size_t n) { r.resize(n), z.resize(n), p.resize(n), q.resize(n); }
};

struct PanelGradientsParams {
  PerSide tolerance;      // on |r| / |b|; 1 or more: the side is left at zero
  int most = 0;           // iterations at most
  bool flexible = false;  // as in ConjugateGradientParams
};

// Preconditioned conjugate gradients for all sides of a panel: x = A^-1 b, from zero, until each side has
// |r| <= tolerance |b|. Sides share the passes over memory and nothing else: a side that has converged or
// broken down by rounding does not change while the others continue. `multiply_by(p, q)` sets q = A p;
// `precondition(r, z)` must be symmetric and positive definite. Returns the number of iterations.
template <typename Real, typename MultiplyBy, typename Precondition>
int conjugate_gradients(MultiplyBy&& multiply_by, std::span<const PanelRow<Real>> b,
                        std::span<PanelRow<Real>> x, Precondition&& precondition,
                        const PanelGradientsParams& params, PanelGradientsWork<Real>& work) {
  using In = std::span<const PanelRow<Real>>;
  using Out = std::span<PanelRow<Real>>;
  work.resize(b.size());
  const PerSide size = norm(b);
  set_zero(x);
  set_zero(Out(work.p));
  assign(kOnes, b, Out(work.r));
  std::array<bool, kSides> goes_on;
  for (int s = 0; s < kSides; ++s) goes_on[s] = size[s] > 0 && params.tolerance[s] < 1;
  const auto any = [&] { return std::find(goes_on.begin(), goes_on.end(), true) != goes_on.end(); };
  PerSide rz{}, pq{};
  int iterations = 0;
  for (; any() && iterations < params.most; ++iterations) {
    // Make the next direction conjugate to the last one.
    precondition(In(work.r), Out(work.z));
    const PerSide rz_new = dot(In(work.r), In(work.z));
    PerSide along_last{}, zq{};
    if (params.flexible && iterations > 0) zq = dot(In(work.z), In(work.q));
    for (int s = 0; s < kSides; ++s)
      if (goes_on[s] && iterations > 0) along_last[s] = params.flexible ? -zq[s] / pq[s] : rz_new[s] / rz[s];
    rz = rz_new;
    combine(kOnes, In(work.z), along_last, Out(work.p));
    multiply_by(In(work.p), Out(work.q));
    pq = dot(In(work.p), In(work.q));
    // Go along it to the least energy.
    PerSide alpha{}, back{};
    for (int s = 0; s < kSides; ++s) {
      // As for one side (linalg/conjugate_gradient.h).
      if (!(pq[s] > 0) || !std::isfinite(rz[s] / pq[s])) goes_on[s] = false;
      if (goes_on[s]) alpha[s] = rz[s] / pq[s], back[s] = -alpha[s];
    }
    combine(alpha, In(work.p), kOnes, x);
    combine(back, In(work.q), kOnes, Out(work.r));
    const PerSide left = norm(In(work.r));
    for (int s = 0; s < kSides; ++s)
      if (left[s] <= params.tolerance[s] * size[s]) goes_on[s] = false;
  }
  return iterations;
}

}  // namespace sinew
