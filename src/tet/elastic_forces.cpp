#include "tet/elastic_forces.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/parallel.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

constexpr Index kElements = 512;
constexpr Index kSampledElements = 2048;

// Hooke's law [Georgii05, Eq. 3] in the element's space, whose identity is P.
Mat3 hooke(const Mat3& strain, const Mat3& P, double lambda, double mu) {
  return 2 * mu * strain + (lambda * trace(strain)) * P;
}

float von_mises(const Mat3& stress) {
  return static_cast<float>(sinew::von_mises(std::array<double, 6>{
      stress(0, 0), stress(1, 1), stress(2, 2), stress(0, 1), stress(1, 2), stress(2, 0)}));
}

// E(F) - E(F_0)
Mat3 green_strain_between(const Mat3& F_0, const Mat3& F) {
  return 0.5 * (transposed(F) * F - transposed(F_0) * F_0);
}

// The ratio of the element's volume to that at rest; for a sheet, of its area.
double dilation(const Mat3& F, const Vec3* normal) {
  if (normal == nullptr) return determinant(F);
  // The part of F in the plane, extended by the current unit normal.
  const Vec3 side =
      normalized(std::abs(normal->x) < 0.5 ? cross(*normal, {1, 0, 0}) : cross(*normal, {0, 1, 0}));
  return norm(cross(F * side, F * cross(*normal, side)));
}

Index sample_size(Index n, Index stride) { return (n + stride - 1) / stride; }

// The sum of f(i) over every stride-th i below n.
template <typename F>
double sum_over(Index n, Index stride, const F& f) {
  return parallel_reduce(
      sample_size(n, stride), kElements, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) sum += f(stride * i);
        return sum;
      },
      std::plus<>());
}

}  // namespace

ElasticForces::ElasticForces(const ElasticRest& rest, Strain strain) : rest_(&rest), strain_(strain) {
  if (strain == Strain::kCorotated) {
    rotations_.resize(rest.elements.size());
    turning_ = rotations_;
  }
}

Mat3 ElasticForces::projection(Index e) const {
  if (!rest_->is_sheet()) return Mat3::identity();
  return Mat3::identity() - outer(rest_->normals[e], rest_->normals[e]);
}

Mat3 ElasticForces::deformation_gradient(std::span<const Block3<double>> u, Index e) const {
  Mat3 F = projection(e);
  const auto nodes = rest_->stars.element(e);
  const std::array<Vec3, 4>& g = rest_->elements[e].shape.gradient;
  for (std::size_t i = 0; i < nodes.size(); ++i) F = F + outer(to_vec3(u[nodes[i]]), g[i]);
  return F;
}

void ElasticForces::update_rotations(std::span<const Block3<double>> u) {
  if (strain_ != Strain::kCorotated) return;
  const ProfileZone zone("rotations");
  parallel_for(rest_->element_count(), kElements, [&](Index begin, Index end) {
    for_each_turned(u, begin, end, 1, [&](Index e, const Mat3&, const Quaternion& R) { turning_[e] = R; });
  });
}

template <typename Act>
void ElasticForces::for_each_turned(std::span<const Block3<double>> u, Index begin, Index end, Index stride,
                                    const Act& act) const {
  if (strain_ != Strain::kCorotated) {
    for (Index i = begin; i < end; ++i) act(stride * i, deformation_gradient(u, stride * i), Quaternion{});
    return;
  }
  constexpr Index kAtOnce = 64;
  std::array<Mat3, kAtOnce> F;
  std::array<Quaternion, kAtOnce> R;
  for (; begin < end; begin += kAtOnce) {
    const Index count = std::min(end - begin, kAtOnce);
    for (Index k = 0; k < count; ++k) {
      F[k] = deformation_gradient(u, stride * (begin + k));
      R[k] = rotations_[stride * (begin + k)];
    }
    turn_to_nearest(std::span(F).first(count), std::span(R).first(count));
    for (Index k = 0; k < count; ++k) act(stride * (begin + k), F[k], R[k]);
  }
}

