#pragma once

#include "body/body.h"
#include "octree/cut_front.h"

namespace sinew {

// Fronts as an array of a body's state, called "cut fronts", and back. Throws Error where the values are no
// fronts in these voxels.
StateArray state_array(std::span<const CutFront> fronts);
std::vector<CutFront> cut_fronts_of(std::span<const double> values, const LinkedVoxels& voxels,
                                    const std::string& body);

}  // namespace sinew
