#pragma once

#include "octree/grid/refinement_marks.h"
#include "sinew/base/placement.h"
#include "sinew/model/motion.h"

namespace sinew {

// What holds choose of an adaptive body must not change with its cells: blocks with a point in a region (a corner of one of
// their voxels) are split. `by_faces`: unless these points are whole faces of the block, whose corners then hold all of
// them.
//
//     #---o---o      Left: the region (#) has one side of the block, which may be a cell. Right: it has less than a
//     #   o   o      side, and the block is split.          #---#---o
//     #---o---o                                             o   o   o
RefinementMarks marks_of_holds(const LinkedVoxels& voxels, std::span<const RegionHold> holds,
                               const Placement& placement, bool by_faces);

}  // namespace sinew
