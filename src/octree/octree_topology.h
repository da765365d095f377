#pragma once

#include <memory>

#include "octree/grid/octree_rest.h"
#include "octree/surface/splitting_cubes.h"
#include "sinew/body/frame.h"
#include "sinew/octree/octree_body.h"

namespace sinew {

class ClippableSurface;
class TriangleTree;

// Makes what frames show of an octree: its cells, and a surface bound to them.
class OctreeTopology {
 public:
  // `own` is the surface that the voxels were made from.
  OctreeTopology(OctreeSurface surface, SurfaceMesh own, const Lattice& lattice);
  ~OctreeTopology();
  OctreeTopology(OctreeTopology&&) noexcept;

  // `splitting` keeps what can be reused after a cut.
  FrameTopology of(const OctreeRest& rest, SplittingCubes& splitting) const;
  // The surface of that, of a body that does not show its cells, before it is bound to them.
  SplitSurface split(const OctreeRest& rest, SplittingCubes& splitting) const;

 private:
  OctreeSurface surface_;
  std::unique_ptr<const TriangleTree> boundary_;  // the surface from which the voxels were made
  std::unique_ptr<const ClippableSurface> own_surface_;
};

// A frame's topology with this surface, bound to the cells.
FrameTopology show_split(const OctreeRest& rest, const SplitSurface& split);

}  // namespace sinew
