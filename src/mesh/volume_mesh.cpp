#include "mesh/volume_mesh.h"

#include <algorithm>
#include <cmath>

#include "mesh/element_faces.h"

namespace sinew {

namespace {

// Volume of a trilinear cell: the integral of the Jacobian's determinant, exact with 2x2x2 Gauss points.
double hexahedron_volume(const VolumeMesh& mesh, const Hexahedron& h) {
  constexpr int kSign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                               {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  const double g = 1 / std::sqrt(3.0);
  double volume = 0;
  for (const auto& point : kSign) {
    Vec3 column[3];
    for (int corner = 0; corner < 8; ++corner)
      for (int axis = 0; axis < 3; ++axis) {
        double weight = kSign[corner][axis] / 8.0;
        for (int other = 0; other < 3; ++other)
          if (other != axis) weight *= 1 + kSign[corner][other] * g * point[other];
        column[axis] += weight * mesh.positions[h[corner]];
      }
    volume += dot(cross(column[0], column[1]), column[2]);
  }
  return volume;
}

}  // namespace

double tetrahedron_volume(const VolumeMesh& mesh, Index t) {
  const auto [a, b, c, d] = mesh.corners(t);
  return six_volume(a, b, c, d) / 6;
}

double total_volume(const VolumeMesh& mesh) {
  double volume = 0;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) volume += tetrahedron_volume(mesh, t);
  for (const Hexahedron& h : mesh.hexahedra) volume += hexahedron_volume(mesh, h);
  return volume;
}

SurfaceMesh boundary_surface(const VolumeMesh& mesh) {
  const std::vector<ElementFace> faces = sorted_element_faces(mesh);
  SurfaceMesh surface{mesh.positions, {}};
  for (std::size_t begin = 0, end; begin < faces.size(); begin = end) {
    for (end = begin + 1; end < faces.size() && faces[end].sorted == faces[begin].sorted;) ++end;
    if (end - begin != 1) continue;
    const auto& [a, b, c, d] = faces[begin].corners;
    surface.triangles.push_back({a, b, c});
    if (faces[begin].corner_count == 4) surface.triangles.push_back({a, c, d});
  }
  return surface;
}

Index drop_unused_nodes(VolumeMesh& mesh) {
  std::vector<Index> renumbered(mesh.positions.size(), -1);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const Index v : t) renumbered[v] = 0;
  for (const Hexahedron& h : mesh.hexahedra)
    for (const Index v : h) renumbered[v] = 0;
  Index kept = 0;
  for (Index v = 0; v < mesh.node_count(); ++v) {
    if (renumbered[v] < 0) continue;
    mesh.positions[kept] = mesh.positions[v];
    for (Field& field : mesh.node_fields)
      std::copy_n(field.values.begin() + std::ptrdiff_t{v} * field.components, field.components,
                  field.values.begin() + std::ptrdiff_t{kept} * field.components);
    renumbered[v] = kept++;
  }
  const Index dropped = mesh.node_count() - kept;
  mesh.positions.resize(kept);
  for (Field& field : mesh.node_fields) field.values.resize(std::size_t(kept) * field.components);
  for (Tetrahedron& t : mesh.tetrahedra)
    for (Index& v : t) v = renumbered[v];
  for (Hexahedron& h : mesh.hexahedra)
    for (Index& v : h) v = renumbered[v];
  return dropped;
}

}  // namespace sinew
