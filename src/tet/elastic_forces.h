#pragma once

#include "elastic/rotation.h"
#include "elastic/strain.h"
#include "tet/elastic_assembly.h"

namespace sinew {

// What the elements of a body answer to displacements u (per node, m): forces, energy, stress. For corotated
// strain it keeps a rotation per element, from which searches start: that of the last state that was kept, so
// that a step which fails, or is worked out again, leaves no trace.
class ElasticForces {
 public:
  ElasticForces(const ElasticRest& rest, Strain strain);

  // Corotated strain: turns the elements' axes to the deformation, for internal forces and assemble().
  void turn_elements(std::span<const Block3<double>> u);
  // The elements so turned, or as they are at rest for Cauchy strain, for assemble().
  template <typename Real>
  void stiffness_elements(std::vector<StiffnessElement<Real>>& elements) const;
  // Keeps the axes of the last turn_elements().
  void keep_rotations() { std::swap(rotations_, turning_); }
  const std::vector<Quaternion>& rotations() const { return rotations_; }
  void set_rotations(std::vector<Quaternion> rotations) { rotations_ = std::move(rotations); }

  // f_i += -dU/du_i, N. For corotated strain the elements' axes count as given by turn_elements(); turned to
  // this very u, the force is still that of the energy below.
  void add_internal_forces(std::span<const Block3<double>> u, std::span<Block3<double>> f);
  // J. Corotated strain: in axes turned to u.
  double energy(std::span<const Block3<double>> u) const { return sampled_energy(u, 1); }
  // The same from a sample of the elements.
  double estimate_energy(std::span<const Block3<double>> u) const;
  // StepEquations' viscosity of Green strain.
  void add_viscous_forces(double c, std::span<const Block3<double>> u0, std::span<const Block3<double>> u,
                          std::span<Block3<double>> f);
  double viscous_potential(double c, std::span<const Block3<double>> u0,
                           std::span<const Block3<double>> u) const;
  // J: StepEquations' estimate of what straight increments w leave in elements that turn.
  double turning_energy(std::span<const Block3<double>> w) const;
  // Von Mises stress per element, Pa. Corotated strain: in axes turned to u.
  void stresses(std::span<const Block3<double>> u, std::span<float> von_mises) const;

  // Green strain: the elements' states at u, without compression, for assemble().
  std::span<const GreenState> convex_states(std::span<const Block3<double>> u);

 private:
  // From every stride-th element.
  double sampled_energy(std::span<const Block3<double>> u, Index stride) const;
  Index sample_stride() const;
  Mat3 projection(Index element) const;
  Mat3 deformation_gradient(std::span<const Block3<double>> u, Index element) const;
  // Corotated strain: the rotation nearest to F; else none.
  Quaternion rotation_at(const Mat3& F, Index element) const;
  // Of the linear strains: the strain in the element's own axes.
  Mat3 small_strain(const Mat3& F, const Quaternion& axes, Index element) const;
  Mat3 first_piola(const Mat3& F, Index element) const;
  // Adds what the elements pull at their nodes, and the hinges, bent by `bend_of`(hinge).
  template <typename Bend>
  void gather_pulls(const Bend& bend_of, std::span<Block3<double>> f) const;

  const ElasticRest& rest_;
  Strain strain_;
  std::vector<Quaternion> rotations_, turning_;
  std::vector<GreenState> states_;
  std::vector<Mat3> pull_;  // per element: V times the first Piola-Kirchhoff stress, N m
};

}  // namespace sinew
