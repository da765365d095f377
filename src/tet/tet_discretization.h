#pragma once

#include "sinew/tet/tet_body.h"
#include "stepping/applied_forces.h"
#include "stepping/discretization.h"
#include "tet/tet_system.h"

namespace sinew {

// What frames show of a body. The vertices of its surface follow the elements; if the surface is its own
// boundary, the nodes.
FrameTopology topology_of(const TetBodyModel& model);

// Tetrahedra, or the triangles of a sheet: the unknowns are the nodes, renumbered by colour. Frames have the
// numbers of the input mesh.
class TetDiscretization final : public Discretization {
 public:
  // Throws Error as TetBody does, naming the body.
  TetDiscretization(const std::string& body, const TetBodyModel& model, const ElasticParams& params);

  StepNodes unknowns() const override { return {rest_.positions, rest_.held, holds_}; }
  StepForces& forces() override { return forces_; }
  StepSystem& system() override { return system_; }
  const FrameTopology& topology() const override { return topology_; }
  void at_nodes(In unknowns, std::span<Vec3> nodes) const override;
  Pull by_unknowns(Pull pull) const override;
  std::span<const Material> made_of() const override { return materials_; }
  void set_materials(const std::vector<Material>& materials) override;
  double stiffness_over_inertia(const StepScheme& scheme) const override;
  std::vector<char> free_elements() const override;

  const ElasticRest& rest() const { return rest_; }
  int levels() const { return static_cast<int>(transfers_.interpolations.size()) + 1; }
  const TetSystem& tet_system() const { return system_; }

 private:
  bool lumped_mass_;
  std::vector<Material> materials_;  // before tuning; one if all elements have the same
  ElasticRest rest_;
  std::vector<Hold> holds_;  // in the node order of rest_
  std::vector<float> mass_;
  FrameTopology topology_;
  LevelTransfers transfers_;
  AppliedForces forces_;
  TetSystem system_;
};

}  // namespace sinew
