#include "octree/octree_topology.h"

#include <algorithm>
#include <utility>

#include "body/frame_elements.h"
#include "mesh/triangle_tree.h"
#include "octree/surface/clipped_surface.h"
#include "octree/surface/kerf.h"
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

bool has_cuts(std::span<const std::int32_t> cuts) {
  return std::ranges::any_of(cuts, [](std::int32_t cut) { return cut > 0; });
}

// Vertices that do not lie at corners of cells any more, each bound to a cell that had it.
Embedding bind_moved_corners(const OctreeRest& rest, std::span<const Vec3> positions) {
  const auto& [voxels, cells, vertices, unknowns, hull, filled] = rest.grid;
  std::vector<LatticePoint> voxel(positions.size());
  for (Index c = 0; c < cells.count(); ++c)
    for (const Index v : vertices.corners[c]) voxel[v] = cells.places[c].lower();
  return bind_to_cells(voxels, cells, vertices, positions, voxel);
}

// The boundary of the cells, which follows its own vertices.
FrameTopology show_cells(const OctreeRest& rest) {
  FrameSurface surface{{rest.positions, boundary_triangles(rest.grid)}, {}};
  for (const CutLink& link : rest.grid.voxels.cut_links())
    for (const LinkEnd* end : {&link.lower, &link.upper})
      if (end->cut >= 0) surface.cuts.insert(surface.cuts.end(), 2, end->cut);
  Embedding embedding;
  if (has_cuts(surface.cuts)) {
    const double voxel = rest.grid.voxels.lattice().spacing;
    surface.mesh.positions = with_kerf(surface.mesh, surface.cuts, kKerf * voxel);
    embedding = bind_moved_corners(rest, surface.mesh.positions);
  } else {
    embedding = embed_in_own_nodes(surface.mesh);
  }
  return make_topology(std::move(surface), std::move(embedding), elements_of(rest));
}

}  // namespace

FrameTopology show_split(const OctreeRest& rest, const SplitSurface& split) {
  FrameSurface surface{split.mesh, {}};
  for (const std::int32_t cut : split.cuts) surface.cuts.push_back(std::max(cut, 0));
  return make_topology(std::move(surface),
                       bind_surface(rest.grid.voxels, rest.grid.cells, rest.grid.vertices, split),
                       elements_of(rest));
}

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
  return surface_ == OctreeSurface::kCells ? show_cells(rest) : show_split(rest, split(rest, splitting));
}

SplitSurface OctreeTopology::split(const OctreeRest& rest, SplittingCubes& splitting) const {
  SplitSurface split = splitting.update(rest.grid.voxels);
  snap_to_boundary(split, *boundary_, rest.grid.voxels.lattice().spacing);
  if (own_surface_) split = own_surface_->clipped(rest.grid.voxels, rest.grid.cells, split);
  if (has_cuts(split.cuts))
    split.mesh.positions = with_kerf(split.mesh, split.cuts, kKerf * rest.grid.voxels.lattice().spacing);
  return split;
}

}  // namespace sinew
