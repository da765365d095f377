#pragma once

#include "octree/octree_blueprint.h"
#include "octree/octree_forces.h"
#include "octree/solver/octree_system.h"
#include "stepping/discretization.h"

namespace sinew {

// Everything that follows from the linked voxels of a body:
//
//   LinkedVoxels --> OctreeRest --+--> OctreeForces, OctreeSystem
//                                 +--> FrameTopology
//
// The unknowns are the vertices that do not hang; the nodes of frames are all vertices. A cut replaces it.
class OctreeDiscretization final : public Discretization {
 public:
  OctreeDiscretization(OctreeBlueprint& blueprint, LinkedVoxels voxels, const ElasticParams& params)
      : OctreeDiscretization(blueprint, blueprint.rest(std::move(voxels)), params) {}
  // For a rest that exists already.
  OctreeDiscretization(OctreeBlueprint& blueprint, OctreeRest rest, const ElasticParams& params);

  StepNodes unknowns() const override { return {rest_.unknown_positions(), rest_.held, rest_.holds}; }
  StepForces& forces() override { return forces_; }
  OctreeSystem& system() override { return *system_; }
  const FrameTopology& topology() const override { return topology_; }
  void at_nodes(In unknowns, std::span<Vec3> nodes) const override;
  Pull by_unknowns(Pull pull) const override;
  std::span<const Material> made_of() const override { return made_of_; }
  void set_materials(const std::vector<Material>& materials) override;
  double stiffness_over_inertia(const StepScheme& scheme) const override;
  std::vector<char> free_elements() const override;

  const OctreeRest& rest() const { return rest_; }
  // Positions of all vertices at displacements u of the unknowns, m.
  std::vector<Vec3> positions(In u) const;
  // Moves the voxels out; nothing else may be asked of it afterwards.
  LinkedVoxels release_voxels() { return std::move(rest_.grid.voxels); }

 private:
  std::vector<Material> made_of_;
  OctreeRest rest_;
  OctreeForces forces_;
  std::unique_ptr<OctreeSystem> system_;
  FrameTopology topology_;
};

}  // namespace sinew
