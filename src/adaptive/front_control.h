#pragma once

#include "adaptive/adaptive_system.h"
#include "adaptive/refinement_error.h"
#include "sinew/body/body.h"

namespace sinew {

// When parts of an adaptive body become finer or coarser.
struct FrontParams {
  bool changes = true;
  double tolerance =
      0.005;              // of the error of a node, over the size of the body; beyond it the node is refined
  double merge = 0.25;    // nodes merge whose error was below this part of the tolerance ...
  double patience = 0.1;  // ... for so long, s ...
  double pop = 5e-4;      // ... and that do not move by more than this, over the size of the body
  double contact_weight = 2;  // factor on the error of nodes that contact forces move
};

// Changes the front of a body between steps, by the errors that its nodes had in the last one.
class FrontControl {
 public:
  using In = std::span<const Block3<double>>;
  using Out = std::span<Block3<double>>;

  // Refers to the system. Held nodes and those around them become active, and stay so.
  FrontControl(AdaptiveSystem& system, const FrontParams& params);

  // Finds the errors of the step that led to u (m) in dt (s), by contact forces (N) on level 0, or none. The operators are
  // those of the step.
  void find_errors(double dt, In u, In contact);
  // Refines and coarsens by these errors, once; returns whether the front has changed. Nodes that become inactive get the
  // displacements u and velocities v that they then follow.
  bool adapt(Out u, Out v);
  // Makes all levels active.
  void refine_all();

  double error(int level, Index node) const { return errors_[level][node]; }
  std::int64_t changes() const { return changes_; }    // after how many steps the front changed
  double largest_pop() const { return largest_pop_; }  // m, of a node of level 0 by one change

  // All that the next change needs to have the same bits, with the front. The latter throws Error, and changes nothing, if
  // arrays do not fit `body`.
  void add_to_state(BodyState& state) const;
  void restore(const BodyState& state, const std::string& body);

 private:
  bool refine();
  bool coarsen(Out u, Out v);
  bool is_calm(int level, Index node) const;
  bool pops(int level, Index node, In u) const;

  AdaptiveSystem& system_;
  FrontParams params_;
  RefinementError error_;
  double size_;                                     // of the body, m
  std::vector<std::vector<char>> keep_;             // per level and node: stays interior
  std::vector<std::vector<double>> errors_, calm_;  // per level and node: m; s: how long it was calm
  bool has_errors_ = false;
  std::int64_t changes_ = 0;
  double largest_pop_ = 0;
};

}  // namespace sinew
