#pragma once

#include <cmath>

#include "body/topology_parts.h"
#include "sinew/body/frame.h"
#include "sinew/embed/embedding.h"

namespace sinew {

// Surfaces and frames to draw, made without a simulation.

// The cube [-1, 1]^3.
inline SurfaceMesh cube_surface() {
  SurfaceMesh cube;
  for (int i = 0; i < 8; ++i)
    cube.positions.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  cube.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return cube;
}

// A sphere of radius 1 around the origin: two poles and `rings` circles of `around` vertices between them.
inline SurfaceMesh sphere_surface(Index rings, Index around) {
  SurfaceMesh sphere;
  sphere.positions.push_back({0, 1, 0});
  for (Index r = 1; r <= rings; ++r)
    for (Index a = 0; a < around; ++a) {
      const double theta = M_PI * r / (rings + 1), phi = 2 * M_PI * a / around;
      sphere.positions.push_back(
          {std::sin(theta) * std::sin(phi), std::cos(theta), std::sin(theta) * std::cos(phi)});
    }
  sphere.positions.push_back({0, -1, 0});
  const Index last = sphere.vertex_count() - 1;
  auto at = [&](Index ring, Index a) { return 1 + (ring - 1) * around + a % around; };
  for (Index a = 0; a < around; ++a) {
    sphere.triangles.push_back({0, at(1, a), at(1, a + 1)});
    for (Index r = 1; r < rings; ++r) {
      sphere.triangles.push_back({at(r, a), at(r + 1, a), at(r + 1, a + 1)});
      sphere.triangles.push_back({at(r, a), at(r + 1, a + 1), at(r, a + 1)});
    }
    sphere.triangles.push_back({last, at(rings, a + 1), at(rings, a)});
  }
  return sphere;
}

// The square [0, 1]^2 in the plane y = 0, facing up.
inline SurfaceMesh square_surface(Index cells) {
  SurfaceMesh square;
  const Index n = cells + 1;
  for (Index i = 0; i < n; ++i)
    for (Index k = 0; k < n; ++k)
      square.positions.push_back({static_cast<double>(i) / cells, 0, static_cast<double>(k) / cells});
  for (Index i = 0; i < cells; ++i)
    for (Index k = 0; k < cells; ++k) {
      const Index a = i * n + k, b = a + n;
      square.triangles.push_back({a, a + 1, b + 1});
      square.triangles.push_back({a, b + 1, b});
    }
  return square;
}

// A square of side 2 about the centre, of two triangles whose common edge goes through it, facing +z.
inline SurfaceMesh square_at(const Vec3& centre) {
  SurfaceMesh square;
  for (const Vec3& corner : {Vec3{-1, -1, 0}, Vec3{1, -1, 0}, Vec3{1, 1, 0}, Vec3{-1, 1, 0}})
    square.positions.push_back(centre + corner);
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  return square;
}

// A surface whose vertices are the nodes.
inline TopologyParts own_nodes(SurfaceMesh surface) {
  TopologyParts topology;
  topology.elements.rest_positions = surface.positions;
  topology.elements.triangles = surface.triangles;
  topology.embedding = embedding_on_own_nodes(surface.vertex_count());
  topology.surface.mesh = std::move(surface);
  return topology;
}

inline BodyFrame at_rest(const TopologyParts& topology) {
  BodyFrame body;
  body.body = "body";
  body.positions = topology.elements.rest_positions;
  body.velocities.resize(body.positions.size());
  body.topology = topology.shared();
  return body;
}

inline Frame frame_of(BodyFrame body) {
  Frame frame;
  frame.bodies.push_back(std::move(body));
  return frame;
}

inline Frame frame_of(SurfaceMesh surface) { return frame_of(at_rest(own_nodes(std::move(surface)))); }

}  // namespace sinew
