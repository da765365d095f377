#pragma once

#include <array>
#include <map>
#include <vector>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

class SignedDistance;  // sinew/meshing/signed_distance.h

// The box [0, size] (m) of cells, six tetrahedra each, all around the cell's diagonal from its lowest corner
// to its highest: neighbours fit, and refine_nested() gives such a box again. Nodes by x, then y, then z.
VolumeMesh box_mesh(const Vec3& size, const std::array<Index, 3>& cells);

// Tetrahedra that fill the inside of a surface, with their boundary on it: for a solid that is not part of a
// hierarchy. Makes about `target` of them (within a quarter; usually a tenth). Tips of limbs thinner than an
// element are dropped instead of becoming loose pieces. If this number of elements cannot follow
// the surface (a thin ring of 60 elements, a bicycle of 400) the result is a containing_mesh.
VolumeMesh tetrahedralize(const SurfaceMesh& surface, const SignedDistance& solid, Index target);

// Splits every tetrahedron into eight: a half-size copy at each corner, and the octahedron in the middle into
// four along its shortest diagonal ([Georgii05, fig. 1]). The nodes of the coarse mesh keep their numbers and
// come first. Node fields are averaged, element fields inherited. Child c of element t is 8 t + c.
VolumeMesh refine_nested(const VolumeMesh& mesh);

// The mesh refined this many times and all the meshes before it, from fine to coarse.
std::vector<VolumeMesh> nested_levels(VolumeMesh coarsest, int refinements);

// How many meshes a hierarchy has, and of which size.
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
