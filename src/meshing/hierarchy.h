#pragma once

#include <map>
#include <vector>

#include "mesh/tetrahedron_quality.h"
#include "mesh/volume_mesh.h"
#include "meshing/signed_distance.h"

namespace sinew {

struct HierarchyParams {
  int levels = 6;
  Index finest = 0;      // tetrahedra of level 0; 0 asks for a ratio of 4 from the coarsest upward
  Index coarsest = 100;  // tetrahedra of the last level
  std::map<int, VolumeMesh> given = {};  // meshes of the user's own, by level
};

// Properties of a level, compared with the surface that it contains.
struct LevelReport {
  Index tetrahedra = 0, nodes = 0;
  double volume = 0;
  DihedralRange dihedral;      // degrees, over all elements
  Index vertices_outside = 0;  // of the surface
  Index pieces = 0;            // face-connected
  double seconds = 0;          // wall time, with other levels built in parallel
  bool given = false;
};

// Meshes from fine (level 0) to coarse, none nested in another, each containing every vertex of the surface
// ([Otaduy07, sec. 4.1], [Georgii05, sec. 3.2.1]; their M_1 is level 0 here).
struct MeshHierarchy {
  std::vector<VolumeMesh> levels;
  std::vector<LevelReport> reports;
};

// Sizes decrease by the same ratio from level to level. A user's mesh is used as it is; if vertices of the
// surface are outside of it, its report says so.
MeshHierarchy build_hierarchy(const SurfaceMesh& surface, const SignedDistance& solid,
                              const HierarchyParams& params);

// The report on any mesh as a level for this surface; the caller sets `seconds` and `given`.
LevelReport report_on(const VolumeMesh& mesh, const SurfaceMesh& surface);

// Number of tetrahedra asked for at each level.
std::vector<Index> level_targets(const HierarchyParams& params);

}  // namespace sinew
