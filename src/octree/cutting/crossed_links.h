#pragma once

#include "octree/grid/vertex_positions.h"
#include "sinew/model/blade.h"

namespace sinew {

// The links that a blade crosses in the current state of a body [Dick11, sec. 4.1], for LinkedVoxels::cut.
//
// A joined link runs from the centre of its lower voxel, through the centre of the voxels' common face, to
// the other centre. Trilinear maps are linear along the axes, so each half is straight. If a link is not
// joined, each inside end has its own piece, which is extended by the map of its cell, beyond the face too,
// up to the cut that the end already sees:
//
//     o-----|-----o   joined        o-----|---#   #-|-----o   cut before, at #       o : centres  | : face
//
// Returns, sorted by key and each once: joined links that are crossed, with what either end sees first of the
// blade; and links that are not joined if the blade is nearer to an end than what it saw before, by more than
// rounding, with only that end. Normals are those of the blade, mapped to rest: F^T n, of unit length. Which
// links are crossed is decided exactly (link_crossing.h), for cells of any size. The blade must be valid.
// Hanging vertices are at their interpolated places; `cut` is the id of the cut, 1 or more.
std::vector<CutLink> crossed_links(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                                   const VertexPositions& positions, const Blade& blade, std::int32_t cut);

}  // namespace sinew
