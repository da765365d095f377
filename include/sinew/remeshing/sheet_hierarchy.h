#pragma once

#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Levels of a sheet of triangles (Sheet, sinew/tet/tet_body.h) from fine (level 0) to coarse, for multigrid.

// Nested, as the cloth of [Georgii05, table 1] is made from two triangles: every triangle of a level is four
// of the next finer one (subdivide_midpoint), whose first vertices are the coarser level's. Inside a coarse
// square all diagonals run as its own does: bending costs least so, since rows are shorter than with diagonals
// that alternate.
std::vector<SurfaceMesh> nested_sheet_levels(const SurfaceMesh& coarsest, int levels);

// Not nested: the given mesh, open or closed, and meshes decimated from it, whose numbers of triangles
// decrease by the same ratio down to about `coarsest`. The border keeps its position as far as its corners
// require. There are fewer levels if a mesh allows no further decimation. Throws Error as decimate() does.
std::vector<SurfaceMesh> sheet_levels(const SurfaceMesh& fine, int levels, Index coarsest);

}  // namespace sinew
