#pragma once

#include <optional>

#include "body/applied_forces.h"
#include "body/body.h"
#include "tet/elastic_forces.h"
#include "tet/pull_forces.h"
#include "tet/step_system.h"
#include "tet/tet_body_model.h"

namespace sinew {

struct TetBodyParams {
  Strain strain = Strain::kCorotated;
  std::optional<Integrator> integrator = {};  // if not given, Newmark for Cauchy strain, else backward Euler
  Damping damping = {};
  bool lumped_mass = false;
  SolverParams solver = {};
  std::optional<Precision> precision = {};  // of matrices; if not given, what the body asks for
  // Of the non-linear strains, each with operators of its own. 0: one in a step of corotated strain, up to 12
  // in a step of Green strain, up to 60 in a static solve.
  int newton_iterations = 0;
  double newton_tolerance = 1e-4;  // on the residual over the applied forces
};

// The body of [Georgii05]: heterogeneous tetrahedra, or triangles in space, with an implicit step solved by
// multigrid.
class TetBody final : public Body {
 public:
  TetBody(std::string name, const TetBodyModel& model, const TetBodyParams& params);
  TetBody(const TetBody&) = delete;
  TetBody& operator=(const TetBody&) = delete;

  const std::string& name() const override { return name_; }
  void predict(double time, double dt) override;
  void commit() override;
  void publish(const FrameContents& contents, BodyFrame& frame) const override;
  BodyState state() const override;
  void restore(const BodyState& state) override;
  void set_pulls(std::vector<Pull> pulls) override;
  // Young's modulus, Poisson's ratio and density, or factors on what the elements are made of where that is
  // not the same for all; damping, and the figures of the solver.
  std::vector<Tunable> tunables() const override;
  void tune(const std::string& name, double value) override;

  Energies energies() const;
  // Displacements in the numbers of the mesh that was given, m.
  std::vector<Vec3> displacements() const;

  // For those who measure: the body at rest, the system of the last step, and what the last solve
  // took.
  const ElasticRest& rest() const { return rest_; }
  int levels() const { return static_cast<int>(transfers_.interpolations.size()) + 1; }
  const StepSystem& system() const { return *system_; }
  const SolveReport& last_solve() const { return last_solve_; }

 private:
  struct State {
    BlockVector<double> u, v;  // displacement, m, and velocity, m/s
  };

  void choose_scheme(double dt);
  void guess_increment(double time);
  void solve_linear_step();
  void solve_nonlinear_step();
  double line_search(std::span<const Block3<double>> w, std::span<const Block3<double>> inner_forces);
  void finish_candidate(double time);
  void require_finite(double figure) const;
  void set_materials(const Material& tuned);
  // x . M x; Mx is overwritten.
  double mass_product(std::span<const Block3<double>> x, std::span<Block3<double>> Mx) const;

  // What can be tuned: the one material of the body, or factors on its materials.
  struct Tuning {
    Material material;
    Damping damping;
    SolverParams solver;
  };
  bool is_uniform() const { return materials_.size() == 1; }
  Tuning tuning() const { return {tuned_, params_.damping, params_.solver}; }

  std::string name_;
  TetBodyParams params_;
  Integrator integrator_;
  std::vector<Material> materials_;  // as made: one where all elements are alike
  Material tuned_;
  Tuning made_with_;
  ElasticRest rest_;
  std::vector<Hold> holds_;  // in the numbers of rest_
  std::vector<float> mass_;
  std::shared_ptr<const FrameTopology> topology_;
  AppliedForces applied_;
  ElasticForces elastic_;
  LevelTransfers transfers_;
  std::unique_ptr<StepSystem> system_;  // made for the first step

  StepScheme scheme_;
  State state_, candidate_;
  double time_ = 0;            // of the state
  double candidate_time_ = 0;  // of the candidate
  // The share of dt v that the last increment went along, 0 to 1: where the next solve starts from.
  double inertia_ = 1, candidate_inertia_ = 1;
  SolveReport last_solve_;
  PullForces pulls_;

  BlockVector<double> force_, residual_, correction_, increment_, trial_, y_, z_, inner_;
};

}  // namespace sinew
