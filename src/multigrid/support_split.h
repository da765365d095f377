#pragma once

#include "linalg/block_matrix.h"
#include "multigrid/interpolation.h"

namespace sinew {

// A coarse node moves all fine nodes around it, even those of another limb across a gap. It thus couples
// separate parts: two ears could not move relative to each other on the coarse level. Here it is split into
// one copy for each connected piece of the fine nodes that follow it:
//
//      |   |   |   |      Both ears follow J, since J's elements reach across the gap. The fine nodes of its
//      | o | J | o |      support are connected only outside of it, so J is split in two: one for the left
//      | o |   | o |      ear and one for the right.
//
// `coupled` says which fine nodes are connected. Fine nodes that are coupled to no other follow no coarse
// node afterwards, since a coarse level would only couple them to others. Sets `copy_of`: for each copy, its
// original coarse node. ([Dick11, sec. 4] splits the cells of an octree at cuts for the same reason.)
Interpolation split_by_support(const Interpolation& P, const BlockPattern& coupled,
                               std::vector<Index>& copy_of);

}  // namespace sinew
