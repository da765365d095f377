#pragma once

#include "adaptive/multilevel_cycle.h"
#include "stepping/step_system.h"
#include "tet/tet_system.h"

namespace sinew {

// The system of the steps of an adaptive body: corotated strain in axes of the start, on the front of its levels
// [Otaduy07, alg. 1]. Its unknowns are the nodes of all levels, level 0 first:
//
//   | level 0: the body, what others see | level 1 | ... | coarsest |
//
// Front nodes have equations; all others follow by P or R~ (StepSystem::follow). Level 0 alone has mass, feels forces and is
// pulled, whether it is active or not: forces reach the equations of coarser levels by StepSystem::spread.
class AdaptiveSystem final : public StepSystem {
 public:
  // Refers to all of them. `finest` are the elements of level 0, for the stress of all of it.
  AdaptiveSystem(const AdaptiveRest& rest, const NodeForest& forest, const TetSystem& finest,
                 const SolverParams& solver);

  void set_scheme(const StepScheme& scheme) override { scheme_ = scheme; }
  void set_drag(std::span<const Mat3>) override {}  // wind acts as it is when the step begins
  void update_rotations(In u) override;
  void keep_rotations() override;
  std::vector<double> saved_rotations() const override;
  void restore_rotations(std::span<const double> quaternions) override;
  void linearise(In u) override;
  void internal_forces(In u, Out f) override;
  double elastic_energy(In u) const override;
  // None is judged: elements between levels store more than their equations know.
  double estimate_elastic_energy(In) const override { return 0; }
  double turning_energy(In) const override { return 0; }  // steps keep their axes
  void stresses(In u, std::span<float> von_mises) const override { finest_.stresses(level(u, 0), von_mises); }
  std::span<const double> nodal_masses() const override { return masses_; }
  bool has_lumped_masses() const override { return true; }
  void multiply_mass(In x, Out y) const override;
  void residual(In f, In y, In z, Out r) const override;
  void set_solver(const SolverParams& params) override { most_cycles_ = params.max_iterations; }
  std::unique_ptr<SolveWork> make_work() const override;
  // Never by counted cycles: with two, bodies in flight that are half fine blow up. Where cycles are counted, which contact
  // does from its second round on, it goes as far as the first solve of the step.
  SolveReport solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const override;
  void show_levels(SystemLevels& levels) const override;

  void spread(Out f) const override;
  void follow(Out w) const override;
  void move(In d, Out w) const override;
  std::vector<HeldBack> followed(std::span<const HeldBack> unknowns) const override;
  bool has_followers() const override { return true; }
  bool leaks_momentum() const override { return !is_held_ && !front_->is_all_fine(); }

  // Refers to another rest from now on, which differs in the materials alone. A scheme must be set next.
  void set_rest(const AdaptiveRest& rest);

  const AdaptiveRest& rest() const { return *rest_; }
  const NodeForest& forest() const { return forest_; }
  const Front& front() const { return *front_; }
  // To be followed by front_changed().
  Front& front() { return *front_; }
  void front_changed();
  std::int64_t changes() const { return changes_; }  // of the front
  // Sets what inactive nodes have by the active ones of coarser levels.
  void follow_front(Out x) const;
  // Per node of level 0: the finest level with an active node that it follows.
  std::vector<std::uint8_t> levels_of_nodes() const;
  const LevelOperator& level_operator(int l) const { return operators_[l]; }

  Index count() const { return start_.back(); }
  // The part of a vector that belongs to a level.
  In level(In x, int l) const { return x.subspan(start_[l], rest_->levels[l].node_count()); }
  Out level(Out x, int l) const { return x.subspan(start_[l], rest_->levels[l].node_count()); }
  // Where the nodes of all levels are at rest, m.
  const std::vector<Vec3>& places() const { return places_; }
  const std::vector<char>& held() const { return held_; }

 private:
  struct Work;
  void follow_by(int l, Index node, double share, const Vec3& way, std::vector<HeldBack>& all) const;

  void take(const AdaptiveRest& rest);

  const AdaptiveRest* rest_;
  const NodeForest& forest_;
  const TetSystem& finest_;
  std::vector<Index> start_;  // of each level among the unknowns; levels + 1
  std::vector<Vec3> places_;  // of the unknowns
  std::vector<char> held_;
  std::vector<double> masses_;
  double total_mass_ = 0;
  bool is_held_ = false;
  std::unique_ptr<Front> front_;
  std::vector<LevelOperator> operators_;
  std::vector<std::vector<Index>> solved_;  // per level: front nodes that are not held
  DirectSolver coarsest_;
  BlockVector<double> turned_at_;     // the displacements of the last update_rotations(), m
  mutable BlockVector<double> from_;  // work space
  std::vector<Interpolation> interpolations_;
  StepScheme scheme_;
  int most_cycles_;
  std::int64_t changes_ = 0, steps_ = 0;  // of the front, and of the operators
};

}  // namespace sinew
