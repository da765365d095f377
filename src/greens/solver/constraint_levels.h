#pragma once

#include <span>
#include <vector>

#include "greens/responses/reference_problem.h"

namespace sinew {

// Tractions that are linear between the vertices of a coarser level, as forces on the vertices of the finest
// [JamesPai03, Eq. 51-56]. Level 0 is the base, L the finest. The basis function of vertex k on level l is 1 at k, 0 at
// all others of K(l), and follows by interpolating subdivision:
//
//   phi_[l,k] = sum_j h_kj phi_[l+1,j],   h: 1 for k, 1/2 for each odd vertex whose edge ends at k
//
// An odd vertex beside a held one has all of the other parent's value, so that a constant traction stays constant.
class ConstraintLevels {
 public:
  explicit ConstraintLevels(const ReferenceProblem& problem);

  Index count() const { return static_cast<Index>(levels_.size()); }  // L + 1
  Index finest() const { return count() - 1; }
  // Free vertices on a level: those of numbers below it.
  Index vertices(Index level) const { return levels_[level].count; }

  // The forces on the finest vertices, N, of a traction of 1 Pa at vertex k of a level: entries of the columns of A H,
  // with A the vertex areas.
  struct Basis {
    std::span<const Index> vertices;
    std::span<const double> forces;
  };
  Basis basis(Index level, Index k) const;
  // The sum of its forces, m^2.
  double area(Index level, Index k) const;

 private:
  struct Level {
    Index count = 0;
    std::vector<Index> start, vertex;
    std::vector<double> force;
  };
  std::vector<Level> levels_;
};

}  // namespace sinew
