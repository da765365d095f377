#pragma once

#include <cstdint>

#include "octree/cutting/stroke_tip.h"
#include "sinew/body/body.h"

namespace sinew {

// A state with more cuts is damaged.
constexpr std::int64_t kMostCuts = 1 << 30;

// Converts tips to an array of a body's state, called "stroke tips", and back. Throws Error if the values are
// not valid tips in these voxels.
StateArray state_array(std::span<const StrokeTip> tips);
std::vector<StrokeTip> stroke_tips_of(std::span<const double> values, const LinkedVoxels& voxels,
                                      const std::string& body);

}  // namespace sinew
