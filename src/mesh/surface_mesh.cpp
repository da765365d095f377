#include "sinew/mesh/surface_mesh.h"

namespace sinew {

void append(SurfaceMesh& mesh, const SurfaceMesh& part) {
  const Index offset = mesh.vertex_count();
  mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
  for (const auto& [a, b, c] : part.triangles) mesh.triangles.push_back({a + offset, b + offset, c + offset});
}

double signed_volume(const SurfaceMesh& mesh) {
  // Measured from the box's centre, so that a body far from the origin loses no digits.
  const Vec3 origin = bounding_box(mesh).center();
  double six = 0;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    six += dot(a - origin, cross(b - origin, c - origin));
  }
  return six / 6;
}

double surface_area(const SurfaceMesh& mesh) {
  double twice = 0;
  for (Index t = 0; t < mesh.triangle_count(); ++t) twice += norm(mesh.area_vector(t));
  return twice / 2;
}

std::vector<char> used_vertices(const SurfaceMesh& mesh) {
  std::vector<char> used(mesh.positions.size(), 0);
  for (const Triangle& t : mesh.triangles)
    for (const Index v : t) used[v] = 1;
  return used;
}

Index drop_unused_vertices(SurfaceMesh& mesh) {
  const std::vector<char> used = used_vertices(mesh);
  std::vector<Index> renumbered(mesh.positions.size(), -1);
  Index kept = 0;
  for (Index v = 0; v < mesh.vertex_count(); ++v) {
    if (used[v] == 0) continue;
    mesh.positions[kept] = mesh.positions[v];
    renumbered[v] = kept++;
  }
  const Index dropped = mesh.vertex_count() - kept;
  mesh.positions.resize(kept);
  for (Triangle& t : mesh.triangles)
    for (Index& v : t) v = renumbered[v];
  return dropped;
}

}  // namespace sinew
