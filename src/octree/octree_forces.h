#pragma once

#include <optional>

#include "octree/face_points.h"
#include "octree/grid/hanging_vertices.h"
#include "octree/grid/octree_rest.h"
#include "stepping/applied_forces.h"

namespace sinew {

// The forces from outside on the unknowns of an octree: they act on all vertices, and those on hanging
// vertices are passed on to the unknowns that they follow. Refers to the rest and its hanging vertices.
class OctreeForces final : public StepForces {
 public:
  // Throws Error, naming the force as forces[i], as AppliedForces does.
  // `whole` are the voxels without cuts, from which the faces of the boundary are told from those of cuts.
  OctreeForces(const OctreeRest& rest, const HangingVertices& hanging, const LinkedVoxels& whole,
               const std::vector<Force>& forces, const Placement& placement);

  void evaluate(double time, In u, In v, Out f) override;
  // Isotropic: the trace of each block, an upper bound of the drag in any direction.
  std::span<const Mat3> drag() const override { return drag_; }
  bool is_steady(double time, double dt) const override { return applied_->is_steady(time, dt); }
  double potential(double time, In u) const override { return applied_->potential(time, of_all_vertices(u)); }
  void add_arrows(double time, In u, std::vector<ForceArrow>& arrows) const override {
    applied_->add_arrows(time, of_all_vertices(u), arrows);
  }

  // Changes the masses; refers to them from then on.
  void set_materials(const OctreeMaterials& materials);
  // Values at all vertices, including hanging ones, and then at the face points, given those at the unknowns.
  BlockVector<double> of_all_vertices(In x) const;

 private:
  void follow(In x, BlockVector<double>& all) const;
  void gather_drag();

  const OctreeRest& rest_;
  const HangingVertices& hanging_;
  const OctreeMaterials* materials_;
  FacePoints points_;
  std::optional<AppliedForces> applied_;  // on all vertices and these points
  BlockVector<double> all_u_, all_v_, all_f_;
  std::vector<Mat3> drag_;  // of the unknowns
};

}  // namespace sinew
