#pragma once

#include <array>
#include <string>
#include <vector>

#include "sinew/base/geometry.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Four nodes by their numbers.
using Tetrahedron = std::array<Index, 4>;
// Corners in the order of VTK and Gmsh: the lower face counter-clockwise seen from above, then the upper.
using Hexahedron = std::array<Index, 8>;

// A field of a mesh: `components` values for each node or each element, tuple after tuple; values of elements
// are those of the tetrahedra first, then of the hexahedra.
struct Field {
  std::string name;
  int components = 1;
  std::vector<double> values;
};

// Tetrahedra and hexahedra over shared nodes, in the unit of their source. A tetrahedron (a, b, c, d) has
// positive volume when dot(cross(b - a, c - a), d - a) > 0; files may contain inverted ones.
struct VolumeMesh {
  std::vector<Vec3> positions;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<Hexahedron> hexahedra;
  std::vector<Field> node_fields, element_fields;

  Index node_count() const { return static_cast<Index>(positions.size()); }
  Index tetrahedron_count() const { return static_cast<Index>(tetrahedra.size()); }
  Index hexahedron_count() const { return static_cast<Index>(hexahedra.size()); }
  Index element_count() const { return tetrahedron_count() + hexahedron_count(); }
  // The positions of the corners of tetrahedron t.
  std::array<Vec3, 4> corners(Index t) const {
    const auto& [a, b, c, d] = tetrahedra[t];
    return {positions[a], positions[b], positions[c], positions[d]};
  }
};

// The smallest box around all nodes, used or not.
inline Box3 bounding_box(const VolumeMesh& mesh) { return bounding_box(mesh.positions); }

// Negative for an inverted tetrahedron.
double tetrahedron_volume(const VolumeMesh& mesh, Index t);
// Sum over all elements (hexahedra as trilinear cells).
double total_volume(const VolumeMesh& mesh);
// The faces that belong to one element only, outward oriented (quadrilaterals in two triangles), over the
// same nodes: its vertex numbers are node numbers.
SurfaceMesh boundary_surface(const VolumeMesh& mesh);
// 1 for every node that an element uses, 0 for the others.
std::vector<char> used_nodes(const VolumeMesh& mesh);
// Leaves out nodes that no element uses, and their values; the order of the others is kept. Returns how many
// were dropped.
Index drop_unused_nodes(VolumeMesh& mesh);

// The smallest and the largest dihedral angle of tetrahedra, degrees.
struct DihedralRange {
  double least = 180, most = 0;

  // Grows to contain the other range.
  void extend(const DihedralRange& other) {
    least = other.least < least ? other.least : least;
    most = other.most > most ? other.most : most;
  }
};

}  // namespace sinew
