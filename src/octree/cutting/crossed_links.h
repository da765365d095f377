#pragma once

#include <span>

#include "model/blade.h"
#include "octree/grid/vertices.h"

namespace sinew {

// The links that a blade crosses in the current state of a body [Dick11, sec. 4.1], for LinkedVoxels::cut.
//
// A joined link runs from the centre of its lower voxel, by the middle of the voxels' common face, to the
// other centre; trilinear maps are linear along the axes, so that each half is straight. Of a link that is
// not joined each inside end has a piece of its own, which goes on by the map of its cell, beyond the face
// too, up to what the end sees already:
//
//     o-----|-----o   joined        o-----|---#   #-|-----o   cut before, at #       o : centres  | : face
//
// Gives back by key, once each, joined links that are crossed, with what either end sees first of the blade,
// and links that are not joined of which an end sees the blade nearer than what it saw, by more than
// rounding, with only that end. Normals are the blade's, brought back to rest: F^T n, of unit length. Which
// links are crossed is decided exactly (link_crossing.h); cells of any size are dealt with as they are. The
// blade must be valid. `positions` are those of the vertices, m, where the hanging ones follow their rows;
// `cut` is the id of the cut, 1 or more.
std::vector<CutLink> crossed_links(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                                   std::span<const Vec3> positions, const Blade& blade, std::int32_t cut);

}  // namespace sinew
