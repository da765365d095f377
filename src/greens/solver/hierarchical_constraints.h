#pragma once

#include "greens/responses/responses.h"
#include "greens/solver/constraint_levels.h"

namespace sinew {

// A constraint on a vertex as one of a level: the level of the traction that meets it [JamesPai03, Eq. 68].
struct LevelVertex {
  Index level, vertex;  // the number of the free vertex, below ConstraintLevels::vertices(level)
  bool operator==(const LevelVertex&) const = default;
};

// Displacements of vertices met by tractions of coarser levels, which may be mixed [JamesPai03, sec. 8, Eq. 65-69]:
//
//   C_ij = block k_i of X_[l_j, k_j],   C q = w,   forces f = sum_j A phi_[l_j, k_j] q_j
//
// Displacements are met at the vertices themselves, so C is not symmetric, and it is factored by LU with pivots. From
// scratch at each change: a level has a quarter of the finer one's vertices, and thus 1/64 of the work. Blocks of pairs
// that the last call had are kept. A vertex on two levels makes C singular.
class HierarchicalConstraints {
 public:
  static constexpr double kSingular = 1e-8;  // of the largest entry of C: pivots below are refused

  // For so many constraints at a time. The responses and levels must outlive it.
  HierarchicalConstraints(const Responses& responses, const ConstraintLevels& levels, Index capacity);

  // Tractions (Pa) that move the vertices by w (m), which also must not contain what other loads do there. False if C is
  // singular; tractions are zero then. Throws Error if there are too many, or a vertex is not on its level.
  bool solve(std::span<const LevelVertex> S, std::span<const Vec3> w);

  std::span<const Vec3> tractions() const { return {q_.data(), S_.size()}; }
  std::span<const LevelVertex> vertices() const { return S_; }
  Vec3 total_force() const;  // N
  // The forces on the finest vertices, for Responses::sum(): appended to both.
  void forces(std::vector<Index>& vertices, std::vector<Vec3>& forces) const;
  long long extracted() const { return extracted_; }  // blocks of X_[l] gathered so far

 private:
  void require(std::span<const LevelVertex> S) const;
  void gather(std::span<const LevelVertex> S);
  void extract_column(std::span<const Index> rows, const LevelVertex& column, std::span<double> blocks);
  bool factor();
  void substitute(std::span<const Vec3> w);

  const Responses* responses_;
  const ConstraintLevels* levels_;
  std::size_t capacity_;
  long long extracted_ = 0;
  std::vector<LevelVertex> S_;
  std::vector<Vec3> q_;
  std::vector<double> C_, new_C_, LU_;  // 3 |S| square, column by column
  std::vector<Index> pivot_;
  std::vector<Index> rows_, at_;  // scratch memory
  std::vector<double> blocks_, column_;
};

}  // namespace sinew
