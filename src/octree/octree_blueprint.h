#pragma once

#include "octree/adaptive_surface.h"
#include "octree/octree_design.h"
#include "sinew/octree/octree_body.h"
#include "sinew/stepping/elastic_params.h"

namespace sinew {

// How one body of cells is made, whatever its cuts: the design that it shares with equal bodies, and what it
// keeps from cut to cut.
class OctreeBlueprint {
 public:
  // Throws Error as OctreeBody does.
  OctreeBlueprint(std::string body, OctreeBodyModel model, const ElasticParams& params);

  const std::vector<Force>& forces() const { return forces_; }
  const Placement& placement() const { return placement_; }
  // Without cuts.
  const LinkedVoxels& voxels() const { return design_->voxels(); }
  // The parts of the body with these links, and with the wishes that are kept or these.
  std::shared_ptr<const OctreeParts> parts(LinkedVoxels voxels) const {
    return parts(std::move(voxels), wishes_);
  }
  std::shared_ptr<const OctreeParts> parts(LinkedVoxels voxels, const CellWishes& wishes) const;
  // Of a body that is not adaptive: none.
  const CellWishes& wishes() const { return wishes_; }
  void keep(CellWishes wishes) { wishes_ = std::move(wishes); }
  const OctreeDesign& design() const { return *design_; }
  // What frames show of it.
  FrameTopology topology(const OctreeRest& rest);
  // Of an adaptive body, after topology(): what it shows and collides by, whatever its cells. Else null.
  const std::shared_ptr<AdaptiveSurface>& adaptive_surface() const { return adaptive_surface_; }

 private:
  FrameTopology adaptive_topology(const OctreeRest& rest);

  std::string body_;
  std::vector<Force> forces_;
  Placement placement_;
  std::shared_ptr<const OctreeDesign> design_;
  // What is shown now: as shared by bodies that were never cut, or its own splitting cubes.
  std::shared_ptr<const OctreeDesign::Shown> whole_;
  std::unique_ptr<SplittingCubes> splitting_;
  CellWishes wishes_;
  std::shared_ptr<AdaptiveSurface> adaptive_surface_;
};

}  // namespace sinew
