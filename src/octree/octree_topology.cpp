#include "octree/octree_topology.h"

#include <utility>

#include "body/frame_elements.h"
#include "mesh/triangle_tree.h"
#include "octree/surface/clipped_surface.h"
#include "octree/surface/snap_to_boundary.h"
#include "octree/surface/surface_bindings.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

FrameElements elements_of(const OctreeRest& rest) {
  FrameElements elements;
  elements.rest_positions = rest.positions;
  elements.hexahedra = cell_hexahedra(rest.grid);
  elements.levels.reserve(rest.grid.cells.places.size());
  for (const CellPlace& place : rest.grid.cells.places) elements.levels.push_back(place.level);
  return elements;
}

// The boundary of the cells, which follows its own vertices.
FrameTopology show_cells(const OctreeRest& rest) {
  FrameSurface surface{{rest.positions, boundary_triangles(rest.grid)}, {}};
  for (const CutLink& link : rest.grid.voxels.cut_links())
    for (const LinkEnd* end : {&link.lower, &link.upper})
      if (end->cut >= 0) surface.cuts.insert(surface.cuts.end(), 2, end->cut);
  Embedding embedding = embed_in_own_nodes(surface.mesh);
  return make_topology(std::move(surface), std::move(embedding), elements_of(rest));
}

FrameTopology show_split(const OctreeRest& rest, const SplitSurface& split) {
  FrameSurface surface{split.mesh, {}};
  for (const std::int32_t cut : split.cuts) surface.cuts.push_back(std::max(cut, 0));
  return make_topology(std::move(surface),
                       bind_surface(rest.grid.voxels, rest.grid.cells, rest.grid.vertices, split),
                       elements_of(rest));
}

}  // namespace

OctreeTopology::OctreeTopology(OctreeSurface surface, SurfaceMesh own, const Lattice& lattice)
    : surface_(surface) {
  if (surface != OctreeSurface::kCells) boundary_ = std::make_unique<TriangleTree>(own);
  if (surface == OctreeSurface::kOwn)
    own_surface_ = std::make_unique<ClippableSurface>(std::move(own), lattice);
}

OctreeTopology::~OctreeTopology() = default;
OctreeTopology::OctreeTopology(OctreeTopology&&) noexcept = default;

FrameTopology OctreeTopology::of(const OctreeRest& rest, SplittingCubes& splitting) const {
  const ProfileZone zone("surface");
  if (surface_ == OctreeSurface::kCells) return show_cells(rest);
  SplitSurface split = splitting.update(rest.grid.voxels);
  snap_to_boundary(split, *boundary_, rest.grid.voxels.lattice().spacing);
  if (own_surface_) split = own_surface_->clipped(rest.grid.voxels, rest.grid.cells, split);
  return show_split(rest, split);
}

}  // namespace sinew
