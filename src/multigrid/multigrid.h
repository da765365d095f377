#pragma once

#include "linalg/colouring.h"
#include "linalg/conjugate_gradient.h"
#include "multigrid/cycle.h"
#include "multigrid/galerkin.h"

namespace sinew {

// Geometric multigrid with Galerkin operators on a hierarchy of meshes, nested or not ([Georgii05, sec.
// 3.2]). The smoother is multicolour Gauss-Seidel; the coarsest level is solved directly. Level 0 is the
// finest.
template <typename Real>
class Multigrid {
 public:
  // `pattern` is that of the finest matrix, its rows already in the order of `colour_start`
  // (linalg/colouring.h). interpolations[l] maps level l + 1 to level l; positions[l] are the nodes of level
  // l + 1, whose order is chosen here.
  Multigrid(const BlockPattern& pattern, std::vector<Index> colour_start,
            const std::vector<Interpolation>& interpolations,
            const std::vector<std::vector<Vec3>>& positions);
  ~Multigrid();

  // Sets the finest matrix, over the same pattern, and rebuilds all coarser levels from it. The matrix is not
  // copied: it must not change until the next call. If there is no coarser level, couplings to nodes marked
  // in `apart` are left out; else they do no harm, since such nodes follow no coarse node.
  void set_matrix(const BlockMatrix<Real>& A, std::span<const char> apart = {});

  using Work = std::vector<CycleWork<Block3<Real>>>;
  using PanelWork = std::vector<CycleWork<PanelRow<Real>>>;
  // To be called once there is a matrix.
  Work make_work() const { return make_cycle_work<Block3<Real>>(levels_); }
  PanelWork make_panel_work() const { return make_cycle_work<PanelRow<Real>>(levels_); }
  // x = one V-cycle on A x = b from zero: an approximation of A^-1 b, for defect correction or as a
  // preconditioner (of CG if params.symmetric).
  void v_cycle(std::span<const Block3<Real>> b, std::span<Block3<Real>> x, const CycleParams& params,
               Work& work) const;
  // The same for all sides of a panel.
  void v_cycle(std::span<const PanelRow<Real>> b, std::span<PanelRow<Real>> x, const CycleParams& params,
               PanelWork& work) const;

  std::span<const CycleLevel<Real>> hierarchy() const { return levels_; }
  const DirectSolver& coarsest() const { return coarsest_; }
  int levels() const { return static_cast<int>(levels_.size()); }
  const BlockMatrix<Real>& matrix(int level) const { return *levels_[level].A; }
  // Bytes of matrices, indices and vectors that one cycle reads and writes.
  double bytes_per_cycle(const CycleParams& params) const;

 private:
  std::vector<CycleLevel<Real>> levels_;
  std::vector<std::vector<Index>> colour_starts_;  // per level
  std::vector<Interpolation> interpolations_;      // [l]: from level l + 1 to level l
  // Coarse levels, from level 1 on; the finest matrix is the caller's.
  std::vector<BlockPattern> patterns_;
  std::vector<BlockMatrix<Real>> matrices_;
  DirectSolver coarsest_;
};

}  // namespace sinew
