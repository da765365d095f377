#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <vector>

#include "mesh/edge_table.h"
#include "remeshing/subdivision.h"

namespace sinew {

// Surfaces with known geometry and topology for the tests of decimation, subdivision and remeshing.

inline constexpr double kPi = std::numbers::pi;

inline SurfaceMesh octahedron() {
  return {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
          {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}

inline SurfaceMesh icosahedron() {
  const double g = (1 + std::sqrt(5.0)) / 2;
  SurfaceMesh mesh{{{-1, g, 0},
                    {1, g, 0},
                    {-1, -g, 0},
                    {1, -g, 0},
                    {0, -1, g},
                    {0, 1, g},
                    {0, -1, -g},
                    {0, 1, -g},
                    {g, 0, -1},
                    {g, 0, 1},
                    {-g, 0, -1},
                    {-g, 0, 1}},
                   {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (Vec3& p : mesh.positions) p = normalized(p);
  return mesh;
}

// The unit sphere with 20 * 4^steps triangles.
inline SurfaceMesh sphere(int steps) {
  SurfaceMesh mesh = icosahedron();
  for (int i = 0; i < steps; ++i) {
    mesh = subdivide_midpoint(mesh);
    for (Vec3& p : mesh.positions) p = normalized(p);
  }
  return mesh;
}

// A tube round a closed curve, with a radius that may change along it; 2 * around * along triangles.
template <typename Curve, typename Radius>
SurfaceMesh tube(Index along, Index around, Curve curve, Radius radius) {
  SurfaceMesh mesh;
  for (Index i = 0; i < along; ++i) {
    const double t = 2 * kPi * i / along;
    const Vec3 center = curve(t), tangent = normalized(curve(t + 1e-4) - curve(t - 1e-4));
    const Vec3 e = normalized(cross(tangent, {0, 0, 1})), f = cross(e, tangent);
    for (Index j = 0; j < around; ++j) {
      const double s = 2 * kPi * j / around;
      mesh.positions.push_back(center + radius(t) * (std::cos(s) * e + std::sin(s) * f));
    }
  }
  const auto at = [&](Index i, Index j) { return (i % along) * around + j % around; };
  for (Index i = 0; i < along; ++i)
    for (Index j = 0; j < around; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  if (signed_volume(mesh) < 0)
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

inline SurfaceMesh torus(Index along, Index around, double big = 1, double small = 0.4) {
  return tube(
      along, around,
      [=](double t) {
        return Vec3{big * std::cos(t), big * std::sin(t), 0};
      },
      [=](double) { return small; });
}

inline SurfaceMesh knot(Index along, Index around) {
  const auto trefoil = [](double t) {
    const double r = 2 + std::cos(3 * t);
    return Vec3{r * std::cos(2 * t), r * std::sin(2 * t), std::sin(3 * t)};
  };
  return tube(along, around, trefoil, [](double) { return 0.35; });
}

// A ball with six long, thin limbs, as a radial function over the sphere.
inline SurfaceMesh limbed_ball(int steps) {
  SurfaceMesh mesh = sphere(steps);
  for (Vec3& p : mesh.positions) {
    const double most = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    p *= 1 + 2.5 * std::exp(-40 * (1 - most));
  }
  return mesh;
}

// A flat square of 2 n^2 triangles in the plane z = 0.
inline SurfaceMesh square(Index n) {
  SurfaceMesh mesh;
  for (Index j = 0; j <= n; ++j)
    for (Index i = 0; i <= n; ++i) mesh.positions.push_back({double(i) / n, double(j) / n, 0});
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Index a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      mesh.triangles.insert(mesh.triangles.end(), {{a, b, d}, {a, d, c}});
    }
  return mesh;
}

// The surface of the unit cube, each face an n x n grid.
inline SurfaceMesh cube(Index n) {
  SurfaceMesh mesh;
  std::map<std::array<Index, 3>, Index> numbers;
  const auto vertex = [&](int axis, Index side, Index i, Index j) {
    std::array<Index, 3> at{};
    at[axis] = side * n, at[(axis + 1) % 3] = i, at[(axis + 2) % 3] = j;
    const auto [entry, fresh] = numbers.insert({at, mesh.vertex_count()});
    if (fresh) mesh.positions.push_back({double(at[0]) / n, double(at[1]) / n, double(at[2]) / n});
    return entry->second;
  };
  for (int axis = 0; axis < 3; ++axis)
    for (Index side = 0; side < 2; ++side)
      for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) {
          Index a = vertex(axis, side, i, j), b = vertex(axis, side, i + 1, j);
          Index c = vertex(axis, side, i + 1, j + 1), d = vertex(axis, side, i, j + 1);
          if (side == 0) std::swap(b, d);
          mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
        }
  return mesh;
}

struct Topology {
  Index euler = 0, open_edges = 0, bad_edges = 0;  // bad: more than two triangles, or two that disagree
  bool operator==(const Topology&) const = default;
};

inline Topology topology(const SurfaceMesh& mesh) {
  const EdgeTable edges(mesh.triangles);
  std::set<Index> used;
  for (const Triangle& t : mesh.triangles) used.insert(t.begin(), t.end());
  Topology out{static_cast<Index>(used.size()) - edges.edge_count() + mesh.triangle_count(), 0, 0};
  for (Index e = 0; e < edges.edge_count(); ++e) {
    const auto sides = edges.sides(e);
    out.open_edges += sides.size() == 1;
    out.bad_edges += sides.size() > 2 || (sides.size() == 2 && sides[0].forward == sides[1].forward);
  }
  return out;
}

}  // namespace sinew
