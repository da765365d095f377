#pragma once

#include "octree/grid/octree_rest.h"
#include "octree/grid/refinement_marks.h"
#include "octree/octree_topology.h"
#include "sinew/octree/octree_body.h"
#include "sinew/stepping/elastic_params.h"

namespace sinew {

// How a body of cells is made, whatever its cuts: its model, and what can be reused from cut to cut.
class OctreeBlueprint {
 public:
  // Throws Error as OctreeBody does.
  OctreeBlueprint(std::string body, OctreeBodyModel model, const ElasticParams& params);

  const OctreeBodyModel& model() const { return model_; }
  // The body at rest for these links.
  OctreeRest rest(LinkedVoxels voxels) const;
  // What frames show of it.
  FrameTopology topology(const OctreeRest& rest) { return shown_.of(rest); }

 private:
  void settle_free_pieces(OctreeRest& rest) const;

  std::string body_;
  OctreeBodyModel model_;
  RefinementMarks marks_;
  bool is_static_;
  OctreeTopology shown_;
};

}  // namespace sinew
