#pragma once

#include <optional>

#include "body/elastic_tuning.h"
#include "body/implicit_stepper.h"
#include "octree/octree_equations.h"

namespace sinew {

// What a body of cells is made of.
struct OctreeBodyModel {
  LinkedVoxels voxels = {};
  int coarsest = kBrickLevel;  // level of the largest cells within, 0 to 3
  MaterialMap materials = {};  // by the centres of cells; where they jump, cells are of level 0
  std::vector<RegionHold> holds = {};
  std::vector<Force> forces = {Gravity{}};
  Vec3 velocity = {};  // at the start, m/s
};

struct OctreeBodyParams {
  Strain strain = Strain::kCorotated;         // or Cauchy
  std::optional<Integrator> integrator = {};  // if not given, Newmark for Cauchy strain, else backward Euler
  Damping damping = {};
  SolverParams solver = {};
  // Of corotated strain, each with operators of its own; 0: one in a step, up to 60 in a static solve.
  int newton_iterations = 0;
  double newton_tolerance = 1e-4;  // on the residual over the applied forces
};

// The body of [Dick11]: an octree of cubes that can be cut, with an implicit step solved by multigrid. Masses
// are lumped. The nodes of its frames are all vertices, hanging ones too, the elements its cells; both change
// where it is cut. Pieces that are cut off are parts of the same body.
class OctreeBody final : public Body {
 public:
  // Throws Error where materials, holds or forces do not fit (naming them as rules[i], holds[i], forces[i]),
  // for Green strain, and for a static solve of a piece that nothing holds, unless it is a crumb
  // (octree/pieces.h).
  OctreeBody(std::string name, OctreeBodyModel model, const OctreeBodyParams& params);
  OctreeBody(const OctreeBody&) = delete;
  OctreeBody& operator=(const OctreeBody&) = delete;

  const std::string& name() const override { return name_; }
  void predict(double time, double dt) override { parts_->stepper.predict(time, dt); }
  void commit() override { parts_->stepper.commit(); }
  void publish(const FrameContents& contents, BodyFrame& frame) const override;
  BodyState state() const override;
  void restore(const BodyState& state) override;
  void set_pulls(std::vector<Pull> pulls) override;
  std::vector<Tunable> tunables() const override { return tuning_.tunables(made_with_); }
  void tune(const std::string& name, double value) override;
  bool cut(const Blade& blade) override;

  Energies energies() const;
  // Of all vertices, m.
  std::vector<Vec3> displacements() const;

  // For those who measure.
  const OctreeRest& rest() const { return parts_->rest; }
  const SolveReport& last_solve() const { return parts_->stepper.last_solve(); }

 private:
  // All that follows from the linked voxels, made anew where they are cut.
  struct Parts {
    Parts(const OctreeBody& body, LinkedVoxels voxels);
    OctreeRest rest;
    OctreeEquations equations;
    ImplicitStepper stepper;
    std::shared_ptr<const FrameTopology> topology;
  };

  OctreeRest make_rest(LinkedVoxels voxels) const;
  std::vector<Vec3> current(std::span<const Block3<double>> x, bool displaced) const;
  Pull of_unknowns(const Pull& pull) const;

  std::string name_;
  OctreeBodyModel model_;
  OctreeBodyParams params_;
  Integrator integrator_;
  RefinementMarks marks_;
  ElasticTuning tuning_, made_with_;
  std::int32_t cuts_ = 0;  // made so far
  std::vector<Pull> pulls_;  // by vertices
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
