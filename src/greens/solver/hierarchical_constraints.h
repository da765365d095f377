#pragma once

#include <vector>

#include "greens/responses/hierarchical_responses.h"
#include "greens/solver/constraint_budget.h"

namespace sinew {

// On which level a patch was solved, and whether it was.
struct SolvedWithin {
  LevelChoice choice;
  bool is_solved = false;
};

// Displacements of vertices met by forces of coarser levels, which may be mixed [JamesPai03, sec. 8, Eq. 65-69]:
//
//   C_ij = block k_i of column [l_j, k_j],   C x = w
//
// Displacements are met at the vertices themselves, so C is not symmetric, and it is factored by LU with pivots. From
// scratch at each change: a level has a quarter of the finer one's vertices, and thus 1/64 of the work. Blocks of pairs
// that the last call had are kept. A vertex on two levels makes C singular.
class HierarchicalConstraints {
 public:
  static constexpr double kSingular = 1e-8;  // of the largest entry of C: pivots below are refused

  // For so many constraints at a time. The responses must outlive it; `levels` has the number of free vertices on each
  // level (FreeDomain::counts).
  HierarchicalConstraints(const HierarchicalResponses& responses, std::vector<Index> levels, Index capacity);

  // Forces (N) that move the vertices by w (m), less what other loads do there. False if C is singular; forces are zero
  // then. Throws Error if there are too many places, or a vertex is not on its level.
  bool solve(std::span<const ConstraintPlace> S, std::span<const Vec3> w);

  // Graceful degradation [JamesPai03, sec. 8.2]: solves for those vertices of a patch (numbers of free vertices) that are on
  // the finest level that the budget allows (choose_level), or on the coarsest level allowed if none is cheap enough.
  // Throws Error as well if there are not as many displacements as vertices.
  SolvedWithin solve_within(double operations, const SolveCosts& costs, std::span<const Index> patch,
                            std::span<const Vec3> w);

  // For HierarchicalResponses::sum().
  std::span<const ConstraintPlace> places() const { return S_; }
  std::span<const Vec3> forces() const { return {x_.data(), S_.size()}; }
  Vec3 total_force() const;
  long long extracted() const { return extracted_; }  // blocks of columns so far

 private:
  void require(std::span<const ConstraintPlace> S) const;
  void copy_column(std::span<const ConstraintPlace> S, std::size_t j);
  void gather(std::span<const ConstraintPlace> S);
  bool factor();
  void substitute(std::span<const Vec3> w);

  const HierarchicalResponses* responses_;
  std::vector<Index> levels_;
  std::size_t capacity_;
  long long extracted_ = 0;
  std::vector<ConstraintPlace> S_, chosen_;
  std::vector<Vec3> x_, chosen_w_;
  std::vector<double> C_, new_C_, LU_;  // 3 |S| square, column by column
  std::vector<Index> pivot_;
  std::vector<Index> rows_, at_;  // scratch memory
  std::vector<double> column_;
};

}  // namespace sinew
