#pragma once

#include "adaptive/front.h"
#include "adaptive/level_operator.h"
#include "linalg/conjugate_gradient.h"
#include "linalg/direct_solver.h"

namespace sinew {

// Cycles on the increments w of all levels at once: the full approximation scheme on the front of an adaptive body
// [Otaduy07, sec. 3.2, 3.3 and 4.1; Brandt 1977].
//
//   down, from level 0:   w <- Gauss-Seidel; interior nodes of the next coarser level: w <- R~ w,
//                         b <- P^T (b - A w) + A w. Front nodes keep their own b.
//   coarsest level:       w <- A^-1 b
//   up:                   interface nodes: w <- P w of the coarser level; active nodes:
//                         w <- w + s P (change of w of the coarser level); Gauss-Seidel
//
// s makes the energy of the level least. With s = 1, as in the paper, cycles diverge where materials differ 1:100, since
// the operators of the levels are discretisations of their own.
class MultilevelCycle {
 public:
  using In = std::span<const Block3<double>>;

  struct Level {
    BlockVector<double> w;                    // increments, m; of active and interface nodes
    BlockVector<double> b;                    // right-hand sides, N; those of front nodes are given
    std::vector<Index> solved, solved_front;  // active nodes, and front nodes, that are not held
    BlockVector<double> before, change, residual, image;
  };

  // Refers to all of them; `coarsest` are the factors of the coarsest operator. Held nodes of level 0 are not solved for;
  // coarse nodes next to them (HeldElement) must be interior.
  MultilevelCycle(const AdaptiveRest& rest, const Front& front, const std::vector<LevelOperator>& operators,
                  const DirectSolver& coarsest);

  Level& level(int l) { return levels_[l]; }
  const Level& level(int l) const { return levels_[l]; }

  // To be called when the front has changed.
  void front_changed();
  // Sets w of interior nodes by the finer levels, and that of interface nodes by the coarser ones.
  void fill();
  void fill_interface();

  struct Goal {
    double tolerance = 1e-4;  // on the residual of the front relative to the first one
    int cycles = 2;           // exactly so many; 0: until the tolerance is met
    int most = 100;
    double enough = 0;  // residual at which it stops in any case, as first_residual() has it
  };
  // From the w that is there.
  SolveReport solve(const Goal& goal);
  // Of the last solve: |b - A w| over the front nodes of all levels at its start, over the roots of diagonals.
  double first_residual() const { return first_; }

 private:
  // What a cycle changed in all nodes that have values, and in the residuals of the front.
  struct Direction {
    BlockVector<double> move, image;
    double squared = 0;  // of the image
  };

  void run();
  void start_down(int l);
  void find_residual(BlockVector<double>& r) const;
  double weighted_dot(const BlockVector<double>& a, const BlockVector<double>& b) const;
  void gather(BlockVector<double>& x) const;
  template <typename Act>
  void for_each_value(const Act& act) const;
  Index value_count() const;
  void restrict_from(int l);
  void solve_coarsest();
  double energy_of_coarser_fronts(int l);
  void correct(int l);

  const AdaptiveRest& rest_;
  const Front& front_;
  const std::vector<LevelOperator>& operators_;
  std::vector<Level> levels_;
  bool is_held(int l, Index node) const { return l == 0 && rest_.finest().elements.held[node] != 0; }

  const DirectSolver& coarsest_;
  std::vector<double> direct_;
  std::vector<Direction> directions_;
  double first_ = 0;
  BlockVector<double> start_, r_, after_;
};

}  // namespace sinew
