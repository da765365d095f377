#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/disjoint_sets.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// For each tetrahedron its neighbours across the faces opposite corner 0..3; -1 at the boundary. If more than
// two meet at a face (an invalid mesh) they are paired in their order.
std::vector<std::array<Index, 4>> face_neighbours(std::span<const Tetrahedron> tetrahedra);

// The face-connected component of every tetrahedron.
Components face_components(const std::vector<std::array<Index, 4>>& neighbours);

// Splits hinges: parts of a mesh that are connected by a node or an edge alone would rotate about it. Gives
// each such part a node of its own, so that only faces connect. Returns how many nodes were added.
Index split_hinges(VolumeMesh& mesh);

}  // namespace sinew
