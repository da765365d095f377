#pragma once

#include <memory>

#include "body/frame.h"
#include "octree/grid/octree_rest.h"
#include "octree/octree_body_model.h"
#include "octree/surface/splitting_cubes.h"

namespace sinew {

class ClippableSurface;
class TriangleTree;

// Makes what frames show of an octree: its cells, and a surface bound to them. It keeps what it can use again
// after a cut.
class OctreeTopology {
 public:
  // `own` is the surface that the voxels were made from.
  OctreeTopology(OctreeSurface surface, SurfaceMesh own, const Lattice& lattice);
  ~OctreeTopology();
  OctreeTopology(OctreeTopology&&) noexcept;

  FrameTopology of(const OctreeRest& rest);

 private:
  OctreeSurface surface_;
  SplittingCubes splitting_;
  std::unique_ptr<const TriangleTree> boundary_;  // of the surface that the voxels were made from
  std::unique_ptr<const ClippableSurface> own_surface_;
};

}  // namespace sinew
