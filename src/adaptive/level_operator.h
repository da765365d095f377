#pragma once

#include "adaptive/front.h"
#include "elastic/rotation.h"
#include "stepping/step_scheme.h"
#include "tet/elastic_assembly.h"

namespace sinew {

// The elements of one level in a step of corotated strain, of which only those with an active corner are looked at:
// their axes and forces, and the rows A = mass M + stiffness K of active nodes. Rows of nodes that are fixed are not made.
class LevelOperator {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  // Refers to the level.
  explicit LevelOperator(const LevelRest& level);

  // Turns the axes of these elements to the displacements u (m), and finds the forces that they exert there.
  void turn(std::span<const Index> elements, In u);
  // The elastic energy of these elements at u in axes turned to it, J, each times its share.
  double energy(std::span<const Index> elements, std::span<const float> shares, In u) const;
  // Keeps these axes as the start of later searches.
  void keep_axes() { kept_axes_ = axes_; }
  const std::vector<Quaternion>& kept_axes() const { return kept_axes_; }
  void set_kept_axes(std::vector<Quaternion> axes) { kept_axes_ = axes_ = std::move(axes); }

  // Builds the rows of these nodes in the axes of the last turn(). Rows of coarse nodes next to holds have their springs.
  void assemble(const StepScheme& scheme, std::span<const Index> nodes);
  // -dU/du of a node at the displacements of the last turn(), N.
  Vec3 internal_force(Index node) const;

  // b - A x of a row
  Vec3 residual(Index node, In b, In x) const;
  // A x and K x of a row
  Vec3 product(Index node, In x) const;
  Vec3 stiffness_product(Index node, In x) const;
  // The diagonal blocks of A, inverted, and of K.
  Vec3 inverse_diagonal_times(Index node, const Vec3& r) const;
  Mat3 stiffness_diagonal(Index node) const;
  std::span<const double> inverse_diagonal() const { return inverse_; }

  // x <- x + omega D^-1 (b - A x), in the order of the nodes, which must ascend: nodes of one colour are consecutive, so
  // that the result is the same for any number of threads. `reverse`: in the opposite order of colours.
  void sweep(std::span<const Index> nodes, double omega, In b, Out x, bool reverse) const;

  const BlockMatrix<double>& matrix() const { return A_; }
  BlockMatrix<double>& matrix() { return A_; }

 private:
  void gradients(std::span<const Index> elements, In u, std::span<Mat3> F, std::span<Quaternion> q) const;
  void add_holds(const StepScheme& scheme);

  const LevelRest& level_;
  std::vector<Quaternion> kept_axes_, axes_;
  std::vector<Mat3> pull_;  // per element: V times the first Piola-Kirchhoff stress, N m
  std::vector<StiffnessElement<double>> turned_;  // per element, in its axes
  BlockMatrix<double> A_;
  std::vector<double> inverse_;  // of diagonal blocks, 9 per node and the padding
  double mass_factor_ = 0;       // of M in A
};

}  // namespace sinew
