#pragma once

#include "linalg/colouring.h"
#include "linalg/conjugate_gradient.h"
#include "linalg/direct_solver.h"
#include "multigrid/galerkin.h"
#include "multigrid/interpolation.h"

namespace sinew {

struct CycleParams {
  int sweeps_before = 1, sweeps_after = 1;  // of the smoother, on the way down (at least 1) and up
  double relaxation = 1;                    // of Gauss-Seidel; 1 is plain
  // Colours in reverse on the way up: asked of a preconditioner of CG, and of cycles that leave a step
  // unfinished (body/step_scheme.h). By itself such a cycle converges less well: 34 cycles instead of 12 on a
  // cube, with the best relaxation of each.
  bool symmetric = false;
};

// Geometric multigrid with Galerkin operators on a hierarchy of meshes, nested or not ([Georgii05,
// sec. 3.2]). Gauss-Seidel by colours smooths; the coarsest level is solved directly. Level 0 is the finest.
template <typename Real>
class Multigrid {
 public:
  // `pattern` is that of the finest matrix, its rows already in the order of `colour_start`
  // (linalg/colouring.h). interpolations[l] leads from level l + 1 to level l; positions[l] are the nodes of
  // level l + 1, whose order is chosen here.
  Multigrid(const BlockPattern& pattern, std::vector<Index> colour_start,
            const std::vector<Interpolation>& interpolations,
            const std::vector<std::vector<Vec3>>& positions);
  ~Multigrid();

  // Sets the finest matrix, over the same pattern, and rebuilds every coarser level from it. The matrix is
  // not copied: it must stay as it is until the next call. Where there is no coarser level, couplings to
  // nodes marked in `apart` are left out; elsewhere they do no harm, since such nodes follow no coarser one.
  void set_matrix(const BlockMatrix<Real>& A, std::span<const char> apart = {});

  // x = one V-cycle on A x = b from zero: about A^-1 b, for defect correction or as a preconditioner (of CG,
  // with params.symmetric). Starting from zero, the first sweep on each level and the residual after it read
  // its matrix just once between them.
  void v_cycle(std::span<const Block3<Real>> b, std::span<Block3<Real>> x, const CycleParams& params);

  int levels() const { return static_cast<int>(levels_.size()); }
  const BlockMatrix<Real>& matrix(int level) const { return *levels_[level].A; }
  // Bytes of matrices, indices and vectors that one cycle reads and writes.
  double bytes_per_cycle(const CycleParams& params) const;

 private:
  struct Level {
    // Of coarse levels; the finest refers to the caller's.
    BlockPattern own_pattern;
    BlockMatrix<Real> own_A;
    const BlockPattern* pattern = nullptr;
    const BlockMatrix<Real>* A = nullptr;
    std::vector<Real> inverse_diagonal;
    std::vector<Index> colour_start;
    Interpolation P;  // from the next coarser level; empty on the coarsest
    BlockVector<Real> x, b, r;
  };
  template <typename RelaxRows>
  void for_each_colour(const Level& level, bool backward, RelaxRows&& relax);
  void relax(const Level& level, std::span<const Block3<Real>> b, std::span<Block3<Real>> x, Real omega,
             bool backward);
  // Leaves the residual in level.r.
  void smooth_from_zero(Level& level, std::span<const Block3<Real>> b, std::span<Block3<Real>> x, Real omega,
                        int sweeps);
  void cycle(int level, std::span<const Block3<Real>> b, std::span<Block3<Real>> x,
             const CycleParams& params);

  std::vector<Level> levels_;
  DirectSolver coarsest_;
};

}  // namespace sinew
