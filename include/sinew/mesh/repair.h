#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sinew/mesh/mesh_file.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// What a repair may do.
struct RepairOptions {
  double weld_tolerance = 0;  // vertices this near become one, in units of the mesh; 0: exactly equal ones
};

// How many triangles a repair dropped because they were there more than once.
struct DroppedDuplicates {
  Index copies = 0;     // dropped copies of a triangle that stays
  Index cancelled = 0;  // dropped triangles of back-to-back pairs, of which none stays
};

// What a repair found out about the orientation of triangles, and changed.
struct OrientationReport {
  Index turned_to_neighbours = 0;  // triangles oriented against most of their patch
  Index turned_outward = 0;        // triangles of shells that were inside out as a whole
  Index cavities = 0;              // closed shells that face inward inside another, kept as holes in it
  Index nested_solids = 0;         // closed shells that face outward inside another, kept as they are
  Index one_sided_patches = 0;     // such as a Moebius strip: left as they are
};

// What a repair did.
struct RepairReport {
  Index welded_vertices = 0;
  Index dropped_degenerate_triangles = 0;
  Index kept_degenerate_triangles = 0;  // without area, but holding the surface together
  DroppedDuplicates duplicates;
  Index dropped_vertices = 0;  // used by no triangle, before or after the other repairs
  OrientationReport orientation;
  std::vector<std::string> notes;  // in plain words: what was wrong, what was done, what was assumed

  // Whether the mesh is another one than before.
  bool changed() const {
    return welded_vertices + dropped_degenerate_triangles + duplicates.copies + duplicates.cancelled +
               dropped_vertices + orientation.turned_to_neighbours + orientation.turned_outward >
           0;
  }
};

// Welds equal vertices, drops degenerate and duplicate triangles and unused vertices, and orients the rest
// consistently and outward. A triangle without area whose three edges all have
// another triangle is kept: without it, its neighbours would be disconnected. No vertex moves, nothing is
// added, holes stay. A clean mesh keeps every bit, and a repaired one is clean.
RepairReport repair(SurfaceMesh& mesh, const RepairOptions& options = {});

// The surface of a mesh file: its triangles or, if the file has a volume, the boundary of its elements
// (triangles in a volume file are often interior element faces, or parts of the boundary).
SurfaceMesh surface_of(const MeshFile& file);

// Reads and repairs a surface. Warnings of the reader, repairs and assumptions are added to `notes`. Throws
// Error if the file cannot be read or has no triangles left.
SurfaceMesh load_surface(const std::filesystem::path& path, std::vector<std::string>& notes,
                         const RepairOptions& options = {});

}  // namespace sinew
