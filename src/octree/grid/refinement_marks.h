#pragma once

#include <functional>
#include <span>
#include <vector>

#include "elastic/material.h"
#include "octree/grid/cells.h"

namespace sinew {

// Grounds for refinement besides the boundary and cuts, as marks for balanced_cells(). Marks belong to the
// bricks of a lattice: cuts do not change them.

// Whether the block of 2^level voxels along each side with this lower corner must be split; level is 1 or 2.
using MustSplit = std::function<bool(const LatticePoint& lower, int level)>;
// Asks for every block with an inside voxel, from several threads at once.
RefinementMarks marks_where(const LinkedVoxels& voxels, const MustSplit& must_split);

// Blocks of 2 x 2 x 2 with an inside voxel for which `must_be_fine` holds, asked from several threads at
// once.
RefinementMarks marks_of_voxels(const LinkedVoxels& voxels,
                                const std::function<bool(const LatticePoint& voxel)>& must_be_fine);

// What either asks for.
RefinementMarks merged(RefinementMarks a, const RefinementMarks& b);

// The centres of the inside voxels at rest, m: brick by brick, within a brick by z, then y, then x.
std::vector<Vec3> voxel_centres(const LinkedVoxels& voxels);

// Where materials, one per inside voxel in the order of voxel_centres(), change: every inside voxel with
// another across one of its faces that differs in a property by more than `tolerance` of the larger value
// becomes a cell of its own. So a larger cell is of one material, and so is what lies behind its faces.
RefinementMarks material_jump_marks(const LinkedVoxels& voxels, std::span<const Material> materials,
                                    double tolerance = 0);

}  // namespace sinew