template <typename Real>
void ElasticForces::stiffness_elements(std::vector<StiffnessElement<Real>>& elements) const {
  elements.resize(rest_->elements.size());
  parallel_for_each(rest_->element_count(), kElements, [&](Index e) {
    std::array<Vec3, 4> gradients = rest_->elements[e].shape.gradient;
    if (strain_ == Strain::kCorotated) {
      const Mat3 R = to_matrix(turning_[e]);
      for (Vec3& g : gradients) g = R * g;
    }
    elements[e] = stiffness_element<Real>(rest_->elements[e], gradients);
  });
}

template void ElasticForces::stiffness_elements(std::vector<StiffnessElement<float>>&) const;
template void ElasticForces::stiffness_elements(std::vector<StiffnessElement<double>>&) const;

Mat3 ElasticForces::small_strain(const Mat3& F, const Quaternion& axes, Index e) const {
  const Mat3 P = projection(e);
  const Mat3 G = strain_ == Strain::kCorotated ? transposed(to_matrix(axes)) * F : P * F;
  return 0.5 * (G + transposed(G)) - P;
}

Mat3 ElasticForces::first_piola(const Mat3& F, Index e) const {
  const RestElement& element = rest_->elements[e];
  const Mat3 P = projection(e);
  if (strain_ == Strain::kGreen) return F * green_state(F, P, element.lambda, element.mu).S;
  const Quaternion axes = strain_ == Strain::kCorotated ? turning_[e] : Quaternion{};
  return to_matrix(axes) * hooke(small_strain(F, axes, e), P, element.lambda, element.mu);
}

void ElasticForces::add_internal_forces(std::span<const Block3<double>> u, std::span<Block3<double>> f) {
  const ProfileZone zone("forces");
  pull_.resize(rest_->elements.size());
  parallel_for_each(rest_->element_count(), kElements, [&](Index e) {
    pull_[e] = rest_->elements[e].shape.volume * first_piola(deformation_gradient(u, e), e);
  });
  gather_pulls([&](Index v) { return to_vec3(u[v]); }, f);
}

template <typename Displacement>
void ElasticForces::gather_pulls(const Displacement& bent_by, std::span<Block3<double>> f) const {
  parallel_for_each(rest_->node_count(), kElements, [&](Index v) {
    Vec3 sum = to_vec3(f[v]);
    for (const ElementStars::Corner& corner : rest_->stars[v])
      sum -= pull_[corner.element] * rest_->elements[corner.element].shape.gradient[corner.corner];
    if (!rest_->bending.empty()) sum -= bending_row(rest_->bending, rest_->pattern, v, bent_by);
    f[v] = to_block(sum);
  });
}

void ElasticForces::add_viscous_forces(double c, std::span<const Block3<double>> u0,
                                       std::span<const Block3<double>> u, std::span<Block3<double>> f) {
  if (strain_ != Strain::kGreen) return;
  const ProfileZone zone("forces");
  pull_.resize(rest_->elements.size());
  parallel_for_each(rest_->element_count(), kElements, [&](Index e) {
    const RestElement& element = rest_->elements[e];
    const Mat3 F = deformation_gradient(u, e);
    const Mat3 grown = green_strain_between(deformation_gradient(u0, e), F);
    pull_[e] = c * element.shape.volume * F * hooke(grown, projection(e), element.lambda, element.mu);
  });
  gather_pulls([&](Index v) { return c * (to_vec3(u[v]) - to_vec3(u0[v])); }, f);
}

