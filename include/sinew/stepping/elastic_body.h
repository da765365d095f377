#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sinew/body/body.h"
#include "sinew/stepping/elastic_params.h"

namespace sinew {

class Discretization;
class ImplicitStepper;
class StepForces;
struct ElasticTuning;
struct SolveReport;

// The common part of all elastic bodies: an implicit step of the unknowns of a discretization, with pulls,
// tuning, frames and state. A kind of body adds how its discretization is made and replaced.
class ElasticBody : public Body, public Pullable, public TunableBody {
 public:
  ~ElasticBody() override;
  ElasticBody(const ElasticBody&) = delete;
  ElasticBody& operator=(const ElasticBody&) = delete;

  const std::string& name() const final;
  void begin_step(double time, double dt) final;
  bool relax() final;
  void end_step() final;
  void commit() final;
  void publish(const FrameContents& contents, BodyFrame& frame) const final;
  ContactSide* contact_side() final;
  Pullable* pullable() final { return this; }
  TunableBody* tunable() final { return this; }
  StepTally tally() const final;
  BodyState state() const override;
  void restore(const BodyState& state) override;
  // Pulls name nodes of frames.
  void set_pulls(std::vector<Pull> pulls) final;
  std::vector<Vec3> pull_forces() const final;
  Mat3 step_compliance(const Pull& patch) const final;
  // Young's modulus, Poisson's ratio and density, or factors of them if the elements differ; damping, and the
  // parameters of the solver.
  std::vector<Tunable> tunables() const override;
  void tune(const std::string& name, double value) override;

  // The energies of the current state, J.
  Energies energies() const;
  // What each of its holds exerted in the last step, in world coordinates, in the order of the model.
  std::vector<HoldReaction> reactions() const;
  // The displacements of the nodes that frames show, m, in world coordinates.
  std::vector<Vec3> displacements() const;
  // Where the own axes of the body are in the world: those in which it is described at rest, and stepped.
  const Placement& placement() const;
  // For tests and benches: the report of the last solve.
  const SolveReport& last_solve() const;

 protected:
  // The body has no discretization until take() gives it one.
  ElasticBody(std::string name, const ElasticParams& params, const ElasticTuning& made_with);

  // Including what was tuned; for the next discretization.
  const ElasticParams& params() const;
  // Replaces the discretization. The body is then at rest until its stepper gets another state.
  void take(std::unique_ptr<Discretization> discretization);
  // Starts in the rest shape with this velocity (m/s, in world coordinates).
  void start(const Vec3& velocity);
  // Frees the discretization and its stepper; take() must follow.
  void release_discretization();
  Discretization& discretization() const;
  ImplicitStepper& stepper() const;
  const std::vector<Pull>& pulls() const;

 private:
  struct Parts;

  // For kinds of bodies that change their unknowns between steps: called first in begin_step(), and last in commit() after
  // a step of dt seconds.
  virtual void before_step() {}
  virtual void after_step(double /*dt*/) {}

  void limit_stiffness(double dt);
  StepForces& forces() const;
  void put_in_place(BodyFrame& frame) const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
