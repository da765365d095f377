#pragma once

#include "linalg/direct_solver.h"
#include "linalg/rounded_matrix.h"
#include "multigrid/interpolation.h"

namespace sinew {

struct CycleParams {
  int sweeps_before = 1, sweeps_after = 1;  // of the smoother, on the way down (at least 1) and up
  double relaxation = 1;                    // factor of Gauss-Seidel updates; 1 is plain Gauss-Seidel
  // Whether colours are swept in reverse on the way up. Preconditioners of CG need this, and cycles of which
  // a fixed number leaves a step partly unsolved (stepping/step_scheme.h). Such cycles converge more slowly
  // on their own: 34 cycles instead of 12 on a cube, with the best relaxation of each.
  bool symmetric = false;
  // The number of conjugate directions by which the next coarser level is solved. 1: V-cycle. 2: each level
  // is visited twice as often as the finer one, and the two corrections are combined so that the energy is
  // least: the K-cycle of Notay and Vassilevski (2008). It makes up for coarse levels that are too stiff, as
  // they are for rods no wider than their cells. On a cube of 40^3 voxels cut into rods of 7 x 7 x 20 the
  // error factor per cycle falls from 0.86 to 0.35, for up to twice the work on level 1, four times on level
  // 2, and so on. The cycle is then not a linear map, so CG must be flexible.
  int directions = 1;
  // The number of finest levels that use one direction all the same, since they are the expensive ones.
  int single_levels = 0;
  // The largest number of directions on small levels, which cost little. The scene of a figure of 680,000
  // cells on two thin legs, in balance, has an error factor of 0.55 per cycle with 4, 0.67 with 2.
  int directions_of_small = 2;
  // One direction, over matrices that are not rounded: the cycle is the same linear map each time.
  bool linear = false;
};

// One level of a hierarchy whose operators are block-sparse matrices. Rows of one colour are not coupled and
// are consecutive; colour_start has colours + 1 entries. Refers to what equal hierarchies may share.
template <typename Real>
struct CycleLevel {
  const BlockMatrix<Real>* A = nullptr;
  const RoundedMatrix* rounded = nullptr;  // swept over instead of A if not null; float only
  std::vector<Real> inverse_diagonal;      // as invert_diagonal computes it; not needed on the coarsest level
  std::vector<Real> exact_inverse;         // of A, if inverse_diagonal is that of a rounded matrix
  std::span<const Index> colour_start;
  const Interpolation* P = nullptr;  // from the next coarser level; not read on the coarsest
};

// What a cycle writes on one level. Cycles over the same levels may run in parallel if each has its own work.
// Row is Block3<Real>, or PanelRow<Real> for cycles on sixteen right-hand sides at once, which never use
// rounded matrices.
template <typename Row>
struct CycleWork {
  LargeVector<Row> x, b, r;  // x and b are not used on the finest level
  // For several directions: d, A d and d . A d.
  std::vector<LargeVector<Row>> direction, image;
  std::vector<std::array<double, kSides>> energy;  // of each side
  std::vector<double> direct;                      // of the solver on the coarsest level
};

// For these levels, the finest first.
template <typename Row>
std::vector<CycleWork<Row>> make_cycle_work(std::span<const CycleLevel<typename Row::Number>> levels);

// x = one cycle on A x = b from zero, over levels[0] and all coarser ones: an approximation of A^-1 b. The
// smoother is multicolour Gauss-Seidel; `coarsest` solves on the last level. Since it starts from zero, the
// first sweep on each level and the residual after it together read the matrix only once.
template <typename Row>
void v_cycle(std::span<const CycleLevel<typename Row::Number>> levels, const DirectSolver& coarsest,
             std::span<const Row> b, std::span<Row> x, const CycleParams& params,
             std::span<CycleWork<Row>> work);

// work[0].x = an approximation of A^-1 work[0].b, by one cycle per direction; stops early when the residual
// is down to a quarter. b is overwritten. The coarsest level is solved exactly.
template <typename Row>
void solve_by_directions(std::span<const CycleLevel<typename Row::Number>> levels,
                         const DirectSolver& coarsest, const CycleParams& params,
                         std::span<CycleWork<Row>> work);

// Bytes of matrices, indices and vectors that one such cycle reads and writes.
template <typename Real>
double bytes_per_cycle(std::span<const CycleLevel<Real>> levels, const CycleParams& params);

}  // namespace sinew
