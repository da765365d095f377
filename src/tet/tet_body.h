#pragma once

#include "stepping/applied_forces.h"
#include "stepping/elastic_params.h"
#include "stepping/elastic_tuning.h"
#include "stepping/implicit_stepper.h"
#include "stepping/stiffness_limit.h"
#include "tet/tet_body_model.h"
#include "tet/tet_system.h"

namespace sinew {

// The body of [Georgii05]: heterogeneous tetrahedra, or triangles in space, with an implicit step solved by
// multigrid.
class TetBody final : public Body {
 public:
  TetBody(std::string name, const TetBodyModel& model, const ElasticParams& params);
  TetBody(const TetBody&) = delete;
  TetBody& operator=(const TetBody&) = delete;

  const std::string& name() const override { return name_; }
  void predict(double time, double dt) override;
  void commit() override;
  void publish(const FrameContents& contents, BodyFrame& frame) const override;
  StepTally tally() const override { return stepper_.tally(); }
  BodyMeasure measure() const override;
  BodyState state() const override;
  void restore(const BodyState& state) override;
  void set_pulls(std::vector<Pull> pulls) override;
  // Young's modulus, Poisson's ratio and density, or factors of them if the elements differ; damping, and the
  // parameters of the solver.
  std::vector<Tunable> tunables() const override;
  void tune(const std::string& name, double value) override;

  Energies energies() const;
  // Displacements in the node order of the input mesh, m.
  std::vector<Vec3> displacements() const;

  // For tests and benches: the body at rest, the system of the last step, and the report of the last solve.
  const ElasticRest& rest() const { return rest_; }
  int levels() const { return static_cast<int>(transfers_.interpolations.size()) + 1; }
  const TetSystem& system() const { return system_; }
  const SolveReport& last_solve() const { return stepper_.last_solve(); }

 private:
  void set_materials(const ElasticTuning& next);
  void limit_stiffness(double dt);

  std::string name_;
  ElasticParams params_;
  Integrator integrator_;
  std::vector<Material> materials_;  // before tuning; one if all elements have the same
  ElasticTuning tuning_, made_with_;
  ElasticRest rest_;
  std::vector<Hold> holds_;  // in the node order of rest_
  std::vector<float> mass_;
  FrameTopology topology_;
  LevelTransfers transfers_;
  AppliedForces forces_;
  TetSystem system_;
  ImplicitStepper stepper_;
  std::vector<char> is_free_;  // per element: it is in a piece that is not held; empty: all are held
  StiffnessLimit stiffness_limit_;
  double limited_for_ = 0;      // the dt, s, that the share was computed for; 0: none yet
  double stiffness_share_ = 1;  // fraction of its stiffness that it is stepped with
};

}  // namespace sinew
