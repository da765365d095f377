#pragma once

#include <limits>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

struct DecimationParams {
  Index target_triangles = 0;                                  // stop at this many, or one less
  double max_error = std::numeric_limits<double>::infinity();  // length, in the mesh's unit: see below
  double max_turn_degrees = 60;  // no collapse turns a triangle's normal further than this
  double min_quality = 0.1;      // no collapse makes a triangle worse than this (1 is equilateral)
};

struct DecimationResult {
  SurfaceMesh mesh;
  double max_error = 0;  // largest root mean square distance of a new vertex to the planes of its quadric
  Index collapses = 0;
  Index fixed_vertices = 0;  // kept because the surface is not an oriented manifold there
  bool reached_target = false;
};

// Collapses edges, cheapest first by area-weighted quadrics [Garland, Heckbert 1997], until the target count
// or until every further collapse would pass max_error. Manifoldness, genus, components and boundary loops
// are kept; a boundary moves only along itself, as far as its own quadrics allow. Vertices of the input that
// are not manifold keep their place and their triangles. Vertices that no triangle uses are left out. The
// same input gives the same bits. Throws Error if an index is out of range, a position is not finite, or a
// parameter is invalid.
DecimationResult decimate(const SurfaceMesh& surface, const DecimationParams& params);

}  // namespace sinew
