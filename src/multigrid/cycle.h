#pragma once

#include "linalg/direct_solver.h"
#include "linalg/rounded_matrix.h"
#include "multigrid/interpolation.h"

namespace sinew {

struct CycleParams {
  int sweeps_before = 1, sweeps_after = 1;  // of the smoother, on the way down (at least 1) and up
  double relaxation = 1;                    // of Gauss-Seidel; 1 is plain
  // Colours in reverse on the way up: asked of a preconditioner of CG, and of cycles that leave a step
  // unfinished (stepping/step_scheme.h). By itself such a cycle converges less well: 34 cycles instead of 12
  // on a cube, with the best relaxation of each.
  bool symmetric = false;
  // By how many conjugate directions the next coarser level is solved. 1: V-cycle. 2: each level is visited
  // twice as often as the one before and the two corrections are combined so that the energy is least, the
  // K-cycle of Notay and Vassilevski (2008). It forgives coarse levels that are too stiff, as they are for
  // rods no wider than their cells: on a cube of 40^3 voxels cut into rods of 7 x 7 x 20 the error factor of
  // a cycle falls from 0.86 to 0.35, for up to twice the work on level 1, four times on level 2, and so on.
  // No longer linear: CG must be flexible.
  int directions = 1;
  // The number of finest levels that are solved by one direction all the same: they are the expensive ones.
  int single_levels = 0;
  // Small levels, which cost little, by up to so many where it takes them. A figure of 680,000 cells in
  // balance, on two thin legs: an error factor of 0.55 with 4, 0.67 with 2.
  int directions_of_small = 2;
  // By one direction, over matrices that are not rounded: the same linear map each time.
  bool linear = false;
};

// One level of a hierarchy whose operators are block-sparse matrices. Rows of one colour, which are not
// coupled, stand in a row; colour_start has colours + 1 entries.
template <typename Real>
struct CycleLevel {
  const BlockMatrix<Real>* A = nullptr;
  const RoundedMatrix* rounded = nullptr;  // swept over instead of A where there is one; float alone
  std::vector<Real> inverse_diagonal;      // as invert_diagonal gives it; not needed on the coarsest level
  std::vector<Real> exact_inverse;         // that of A, where the other is that of a rounded matrix
  std::vector<Index> colour_start;
  Interpolation P;  // from the next coarser level; empty on the coarsest
};

// What a cycle writes on one level. Cycles over the same levels with work of their own may run at the same
// time. Row is Block3<Real>, or PanelRow<Real> for cycles on sixteen right-hand sides at once, whose
// matrices are never the rounded ones.
template <typename Row>
struct CycleWork {
  LargeVector<Row> x, b, r;  // x and b are not used on the finest level
  // Where there is more than one: the directions d, A d and d . A d.
  std::vector<LargeVector<Row>> direction, image;
  std::vector<std::array<double, kSides>> energy;  // of each side
  std::vector<double> direct;                      // of the coarsest solver
};

// For these levels, the finest first.
template <typename Row>
std::vector<CycleWork<Row>> make_cycle_work(std::span<const CycleLevel<typename Row::Number>> levels);

// x = one cycle on A x = b from zero, over levels[0] and all that is coarser: about A^-1 b. Gauss-Seidel by
// colours smooths, `coarsest` solves on the last level. Starting from zero, the first sweep on each level and
// the residual after it read its matrix just once between them.
template <typename Row>
void v_cycle(std::span<const CycleLevel<typename Row::Number>> levels, const DirectSolver& coarsest,
             std::span<const Row> b, std::span<Row> x, const CycleParams& params,
             std::span<CycleWork<Row>> work);

// work[0].x = about A^-1 work[0].b, by as many cycles as there are directions, or fewer where these have
// reduced the residual to a quarter; b is overwritten. On the coarsest level, exactly.
template <typename Row>
void solve_by_directions(std::span<const CycleLevel<typename Row::Number>> levels,
                         const DirectSolver& coarsest, const CycleParams& params,
                         std::span<CycleWork<Row>> work);

// Bytes of matrices, indices and vectors that one such cycle reads and writes.
template <typename Real>
double bytes_per_cycle(std::span<const CycleLevel<Real>> levels, const CycleParams& params);

}  // namespace sinew
