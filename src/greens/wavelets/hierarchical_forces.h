#pragma once

#include "greens/wavelets/free_domain.h"
#include "greens/wavelets/sparse_rows.h"

namespace sinew {

// Forces of coarser constraint levels [JamesPai03, sec. 6-7]. The traction of a hat of level l is that of finer hats,
// by the weights h of the linear filter, so a unit force on vertex k of level l is
//
//   f_[l,k] = sum_j w_kj f_[l+1,j],   w_kj = h_kj I_j / I_k,
//
// with the integrals I of the hats: areas on the finest level, I_k = sum_j h_kj I_j. The w of a vertex add up to one.
// Where one parent of j is held, the other one has all of h, so that a constant traction stays constant.
class HierarchicalForces {
 public:
  // `areas` of the free vertices, m^2.
  HierarchicalForces(const FreeDomain& domain, std::span<const double> areas);

  Index finest() const { return static_cast<Index>(refinements_.size()); }
  // Row k has the w_kj of vertices j on the next finer level: the refinement relation [Eq. 60, 61], in force form.
  const SparseRows& refinement(Index level) const { return refinements_[static_cast<std::size_t>(level)]; }
  // I_k, m^2: what makes the traction of a force.
  std::span<const double> integrals(Index level) const { return integrals_[static_cast<std::size_t>(level)]; }
  // Row k has the forces on the vertices of the finest level that make up f_[l,k].
  SparseRows spread(Index level) const;

 private:
  std::vector<SparseRows> refinements_;         // of levels 0 .. L-1
  std::vector<std::vector<double>> integrals_;  // of levels 0 .. L
};

}  // namespace sinew
