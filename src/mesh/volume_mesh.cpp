#include "sinew/mesh/volume_mesh.h"

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
  SurfaceMesh surface{mesh.positions, {}};
  for_each_face(sorted_element_faces(mesh.tetrahedra, mesh.hexahedra), [&](auto sides) {
    if (sides.size() > 1) return;
    const auto [nodes, element, face] = sides[0];
    if (element < mesh.tetrahedron_count()) {
      const Tetrahedron& t = mesh.tetrahedra[element];
      const auto& [a, b, c] = kTetrahedronFaces[face];
      surface.triangles.push_back({t[a], t[b], t[c]});
    } else {
      const Hexahedron& h = mesh.hexahedra[element - mesh.tetrahedron_count()];
      const auto& [a, b, c, d] = kHexahedronFaces[face];
      surface.triangles.push_back({h[a], h[b], h[c]});
      surface.triangles.push_back({h[a], h[c], h[d]});
    }
  });
  return surface;
}

std::vector<char> used_nodes(const VolumeMesh& mesh) {
  std::vector<char> used(mesh.positions.size(), 0);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const Index v : t) used[v] = 1;
  for (const Hexahedron& h : mesh.hexahedra)
    for (const Index v : h) used[v] = 1;
  return used;
}

Index drop_unused_nodes(VolumeMesh& mesh) {
  const std::vector<char> used = used_nodes(mesh);
  std::vector<Index> renumbered(mesh.positions.size(), -1);
  Index kept = 0;
  for (Index v = 0; v < mesh.node_count(); ++v) {
    if (used[v] == 0) continue;
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
