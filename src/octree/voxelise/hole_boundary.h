#pragma once

#include <span>
#include <vector>

#include "octree/grid/linked_voxels.h"

namespace sinew {

// The boundary across the holes of a dirty surface: for links from an inside voxel to an outside one that
// meet no triangle, finds the place where the winding number, taken as linear along the link, falls to one
// half, and the direction in which it falls. A hole is thus closed by a smooth sheet.
std::vector<CutLink> hole_boundary(const SignedDistance& solid, const Lattice& lattice,
                                   std::span<const CutLink> links);

}  // namespace sinew
