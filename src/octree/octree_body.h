#pragma once

#include <memory>
#include <optional>

#include "octree/cutting/stroke_tip.h"
#include "octree/octree_body_model.h"
#include "octree/surface/splitting_cubes.h"
#include "stepping/elastic_params.h"
#include "stepping/elastic_tuning.h"
#include "stepping/implicit_stepper.h"
#include "stepping/stiffness_limit.h"

namespace sinew {

class ClippableSurface;
class TriangleTree;

// The body of [Dick11]: an octree of cubes that can be cut, with an implicit step solved by multigrid. Masses
// are lumped. The nodes of its frames are all vertices, including hanging ones (T-junctions), and the
// elements are its cells; both change with a cut. Pieces that are cut off are parts of the same body.
class OctreeBody final : public Body {
 public:
  // Throws Error if materials, holds or forces are invalid (naming them as rules[i], holds[i], forces[i]), if
  // the strain is Green's, and if nothing holds a piece of a static body, unless the piece is a crumb
  // (octree/grid/pieces.h).
  OctreeBody(std::string name, OctreeBodyModel model, const ElasticParams& params);
  ~OctreeBody() override;
  OctreeBody(const OctreeBody&) = delete;
  OctreeBody& operator=(const OctreeBody&) = delete;

  const std::string& name() const override { return name_; }
  void predict(double time, double dt) override;
  void commit() override;
  void publish(const FrameContents& contents, BodyFrame& frame) const override;
  StepTally tally() const override;
  BodyMeasure measure() const override;
  // The cut links and the tips of strokes are part of the state: a state from before or after a cut can be
  // restored.
  BodyState state() const override;
  void restore(const BodyState& state) override;
  // Pulls keep their place on the body when it is cut.
  void set_pulls(std::vector<Pull> pulls) override;
  bool cut(const Blade& blade) override;
  bool sweep(const BladeSweep& sweep) override;
  bool can_be_cut() const override { return true; }
  std::vector<Tunable> tunables() const override { return tuning_.tunables(made_with_); }
  void tune(const std::string& name, double value) override;

  Energies energies() const;
  // Of all vertices, m.
  std::vector<Vec3> displacements() const;

  // For tests and benches: the body at rest, and the report of the last solve.
  const OctreeRest& rest() const;
  const SolveReport& last_solve() const;

 private:
  struct Parts;

  // The body at rest, for these links.
  OctreeRest rest_of(LinkedVoxels voxels) const;
  void settle_free_pieces(OctreeRest& rest) const;
  void limit_stiffness(double dt);
  std::unique_ptr<Parts> made_of(OctreeRest rest);
  FrameTopology topology_of(const OctreeRest& rest);
  // The blade must be valid.
  bool cut_as(const Blade& blade, std::int32_t cut);
  // Replaces parts_ by parts made from this rest, after finish(parts). If that throws, the body is unchanged.
  template <typename Finish>
  void replace_parts(OctreeRest rest, Finish&& finish);

  std::string name_;
  OctreeBodyModel model_;
  ElasticParams params_;
  Integrator integrator_;
  RefinementMarks marks_;
  ElasticTuning tuning_, made_with_;
  SplittingCubes splitting_;                      // keeps data that it can reuse
  std::unique_ptr<const TriangleTree> boundary_;  // of the surface that the voxels were made from
  std::unique_ptr<const ClippableSurface> own_surface_;
  std::int32_t cuts_ = 0;        // made so far
  std::vector<StrokeTip> tips_;  // of unfinished strokes
  std::vector<Pull> pulls_;      // by vertices
  StiffnessLimit stiffness_limit_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
