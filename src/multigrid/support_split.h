#pragma once

#include "linalg/block_matrix.h"
#include "multigrid/interpolation.h"

namespace sinew {

// A coarse node moves all fine nodes around it, even those of another limb across a gap, and so ties together
// what is apart: two ears that cannot move against each other on the coarse level. Here it becomes one copy
// for each connected piece of the fine nodes that follow it:
//
//        |   |   |   |               Both ears follow J while J's elements reach across the gap. Where the
//        fine | o | J | o |      ->       nodes of its support hang together only outside of it, J is split
//        in two, | o |   | o |               one for the left ear and one for the right.
//
// `coupled` says which fine nodes hang together. Fine nodes coupled to none follow no coarse node afterwards:
// a coarse level would only tie them to others. Adds the place of each copy to `copy_of`: the coarse node it
// is one of. ([Dick11, sec. 4] splits the cells of an octree at cuts for the same reason.)
Interpolation split_by_support(const Interpolation& P, const BlockPattern& coupled,
                               std::vector<Index>& copy_of);

}  // namespace sinew
