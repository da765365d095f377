#pragma once

#include "base/random.h"
#include "mesh/test_surfaces.h"

// Surfaces in motion, for searches that are compared with brute force.
namespace sinew::test {

inline std::vector<Vec3> moved(std::span<const Vec3> positions, const Vec3& by) {
  std::vector<Vec3> result(positions.begin(), positions.end());
  for (Vec3& p : result) p += by;
  return result;
}

// Each vertex goes its own way, up to `most` along each axis.
inline std::vector<Vec3> shaken(std::span<const Vec3> positions, double most, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> result(positions.begin(), positions.end());
  for (Vec3& p : result) p += random.in_box({-most, -most, -most}, {most, most, most});
  return result;
}

// Around the paths of some vertices.
inline Box3 swept_box(std::span<const Index> vertices, std::span<const Vec3> start, std::span<const Vec3> end,
                      double margin) {
  Box3 box;
  for (const Index v : vertices) box.extend(start[v]), box.extend(end[v]);
  return box.inflated(margin);
}

// Equal corners; one that a triangle repeats counts twice.
inline int shared_vertices(const Triangle& s, const Triangle& t) {
  int count = 0;
  for (const Index v : s)
    for (const Index w : t) count += v == w;
  return count;
}

// An open sheet, a fin of three triangles at one edge, a triangle squeezed to a segment, and a lone vertex.
inline SurfaceMesh odd_surface() {
  SurfaceMesh mesh;
  constexpr Index n = 6;
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j <= n; ++j) mesh.positions.push_back({0.3 * i, 0.3 * j, 0.05 * ((3 * i + 5 * j) % 4)});
  auto at = [](Index i, Index j) { return i * (n + 1) + j; };
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  const Index tip = mesh.vertex_count();
  mesh.positions.push_back({0.5, 0.5, 0.6});
  mesh.positions.push_back({0.9, 0.4, 0.5});
  mesh.positions.push_back({1, 1, 1});
  mesh.triangles.push_back({at(2, 2), at(3, 3), tip});
  mesh.triangles.push_back({tip, tip + 1, tip});
  return mesh;
}

}  // namespace sinew::test