double ElasticForces::viscous_potential(double c, std::span<const Block3<double>> u0,
                                        std::span<const Block3<double>> u) const {
  if (strain_ != Strain::kGreen) return 0;
  const auto bent_by = [&](Index v) { return to_vec3(u[v]) - to_vec3(u0[v]); };
  const double bending = sum_over(rest_->bending.plate.count(), 1,
                                  [&](Index e) { return bending_energy(rest_->bending, e, bent_by); });
  return c * (bending + sum_over(rest_->element_count(), 1, [&](Index e) {
                const RestElement& element = rest_->elements[e];
                const Mat3 grown =
                    green_strain_between(deformation_gradient(u0, e), deformation_gradient(u, e));
                return element.shape.volume / 2 *
                       inner(grown, hooke(grown, projection(e), element.lambda, element.mu));
              }));
}

double ElasticForces::estimate_energy(std::span<const Block3<double>> u) const {
  return sampled_energy(u, sample_stride());
}

Index ElasticForces::sample_stride() const {
  return std::max<Index>(1, rest_->element_count() / kSampledElements);
}

double ElasticForces::sampled_energy(std::span<const Block3<double>> u, Index stride) const {
  const auto energy_of = [&](Index e, const Mat3& F, const Quaternion& R) {
    const RestElement& element = rest_->elements[e];
    if (strain_ == Strain::kGreen) return green_state(F, projection(e), element.lambda, element.mu).psi;
    const Mat3 strain = small_strain(F, R, e);
    return element.mu * inner(strain, strain) + 0.5 * element.lambda * trace(strain) * trace(strain);
  };
  const auto bent_by = [&](Index v) { return to_vec3(u[v]); };
  const double bending = sum_over(rest_->bending.plate.count(), stride,
                                  [&](Index e) { return bending_energy(rest_->bending, e, bent_by); });
  const double elements = parallel_reduce(
      sample_size(rest_->element_count(), stride), kElements, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for_each_turned(u, begin, end, stride, [&](Index e, const Mat3& F, const Quaternion& R) {
          sum += rest_->elements[e].shape.volume * energy_of(e, F, R);
        });
        return sum;
      },
      std::plus<>());
  return static_cast<double>(stride) * (bending + elements);
}

double ElasticForces::turning_energy(std::span<const Block3<double>> w) const {
  if (strain_ != Strain::kCorotated) return 0;
  const Index stride = sample_stride();
  double sum = 0;
  for (Index e = 0; e < rest_->element_count(); e += stride) {
    const RestElement& element = rest_->elements[e];
    Mat3 change;
    const auto nodes = rest_->stars.element(e);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      change = change + outer(to_vec3(w[nodes[i]]), element.shape.gradient[i]);
    sum += element.shape.volume *
           energy_of_straight_turn(change * transposed(to_matrix(turning_[e])), element.lambda, element.mu);
  }
  return static_cast<double>(stride) * sum;
}

void ElasticForces::stresses(std::span<const Block3<double>> u, std::span<float> result) const {
  const auto stress_of = [&](Index e, const Mat3& F, const Quaternion& R) {
    const RestElement& element = rest_->elements[e];
    const Mat3 P = projection(e);
    if (strain_ != Strain::kGreen)
      return von_mises(hooke(small_strain(F, R, e), P, element.lambda, element.mu));
    // The Cauchy stress: F S F^T / J.
    const Mat3 S = green_state(F, P, element.lambda, element.mu).S;
    const double J = dilation(F, rest_->is_sheet() ? &rest_->normals[e] : nullptr);
    return J > 0 ? von_mises((1 / J) * (F * S * transposed(F))) : 0;
  };
  parallel_for(rest_->element_count(), kElements, [&](Index begin, Index end) {
    for_each_turned(u, begin, end, 1,
                    [&](Index e, const Mat3& F, const Quaternion& R) { result[e] = stress_of(e, F, R); });
  });
}

std::span<const GreenState> ElasticForces::convex_states(std::span<const Block3<double>> u) {
  states_.resize(rest_->elements.size());
  parallel_for_each(rest_->element_count(), kElements, [&](Index e) {
    states_[e] = without_compression(green_state(deformation_gradient(u, e), projection(e),
                                                 rest_->elements[e].lambda, rest_->elements[e].mu));
  });
  return states_;
}

}  // namespace sinew
