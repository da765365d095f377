#pragma once

#include "sinew/tet/tet_body.h"
#include "stepping/applied_forces.h"
#include "stepping/discretization.h"
#include "tet/tet_blueprint.h"
#include "tet/tet_system.h"

namespace sinew {

// Tetrahedra, or the triangles of a sheet: the unknowns are the nodes, renumbered by colour. Frames have the
// numbers of the input mesh. Bodies that are equal at rest share their blueprint until one of them is tuned.
class TetDiscretization final : public Discretization {
 public:
  // Throws Error as TetBody does, naming the body.
  TetDiscretization(const std::string& body, const TetBodyModel& model, const ElasticParams& params);

  StepNodes unknowns() const override {
    const ElasticRest& rest = blueprint_->rest;
    return {rest.positions, rest.held, holds_, placement_, guided_, rest.rollers};
  }
  StepForces& forces() override { return forces_; }
  StepSystem& system() override { return system_; }
  const FrameTopology& topology() const override { return blueprint_->topology; }
  void at_nodes(In unknowns, std::span<Vec3> nodes) const override;
  Embedding nodes_by_unknowns() const override { return embedding_on_nodes(rest().order.new_of_old); }
  Pull by_unknowns(Pull pull) const override;
  std::span<const Material> made_of() const override { return blueprint_->materials; }
  void set_materials(const std::vector<Material>& materials) override;
  double stiffness_over_inertia(const StepScheme& scheme) const override;
  std::vector<char> free_elements() const override;
  std::shared_ptr<const ContactSurface> contact_surface() const override;
  double sheet_thickness() const override { return rest().thickness; }
  std::shared_ptr<const LoosePieces> loose_pieces() const override;

  const ElasticRest& rest() const { return tuned_ ? tuned_->rest : blueprint_->rest; }
  int levels() const { return static_cast<int>(blueprint_->transfers.interpolations.size()) + 1; }
  const TetSystem& tet_system() const { return system_; }

 private:
  // Rest data of its own, of a body whose materials were changed.
  struct Tuned {
    ElasticRest rest;
    std::vector<float> mass;
  };

  bool lumped_mass_;
  std::shared_ptr<const TetBlueprint> blueprint_;
  std::unique_ptr<Tuned> tuned_;
  Placement placement_;
  std::vector<Hold> holds_;         // in the node order of the rest
  std::vector<GuidedNode> guided_;  // those of holds with directions
  AppliedForces forces_;
  TetSystem system_;
};

}  // namespace sinew
