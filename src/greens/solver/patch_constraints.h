#pragma once

#include "greens/solver/capacitance_matrix.h"
#include "greens/solver/vertex_blocks.h"
#include "greens/wavelets/hierarchical_forces.h"

namespace sinew {

// Displacements w given on all vertices of a patch of the surface, met by tractions of a coarser level
// [JamesPai03, sec. 6, 8]. Where HierarchicalConstraints meets those at the coarser vertices, with hats that reach
// beyond the patch, this takes the hats on the patch alone and the forces of least energy (Ritz):
//
//   f = A P q,   P_vk = phi_[l,k](v) / sum_j phi_[l,j](v)    over the coarser vertices k, j in the patch
//   min 1/2 f^T G f - f^T w:   (A P)^T G (A P) q = (A P)^T w
//
// so that a constant traction is among them, and C is symmetric positive definite. Displacements are met in the mean;
// the total force is three to eight times nearer to that of the finest level than if they are met at the coarser
// vertices. Blocks of G between the patch's vertices are kept from call to call.
class PatchConstraints {
 public:
  // For patches of so many vertices. The responses and forces must outlive it.
  PatchConstraints(const Responses& responses, const HierarchicalForces& forces, Index vertices);

  // The forces of a level that bring the patch to w (m), less what other loads do there. The patch has each of its
  // vertices once. False, with no forces, if it has none of the level's vertices. Throws Error if there is no such
  // level or vertex, or there are too many.
  bool solve(Index level, std::span<const Index> patch, std::span<const Vec3> w);

  // Of the last solve, for Responses::sum(), N.
  std::span<const Index> vertices() const { return vertices_; }
  std::span<const Vec3> forces() const { return f_; }
  Vec3 total_force() const;
  Index unknowns() const { return coarse_count_; }  // coarser vertices in the patch
  const CapacitanceMatrix& matrix() const { return matrix_; }

 private:
  void require(Index level, std::span<const Index> patch, std::span<const Vec3> w) const;
  void weigh(Index level);
  void couple();
  void load(std::span<const Vec3> w);

  const HierarchicalForces* forces_;
  VertexBlocks blocks_;
  CapacitanceMatrix matrix_;
  std::size_t capacity_;
  Index coarse_count_ = 0;
  std::vector<SparseRows> hats_;  // by level: of each vertex, the hats above it
  std::vector<Index> vertices_;   // the patch
  std::vector<Vec3> f_;
  std::vector<Index> coarse_of_;    // of each free vertex: its unknown, or -1
  SparseRows P_;                    // of each vertex of the patch: unknowns and their forces on it, m^2
  std::vector<double> C_, answer_;  // of the unknowns; displacements of vertices in use under one of them
  std::vector<double> right_, q_;
};

}  // namespace sinew
