#pragma once

#include "mesh/volume_mesh.h"

namespace sinew {

// Splits every tetrahedron into eight: a half-size copy at each corner, and the octahedron in the middle into
// four along its shortest diagonal ([Georgii05, fig. 1]). The nodes of the coarse mesh keep their numbers and
// come first. Node fields are averaged, element fields inherited. Child c of element t is 8 t + c.
VolumeMesh refine_nested(const VolumeMesh& mesh);

// The mesh refined this many times and all the meshes before it, from fine to coarse.
std::vector<VolumeMesh> nested_levels(VolumeMesh coarsest, int refinements);

}  // namespace sinew
