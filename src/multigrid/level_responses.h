#pragma once

#include <span>

#include "multigrid/system_levels.h"

namespace sinew {

// Sets the blocks X_l of the additive preconditioner X of A = M + K, with M the masses times their factor.
//
// Steps in contact take X for A^-1 when they change forces. They converge if X > A^-1 / 2 for the forces of contacts:
// with less, a change of a force is answered by more than twice the motion expected, and forces swing to and fro for
// ever. The farther X lies above A^-1, the more slowly forces change. With k = 1 - D^-1 M, the share of K in the diagonal
// block D of a node,
//
//   X_0 = 2 D^-1 - 0.75 D^-1 M D^-1        on the finest level,
//   X_l = 2 k D^-1 k                       on coarser ones.
//
// - Where K counts, X_l is 2 D^-1, and the parts that levels add become smaller with each level. A box of 5 x 5 x 5 nodes
//   on the ground does not come to rest with 0.7 D^-1, and with D^-1 only for some solvers; with 1.5 to 5 times D^-1 it
//   does, to 3e-12 m/s or less after 240 steps.
// - Where mass counts, as across a cloth, the finest level is enough: the eigenvalues of a mass matrix over its diagonal
//   lie between 1/2 and 5/2 for linear triangles and tetrahedra (Wathen, 1987), so that 1.25 D^-1 is above A^-1 / 2. Each
//   coarser level would add as much again: with 2 D^-1 on six levels of a cloth, X is 16 times too large for an even
//   force across it; with these blocks 3.3 times.
struct LevelMasses {
  std::span<const double> rows;  // kg: the sums of the rows of the mass matrix, per unknown
  double factor = 0;             // of the mass matrix in A
  bool is_lumped = false;        // whether it is diagonal
};
void set_responses(const LevelMasses& masses, SystemLevels& levels);

}  // namespace sinew
