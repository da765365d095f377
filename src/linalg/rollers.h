#pragma once

#include <span>
#include <vector>

#include "linalg/block_matrix.h"
#include "linalg/panel.h"

namespace sinew {

// A node that is held along one or two directions and is free along the others, as on a roller or in a
// symmetry plane. P = I - sum_k n_k n_k^T projects on the free directions, for orthonormal held directions n_k.
// With P also for the projection of all nodes at once, a system A e = r becomes P A P e = P r, where e = P e.
struct Roller {
  Index node = 0;
  Mat3 free;  // P
};

// x = P x
template <typename Real>
void project(std::span<const Roller> rollers, std::span<Block3<Real>> x);
// The same for all sides of a panel.
template <typename Real>
void project(std::span<const Roller> rollers, std::span<PanelRow<Real>> x);

// C = P A P + s (I - P), with s the mean of the node's diagonal in A. It is as well conditioned as A, symmetric
// and positive definite, and C^-1 r = (P A P)^-1 r for r = P r: solvers need to know nothing of rollers. Its
// Galerkin products feel held directions by s, which is stiff for everything but the roughest coarse functions.
template <typename Real>
class ProjectedMatrix {
 public:
  // Over the pattern of A, with symmetric structure; refers to the rollers, which ascend.
  ProjectedMatrix(const BlockPattern& pattern, std::span<const Roller> rollers);
  // Computes C.
  void update(const BlockMatrix<Real>& A);
  const BlockMatrix<Real>& matrix() const { return C_; }

 private:
  void project_row(const Roller& roller);

  std::span<const Roller> rollers_;
  std::vector<Index> roller_of_;  // per node; -1: none
  BlockMatrix<Real> C_;
};

}  // namespace sinew
