#pragma once

#include "adaptive/adaptive_system.h"
#include "tet/tet_discretization.h"

namespace sinew {

// What equal bodies share besides the blueprint of their finest level.
struct AdaptiveLevels {
  AdaptiveRest rest;
  NodeForest forest;
};

// The forces on an adaptive body: those on level 0, which spread to the others.
class FinestForces final : public StepForces {
 public:
  // Refers to them; there are so many nodes of level 0.
  FinestForces(StepForces& finest, Index nodes) : finest_(finest), nodes_(static_cast<std::size_t>(nodes)) {}

  void evaluate(double time, In u, In v, Out f) override;
  std::span<const Mat3> drag() const override { return {}; }
  bool is_steady(double time, double dt) const override { return finest_.is_steady(time, dt); }
  double potential(double time, In u) const override { return finest_.potential(time, u.first(nodes_)); }
  void add_arrows(double time, In u, std::vector<ForceArrow>& arrows) const override {
    finest_.add_arrows(time, u.first(nodes_), arrows);
  }

 private:
  StepForces& finest_;
  std::size_t nodes_;
};

// Tetrahedra in levels that are each active where they are needed. Frames, forces, pulls and contact have the nodes of level
// 0; the unknowns are those of all levels (adaptive/adaptive_system.h).
class AdaptiveDiscretization final : public Discretization {
 public:
  // Throws Error as TetBody does, naming the body.
  AdaptiveDiscretization(const std::string& body, const TetBodyModel& model, const ElasticParams& params);

  StepNodes unknowns() const override {
    const StepNodes finest = finest_.unknowns();
    return {system_.places(), system_.held(), finest.holds, finest.placement};
  }
  StepForces& forces() override { return forces_; }
  AdaptiveSystem& system() override { return system_; }
  // Its elements have the levels of the present front.
  const FrameTopology& topology() const override;
  void at_nodes(In unknowns, std::span<Vec3> nodes) const override {
    finest_.at_nodes(system_.level(unknowns, 0), nodes);
  }
  Embedding nodes_by_unknowns() const override { return finest_.nodes_by_unknowns(); }
  Pull by_unknowns(Pull pull) const override { return finest_.by_unknowns(std::move(pull)); }
  std::span<const Material> made_of() const override { return finest_.made_of(); }
  void set_materials(const std::vector<Material>& materials) override;
  double stiffness_over_inertia(const StepScheme& scheme) const override {
    return finest_.stiffness_over_inertia(scheme);
  }
  std::vector<char> free_elements() const override { return finest_.free_elements(); }
  std::shared_ptr<const ContactSurface> contact_surface() const override { return finest_.contact_surface(); }
  std::shared_ptr<const LoosePieces> loose_pieces() const override;

  const AdaptiveRest& rest() const { return system_.rest(); }
  const ElasticRest& finest_rest() const { return finest_.rest(); }

 private:
  TetDiscretization finest_;
  std::shared_ptr<const AdaptiveLevels> levels_;
  std::unique_ptr<AdaptiveRest> tuned_;  // of a body whose materials were changed
  AdaptiveSystem system_;
  FinestForces forces_;
  mutable FrameTopology topology_;
  mutable std::int64_t shown_ = -1;  // the change of the front that it shows
};

}  // namespace sinew
