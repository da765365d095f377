#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

// Small surfaces with known topology, all closed ones oriented outward.
namespace sinew::test {

// A torus of n x m quadrilaterals, its ring around z.
inline SurfaceMesh torus(Index n, Index m, double ring = 2, double tube = 0.7) {
  SurfaceMesh mesh;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      const double u = 2 * std::numbers::pi * i / n, v = 2 * std::numbers::pi * j / m;
      const double r = ring + tube * std::cos(v);
      mesh.positions.push_back({r * std::cos(u), r * std::sin(u), tube * std::sin(v)});
    }
  auto at = [&](Index i, Index j) { return (i % n) * m + j % m; };
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return mesh;
}

// Rings of n vertices between two poles.
inline SurfaceMesh sphere(Index n, double radius = 1, const Vec3& center = {}) {
  SurfaceMesh mesh;
  const Index rings = n / 2;
  mesh.positions.push_back(center + Vec3{0, 0, -radius});
  for (Index i = 1; i < rings; ++i)
    for (Index j = 0; j < n; ++j) {
      const double u = std::numbers::pi * i / rings, v = 2 * std::numbers::pi * j / n;
      mesh.positions.push_back(
          center + radius * Vec3{std::sin(u) * std::cos(v), std::sin(u) * std::sin(v), -std::cos(u)});
    }
  mesh.positions.push_back(center + Vec3{0, 0, radius});
  const Index top = mesh.vertex_count() - 1;
  auto at = [&](Index i, Index j) { return 1 + (i - 1) * n + j % n; };
  for (Index j = 0; j < n; ++j) {
    mesh.triangles.push_back({0, at(1, j + 1), at(1, j)});
    for (Index i = 1; i + 1 < rings; ++i) {
      mesh.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
    mesh.triangles.push_back({top, at(rings - 1, j), at(rings - 1, j + 1)});
  }
  return mesh;
}

// The cube [0, side]^3 + corner: 8 vertices, 12 triangles, two for each face.
inline SurfaceMesh cube(double side = 1, const Vec3& corner = {}) {
  SurfaceMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.positions.push_back(corner + side * Vec3{double(i & 1), double(i >> 1 & 1), double(i >> 2 & 1)});
  for (const auto& [a, b, c, d] : std::vector<std::array<Index, 4>>{
           {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}

inline SurfaceMesh tetrahedron(const Vec3& corner = {}) {
  return {{corner, corner + Vec3{1, 0, 0}, corner + Vec3{0, 1, 0}, corner + Vec3{0, 0, 1}},
          {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

// n quadrilaterals around a ring with half a twist.
inline SurfaceMesh moebius_strip(Index n) {
  SurfaceMesh mesh;
  for (Index i = 0; i < n; ++i)
    for (const double s : {-0.5, 0.5}) {
      const double u = 2 * std::numbers::pi * i / n, r = 2 + s * std::cos(u / 2);
      mesh.positions.push_back({r * std::cos(u), r * std::sin(u), s * std::sin(u / 2)});
    }
  for (Index i = 0; i < n; ++i) {
    const bool last = i + 1 == n;
    const Index a = 2 * i, b = 2 * i + 1, c = last ? 1 : a + 2, d = last ? 0 : b + 2;
    mesh.triangles.push_back({a, b, d});
    mesh.triangles.push_back({a, d, c});
  }
  return mesh;
}

inline void turn_over(SurfaceMesh& mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
}

inline SurfaceMesh turned_over(SurfaceMesh mesh) {
  turn_over(mesh);
  return mesh;
}

inline SurfaceMesh joined(SurfaceMesh first, const SurfaceMesh& second) {
  append(first, second);
  return first;
}

// Every triangle with corners of its own.
inline SurfaceMesh soup(const SurfaceMesh& mesh) {
  SurfaceMesh result;
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    for (const Vec3& corner : mesh.corners(t)) result.positions.push_back(corner);
    result.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return result;
}

}  // namespace sinew::test
