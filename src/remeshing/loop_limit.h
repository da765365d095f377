#pragma once

#include <span>
#include <utility>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A sum over control vertices, ascending.
using ControlSum = std::vector<std::pair<Index, double>>;

// Vertices as sums over those of a control mesh, with the triangles between them.
struct ControlMesh {
  std::vector<ControlSum> vertices;
  std::vector<Triangle> triangles;
};

// A control mesh in terms of itself, and the same after a step of Loop's scheme; both closed and manifold.
ControlMesh own_control(std::span<const Triangle> triangles, Index vertex_count);
ControlMesh subdivide_loop(const ControlMesh& mesh);

// Where Loop's scheme takes a vertex in the end, and two directions in the tangent plane there, such that their
// vector product points outwards.
struct LoopLimit {
  ControlSum point, tangent, other_tangent;
};
std::vector<LoopLimit> loop_limits(const ControlMesh& mesh);

}  // namespace sinew
