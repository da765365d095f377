#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "body/contact_side.h"
#include "sinew/body/body.h"
#include "sinew/stepping/elastic_params.h"
#include "stepping/elastic_tuning.h"
#include "stepping/stiffness_limit.h"

namespace sinew {

class Discretization;
class ImplicitStepper;
struct SolveReport;

// The common part of all elastic bodies: an implicit step of the unknowns of a discretization, with pulls,
// tuning, frames and state. A kind of body adds how its discretization is made and replaced.
class ElasticBody : public Body, public Pullable, public TunableBody, private ContactSide {
 public:
  ~ElasticBody() override;
  ElasticBody(const ElasticBody&) = delete;
  ElasticBody& operator=(const ElasticBody&) = delete;

  const std::string& name() const final { return name_; }
  void begin_step(double time, double dt) final;
  bool relax() final;
  void end_step() final;
  void commit() final;
  void publish(const FrameContents& contents, BodyFrame& frame) const final;
  ContactSide* contact_side() final { return this; }
  Pullable* pullable() final { return this; }
  TunableBody* tunable() final { return this; }
  StepTally tally() const final;
  BodyState state() const override;
  void restore(const BodyState& state) override;
  // Pulls name nodes of frames.
  void set_pulls(std::vector<Pull> pulls) final;
  // Young's modulus, Poisson's ratio and density, or factors of them if the elements differ; damping, and the
  // parameters of the solver.
  std::vector<Tunable> tunables() const final { return tuning_.tunables(made_with_); }
  void tune(const std::string& name, double value) final;

  Energies energies() const;
  // Of the nodes of frames, in m.
  std::vector<Vec3> displacements() const;
  // For tests and benches: the report of the last solve.
  const SolveReport& last_solve() const;

 protected:
  // The body has no discretization until take() gives it one.
  ElasticBody(std::string name, const ElasticParams& params, const ElasticTuning& made_with);

  // Including what was tuned; for the next discretization.
  const ElasticParams& params() const { return params_; }
  // Replaces the discretization. The body is then at rest until its stepper gets another state.
  void take(std::unique_ptr<Discretization> discretization);
  // Frees the discretization and its stepper; take() must follow.
  void release_discretization();
  Discretization& discretization() const { return *discretization_; }
  ImplicitStepper& stepper() const { return *stepper_; }
  const std::vector<Pull>& pulls() const { return pulls_; }

 private:
  // ContactSide.
  std::span<const Vec3> start_positions() final;
  std::span<const Block3<double>> increment() const final;
  const SystemLevels& system_levels() final;
  bool relax(std::span<const Block3<double>> forces, int cycles) final;
  void move(std::span<const Block3<double>> d) final;
  void hold_back(std::span<const Index> unknowns, std::span<const double> share) final;

  void limit_stiffness(double dt);

  std::string name_;
  ElasticParams params_;
  ElasticTuning tuning_, made_with_;
  StiffnessLimit stiffness_limit_;
  std::unique_ptr<Discretization> discretization_;
  std::unique_ptr<ImplicitStepper> stepper_;
  std::vector<Pull> pulls_;  // by nodes of frames
  std::vector<Vec3> start_positions_;
  double limited_for_ = 0;      // the dt (s) for which stiffness_share_ was computed; 0: not yet
  double stiffness_share_ = 1;  // fraction of the stiffness that steps use
};

}  // namespace sinew
