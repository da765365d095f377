#pragma once

#include <string>
#include <vector>

#include "mesh/duplicate_triangles.h"
#include "mesh/orient.h"
#include "mesh/surface_mesh.h"

namespace sinew {

struct RepairOptions {
  double weld_tolerance = 0;  // vertices this near become one, in units of the mesh; 0: exactly equal ones
};

struct RepairReport {
  Index welded_vertices = 0;
  Index dropped_degenerate_triangles = 0;
  Index kept_degenerate_triangles = 0;  // without area, but holding the surface together
  DroppedDuplicates duplicates;
  Index dropped_vertices = 0;  // used by no triangle, before or after the other repairs
  OrientationReport orientation;
  std::vector<std::string> notes;  // in plain words: what was wrong, what was done, what was assumed

  bool changed() const {
    return welded_vertices + dropped_degenerate_triangles + duplicates.copies + duplicates.cancelled +
               dropped_vertices + orientation.turned_to_neighbours + orientation.turned_outward >
           0;
  }
};

// Welds equal vertices, drops degenerate and duplicate triangles and unused vertices, and orients the rest
// (duplicate_triangles.h and orient.h have the rules). A triangle without area whose three edges all have
// another triangle is kept: without it, its neighbours would be disconnected. No vertex moves, nothing is
// added, holes stay. A clean mesh keeps every bit, and a repaired one is clean.
RepairReport repair(SurfaceMesh& mesh, const RepairOptions& options = {});

}  // namespace sinew
