#pragma once

#include "octree/octree_blueprint.h"
#include "octree/octree_forces.h"
#include "octree/solver/octree_system.h"
#include "stepping/discretization.h"

namespace sinew {

// Everything that follows from the linked voxels of a body:
//
//   LinkedVoxels --> OctreeParts --+--> OctreeForces, OctreeSystem
//                                  +--> FrameTopology
//
// The unknowns are the vertices that do not hang; the nodes of frames are all vertices. A cut replaces it. Its
// parts and its topology may be those of other bodies too, and do not change; materials that are tuned are its
// own.
class OctreeDiscretization final : public Discretization {
 public:
  OctreeDiscretization(OctreeBlueprint& blueprint, std::shared_ptr<const OctreeParts> parts,
                       const ElasticParams& params);
  ~OctreeDiscretization() override;

  StepNodes unknowns() const override {
    return {rest().unknown_positions(), rest().held, rest().holds, placement_, rest().guided, rest().rollers};
  }
  StepForces& forces() override { return forces_; }
  OctreeSystem& system() override { return *system_; }
  const FrameTopology& topology() const override { return topology_; }
  void at_nodes(In unknowns, std::span<Vec3> nodes) const override;
  Embedding nodes_by_unknowns() const override;
  Pull by_unknowns(Pull pull) const override;
  std::span<const Material> made_of() const override { return rest().materials; }
  void set_materials(const std::vector<Material>& materials) override;
  double stiffness_over_inertia(const StepScheme& scheme) const override;
  std::vector<char> free_elements() const override;
  // While the body is not cut, equal bodies share it. Once it is, what is seen collides, moved where it crosses itself.
  std::shared_ptr<const ContactSurface> contact_surface() const override;
  std::shared_ptr<const LoosePieces> loose_pieces() const override { return parts_->loose_pieces(); }

  const OctreeParts& parts() const { return *parts_; }
  // With the materials that the body was made of.
  const OctreeRest& rest() const { return parts_->rest; }
  // As tuned.
  const OctreeMaterials& materials() const { return tuned_ ? *tuned_ : rest(); }
  // Positions of all vertices at displacements u of the unknowns, m, in own axes.
  std::vector<Vec3> positions(In u) const;

 private:
  std::shared_ptr<const ContactSurface> seen_contact_surface() const;
  std::shared_ptr<const ContactSurface> adaptive_contact_surface() const;
  std::shared_ptr<const ContactSurface> chosen_contact_surface(const ContactMesh& chosen) const;
  SplitSurface untangled_surface() const;
  SplitSurface own_surface() const;

  const OctreeDesign& design_;
  bool is_cut_;
  std::shared_ptr<const OctreeParts> parts_;
  std::unique_ptr<const OctreeMaterials> tuned_;  // null: those of the rest
  Placement placement_;
  OctreeForces forces_;
  std::unique_ptr<OctreeSystem> system_;
  FrameTopology topology_;
  std::shared_ptr<AdaptiveSurface> surface_;  // null: the body is not adaptive
};

}  // namespace sinew
