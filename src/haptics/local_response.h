#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sinew/base/geometry.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A point of a surface: on a triangle, by barycentric weights.
struct SurfacePoint {
  Index triangle = -1;
  Vec3 weight;
  bool operator==(const SurfacePoint&) const = default;
};

// What a body hands to the servo after each of its steps: its surface near the tool, and how that gives way until
// the next step. A force f on the body moves the touched point from x to
//
//   x + C f,   C = W^T A^-1 W,
//
// with A the matrix of the implicit step and W the weights of a patch around the point, so that C depends little
// on how fine the mesh is. C holds the mass of the body: it is stiffer than its static response. At rest the
// force does not depend on C, since positions and `force` come from the step itself.
struct LocalResponse {
  std::int64_t step = -1;     // of the world
  double time = 0;            // s, on the servo's clock: when it was made
  std::uint64_t surface = 0;  // another number if triangles are numbered in another way: after a cut
  bool is_two_sided = false;  // a sheet: it is touched on both sides
  Mat3 compliance{};          // C, m/N, symmetric, positive definite
  Vec3 force{};               // of the tool on the body in this step, N

  // The patch. Its vertices are where they would be without `force`, m, in the world.
  std::vector<Vec3> positions{};
  std::vector<Vec3> rest{};  // where they are at rest, for a relief (haptics/relief.h); or empty: not known
  std::vector<Triangle> triangles{};
  std::vector<Index> on_surface{};  // per triangle: its number on the whole surface, ascending
  // The triangles around each vertex: around[first[v]] to around[first[v + 1] - 1].
  std::vector<Index> first{}, around{};
  // Per triangle: bit c tells that the patch has no triangle beyond its edge from corner c to the next. Per vertex:
  // whether it is at such an edge.
  std::vector<std::uint8_t> open_edges{}, is_at_rim{};
};

// The largest patch that a servo takes.
inline constexpr std::size_t kMostPatchVertices = 256, kMostPatchTriangles = 512;

// Sets what follows from `triangles`: first, around, open_edges, is_at_rim.
void connect(LocalResponse& response);

// Where the point is if the vertices are at these positions.
inline Vec3 at(const SurfacePoint& p, const std::vector<Triangle>& triangles, const std::vector<Vec3>& x) {
  const Triangle& t = triangles[static_cast<std::size_t>(p.triangle)];
  return p.weight.x * x[t[0]] + p.weight.y * x[t[1]] + p.weight.z * x[t[2]];
}

}  // namespace sinew
