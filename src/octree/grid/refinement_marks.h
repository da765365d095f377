#pragma once

#include <functional>
#include <span>
#include <vector>

#include "octree/grid/cells.h"
#include "sinew/elastic/material.h"

namespace sinew {

// Reasons for refinement besides the boundary and cuts, as marks for balanced_cells(). Marks belong to the
// bricks of a lattice; cuts do not change them.

// Whether the block of 2^level voxels along each side with this lower corner must be split; level is 1 or 2.
using MustSplit = std::function<bool(const LatticePoint& lower, int level)>;
// Calls must_split for every block with an inside voxel, from several threads.
RefinementMarks marks_where(const LinkedVoxels& voxels, const MustSplit& must_split);

// Marks blocks of 2 x 2 x 2 with an inside voxel for which `must_be_fine` holds; it is called from several
// threads.
RefinementMarks marks_of_voxels(const LinkedVoxels& voxels,
                                const std::function<bool(const LatticePoint& voxel)>& must_be_fine);

// The union of both; the boundary may be coarse if one of them says so.
RefinementMarks merged(RefinementMarks a, const RefinementMarks& b);

// The centres of the inside voxels at rest, m: brick by brick, within a brick by z, then y, then x.
std::vector<Vec3> voxel_centres(const LinkedVoxels& voxels);

// Refines where materials change, given one per inside voxel in the order of voxel_centres(): every inside
// voxel with a neighbour across a face that differs in a property by more than `tolerance` of the larger
// value becomes a cell of its own. A larger cell thus has one material, and so have the voxels beyond its
// faces.
RefinementMarks material_jump_marks(const LinkedVoxels& voxels, std::span<const Material> materials,
                                    double tolerance = 0);

}  // namespace sinew
