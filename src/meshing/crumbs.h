#pragma once

#include <cstdint>
#include <span>

#include "mesh/triangle_tree.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

// The fraction of the largest piece's volume below which a piece may be a crumb.
inline constexpr double kCrumbShare = 0.05;

// If a limb is thinner than an element, its tip may come off as a small piece that nothing holds. Drops every
// face-connected piece of less than a twentieth of the largest one's volume whose part of the surface
// (connected triangles) has a larger piece already; each part keeps at least one. Returns how many elements
// were dropped. `tree` is that of the surface.
Index drop_crumbs(VolumeMesh& mesh, const SurfaceMesh& surface, const TriangleTree& tree);
// The same for the inside voxels; the size of a piece is its number of voxels. If `parted` is not empty it
// has a value for each voxel, whose bit i says that a gap thinner than a voxel separates it from the next one
// up axis i.
Index drop_crumbs(VoxelGrid& grid, const SurfaceMesh& surface, const TriangleTree& tree,
                  std::span<const std::uint8_t> parted = {});

}  // namespace sinew
