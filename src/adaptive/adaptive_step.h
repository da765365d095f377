#pragma once

#include "adaptive/multilevel_cycle.h"
#include "adaptive/refinement_error.h"
#include "body/contact_side.h"
#include "sinew/body/body.h"
#include "stepping/rigid_momentum.h"

namespace sinew {

// When parts of an adaptive body become finer or coarser.
struct FrontParams {
  bool changes = true;
  double tolerance =
      0.005;              // of the error of a node, over the size of the body; beyond it the node is refined
  double merge = 0.25;    // nodes merge whose error was below this part of the tolerance ...
  double patience = 0.1;  // ... for so long, s
  double contact_weight = 2;  // factor on the error of nodes that contact forces move
};

// The step of an adaptive body [Otaduy07, alg. 1]: corotated strain in axes of the start, backward Euler, in increments,
//   (mass M + stiffness K) w = f + M v / dt + f_int(u),
// on the front nodes of all levels. Forces come, and motions go, by the nodes of level 0, whether they are active or not:
// those that are not follow the coarser levels by P. Vectors have a block per node of level 0, in own axes.
//
//   begin ---> solve, solve, ... ---> end ---> commit ---> adapt
class AdaptiveStep {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;
  struct Level {
    BlockVector<double> u, v;  // m, m/s; of all nodes
    BlockVector<double> next_u, next_v;
    BlockVector<double> load, contact;  // N
    BlockVector<double> force;          // N: M v / dt + f_int(u)
    std::vector<double> error, calm;    // m; s: how long the error was small
  };
  // What is lost and restored at interfaces, and by coarsening.
  struct Report {
    double speed_restored = 0;  // the largest of a node by which a step's momentum was restored, m/s
    double largest_pop = 0;     // of a node of level 0 where the front changed, m
    std::int64_t changes = 0;   // of the front
  };

  // Refers to both.
  AdaptiveStep(const AdaptiveRest& rest, const NodeForest& forest, const FrontParams& params);

  // Begins a step with these forces (N) and, of held nodes, increments (m).
  void begin(const StepScheme& scheme, In forces, In prescribed);
  // The forces (N) with which contact takes part in the step, or none.
  void set_contact_forces(In forces);
  // With these contact forces, from the increment that there is.
  SolveReport solve(In contact_forces, const MultilevelCycle::Goal& goal);
  // |b - A w| over the front nodes of all levels, N.
  double residual_of_front() { return cycle_.residual_of_front(); }
  // Increments of the nodes of level 0, m.
  In increment();
  // w <- w + d, by the nodes of level 0. Momentum is then not that of the forces, and is left alone.
  void move(In d);
  // For these nodes of level 0: w <- way + share (w - way), m. Where one is not active, so move those that it follows.
  void hold_back(std::span<const HeldBack> nodes);
  const DirectSolver& coarsest() const { return cycle_.coarsest(); }
  void end();
  void commit();
  // Refines and coarsens by the errors of the step; to be called after commit.
  void adapt();

  // Sets displacements and velocities of all nodes by those of level 0, and makes the body fine as a whole.
  void set_state(In u, In v);
  // Makes these nodes of level 0 active, and keeps them so if `forever`.
  void refine(std::span<const Index> nodes, bool forever);

  // A norm of the candidate, which is not finite if one of its numbers is not.
  double candidate_size() const { return norm<double>(levels_[0].next_u) + norm<double>(levels_[0].next_v); }

  // All that the next step needs to have the same bits. Throws Error, and changes nothing, if arrays do not fit `body`.
  void add_to_state(BodyState& state) const;
  void restore(const BodyState& state, const std::string& body);

  const Front& front() const { return front_; }
  Front& front() { return front_; }
  // To be called when the front was changed from outside; and when its inactive nodes shall follow the active ones.
  void front_changed();
  void follow_front();
  // Of the active nodes, at the present displacements, with the operators of the last step.
  void find_errors();
  const Level& level(int l) const { return levels_[l]; }
  Level& level(int l) { return levels_[l]; }
  std::vector<LevelOperator>& operators() { return operators_; }
  const std::vector<LevelOperator>& operators() const { return operators_; }
  In displacements() const { return levels_[0].u; }
  In velocities() const { return levels_[0].v; }
  const Report& report() const { return report_; }
  // Of level 0, about a point (m).
  Momentum momentum_about(const Vec3& point) const;

 private:
  void restrict_loads(In forces, bool are_weights, BlockVector<double> Level::*to);
  void fill(BlockVector<double> Level::*field, bool interior_too);
  void restore_momentum();
  void hold_back(int l, Index node, double share, const Vec3& way,
                 std::vector<std::vector<HeldBack>>& held) const;
  bool coarsen_calm();

  const AdaptiveRest& rest_;
  FrontParams params_;
  NodeForest const& forest_;
  Front front_;
  std::vector<LevelOperator> operators_;
  MultilevelCycle cycle_;
  RefinementError error_;
  std::vector<Level> levels_;
  std::vector<std::vector<char>> keep_;  // per level and node: stays interior
  BlockVector<double> increment_, forces_, contact_forces_;
  StepScheme scheme_;
  double total_mass_ = 0;
  bool is_held_ = false, was_moved_ = false, has_errors_ = false;
  Report report_;
};

}  // namespace sinew
