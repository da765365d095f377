#pragma once

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
  // The parts of the body with these links.
  std::shared_ptr<const OctreeParts> parts(LinkedVoxels voxels) const;
  const OctreeDesign& design() const { return *design_; }
  // What frames show of it.
  FrameTopology topology(const OctreeRest& rest);

 private:
  std::string body_;
  std::vector<Force> forces_;
  Placement placement_;
  std::shared_ptr<const OctreeDesign> design_;
  // What is shown now: as shared by bodies that were never cut, or its own splitting cubes.
  std::shared_ptr<const OctreeDesign::Shown> whole_;
  std::unique_ptr<SplittingCubes> splitting_;
};

}  // namespace sinew
