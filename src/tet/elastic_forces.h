#pragma once

#include "elastic/rotation.h"
#include "sinew/elastic/material.h"
#include "tet/elastic_assembly.h"

namespace sinew {

// Forces, energy and stress of a body's elements at displacements u (per node, m). For corotated strain it
// keeps a rotation per element from which searches start: that of the last state that was kept, so that a
// step that fails, or is repeated, leaves no trace.
class ElasticForces {
 public:
  // Refers to the rest.
  ElasticForces(const ElasticRest& rest, Strain strain);
  // Refers to another rest from now on, which differs in its materials alone.
  void set_rest(const ElasticRest& rest) { rest_ = &rest; }

  // Corotated strain: rotates the elements' axes to the deformation, for internal forces and assemble().
  void update_rotations(std::span<const Block3<double>> u);
  // The elements rotated so, or at rest for Cauchy strain, for assemble().
  template <typename Real>
  void stiffness_elements(std::vector<StiffnessElement<Real>>& elements) const;
  // Keeps the axes of the last update_rotations().
  void keep_rotations() { std::swap(rotations_, turning_); }
  void use_kept_rotations() { turning_ = rotations_; }
  const std::vector<Quaternion>& rotations() const { return rotations_; }
  void set_rotations(std::vector<Quaternion> rotations) { rotations_ = std::move(rotations); }

  // f_i += -dU/du_i, N. For corotated strain, the axes of update_rotations() count as fixed; if they were
  // rotated to this u, the force is still the derivative of the energy below.
  void add_internal_forces(std::span<const Block3<double>> u, std::span<Block3<double>> f);
  // In J. Corotated strain: in axes rotated to u.
  double energy(std::span<const Block3<double>> u) const { return sampled_energy(u, 1); }
  // An estimate from a sample of the elements.
  double estimate_energy(std::span<const Block3<double>> u) const;
  // Viscosity of Green strain, as in StepSystem.
  void add_viscous_forces(double c, std::span<const Block3<double>> u0, std::span<const Block3<double>> u,
                          std::span<Block3<double>> f);
  double viscous_potential(double c, std::span<const Block3<double>> u0,
                           std::span<const Block3<double>> u) const;
  // In J: the estimate of StepSystem::turning_energy.
  double turning_energy(std::span<const Block3<double>> w) const;
  // Von Mises stress per element, Pa. Corotated strain: in axes rotated to u.
  void stresses(std::span<const Block3<double>> u, std::span<float> von_mises) const;

  // Green strain: the states of the elements at u, without compression, for assemble().
  std::span<const GreenState> convex_states(std::span<const Block3<double>> u);

 private:
  // Sums over every stride-th element.
  double sampled_energy(std::span<const Block3<double>> u, Index stride) const;
  Index sample_stride() const;
  Mat3 projection(Index element) const;
  Mat3 deformation_gradient(std::span<const Block3<double>> u, Index element) const;
  // Calls act(e, F, R), in order, for elements e = stride * i with begin <= i < end: their deformation gradient and,
  // for corotated strain, the rotation nearest to it; else the identity.
  template <typename Act>
  void for_each_turned(std::span<const Block3<double>> u, Index begin, Index end, Index stride,
                       const Act& act) const;
  // For the linear strains: the strain in the element's own axes.
  Mat3 small_strain(const Mat3& F, const Quaternion& axes, Index element) const;
  Mat3 first_piola(const Mat3& F, Index element) const;
  // Adds the forces of elements on their nodes, and of bending by displacements bent_by(node).
  template <typename Displacement>
  void gather_pulls(const Displacement& bent_by, std::span<Block3<double>> f) const;

  const ElasticRest* rest_;
  Strain strain_;
  std::vector<Quaternion> rotations_, turning_;
  std::vector<GreenState> states_;
  std::vector<Mat3> pull_;  // per element: V times the first Piola-Kirchhoff stress, N m
};

}  // namespace sinew
