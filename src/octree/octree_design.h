#pragma once

#include <memory>
#include <string>

#include "base/fingerprint.h"
#include "octree/grid/cell_wishes.h"
#include "octree/grid/refinement_marks.h"
#include "octree/octree_parts.h"
#include "octree/octree_topology.h"
#include "sinew/octree/octree_body.h"

namespace sinew {

// What a body of cells is made from, whatever its cuts: its model without forces and velocity, and what can be
// reused from cut to cut. Bodies of equal models share it, and bodies that are not cut also share what is made
// from it. They find it by the fingerprint of the model.
class OctreeDesign {
 public:
  // Returns the design that a body of an equal model holds, or a new one. `is_static`: bodies have no inertia,
  // so that each piece must be held. Throws Error as OctreeBody does.
  static std::shared_ptr<const OctreeDesign> of(OctreeBodyModel model, bool is_static);

  OctreeDesign(const Fingerprint& made_from, OctreeBodyModel model, bool is_static);
  ~OctreeDesign();

  const Fingerprint& made_from() const { return made_from_; }
  const ContactChoice& contact_surface() const { return model_.contact_surface; }
  OctreeSurface surface() const { return model_.surface; }
  // Without cuts.
  const LinkedVoxels& voxels() const { return model_.voxels; }
  bool is_adaptive() const { return model_.adaptive.has_value(); }
  // The parts of a body with these links and, if it is adaptive, wishes. Errors name the body.
  std::shared_ptr<const OctreeParts> parts(LinkedVoxels voxels, const CellWishes& wishes,
                                           const std::string& body) const;

  // How many cells these wishes give.
  Index cell_count(const LinkedVoxels& voxels, const CellWishes& wishes) const;

  // The parts after a small cut, with the same bits.
  std::shared_ptr<const OctreeParts> patched_parts(const OctreeParts& before, LinkedVoxels voxels,
                                                   const GridPatch& patch) const;
  // What the cut from one to the other changes; empty if it should not be patched. Free pieces of static bodies
  // are searched in the whole body, so these are never patched.
  std::optional<GridPatch> patch(const OctreeParts& before, const LinkedVoxels& voxels,
                                 const GridPatchParams& params) const;

  // What frames show of a body.
  struct Shown {
    FrameTopology topology;
    SplittingCubes splitting;
  };
  // Of a body without cuts; `rest` is that of its parts.
  std::shared_ptr<const Shown> shown_whole(const OctreeRest& rest) const;
  // Of any body. `splitting` is updated: if it is that of the body before a cut, only blocks around the cut are
  // split again.
  FrameTopology shown(const OctreeRest& rest, SplittingCubes& splitting) const {
    return topology_.of(rest, splitting);
  }
  // The surface of that, of a body that does not show its cells, before it is bound to them.
  SplitSurface split_surface(const OctreeRest& rest, SplittingCubes& splitting) const {
    return topology_.split(rest, splitting);
  }

 private:
  OctreeRest rest(LinkedVoxels voxels, const CellWishes& wishes, const std::string& body) const;
  void settle_free_pieces(OctreeRest& rest, const std::string& body) const;

  Fingerprint made_from_;
  OctreeBodyModel model_;
  bool is_static_;
  RefinementMarks marks_;
  OctreeTopology topology_;
};

}  // namespace sinew
