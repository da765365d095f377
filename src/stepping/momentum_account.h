#pragma once

#include <memory>

#include "stepping/free_pieces.h"
#include "stepping/rigid_momentum.h"
#include "stepping/step_equation.h"

namespace sinew {

// Gives pieces that no hold touches the momentum that forces from outside give them, after a step whose solve
// ended after a number of cycles. Internal forces have no resultant and no moment, whatever the increment, so
// the momentum is known without a solve: a rigid motion of six numbers per piece makes up for what the cycles
// left of it.
class MomentumAccount {
 public:
  // Refers to both.
  MomentumAccount(StepEquation& equation, NodeState& candidate)
      : equation_(equation), candidate_(candidate) {}

  void set_pieces(std::shared_ptr<const LoosePieces> pieces) { pieces_ = std::move(pieces); }
  bool any() const { return pieces_ && pieces_->count() > 0; }
  bool knows_pieces() const { return pieces_ != nullptr; }

  // Translates the increments of each piece such that the residual of its step (stepping/step_equation.h) sums
  // to zero. Returns the largest velocity that this adds, m/s.
  double balance_forces();
  // Turns the velocities of the candidate such that the angular momentum of each piece about its centre changes
  // by dt times the moment of the forces from outside. Returns as above.
  double balance_moments();

 private:
  Vec3 unbalanced_force(std::span<const Index> nodes, double& mass) const;
  // Of a node.
  struct Moments {
    Vec3 x, Mx, Mv_before, Mv_after;  // x is where it is after the step, m
  };
  void multiply_masses();
  Vec3 end_of(Index i) const;
  Moments moments_of(Index i) const;
  RigidVelocity missing_turn(std::span<const Index> nodes, const Vec3& about) const;

  StepEquation& equation_;
  NodeState& candidate_;
  std::shared_ptr<const LoosePieces> pieces_;
  BlockVector<double> x_, Mx_, Mv_before_, Mv_after_;  // work space; empty if masses are lumped
};

}  // namespace sinew
