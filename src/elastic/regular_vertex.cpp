#include "elastic/regular_vertex.h"

#include <algorithm>
#include <span>

namespace sinew {

namespace {

// A triangle at a vertex and its other two corners, in the direction in which it turns.
struct Corner {
  Index triangle, from, to;
};

// Up to six triangles of each vertex, and how many there are.
struct Corners {
  std::array<Corner, 6> first_six;
  int count = 0;
};

std::vector<Corners> corners_of_vertices(const SurfaceMesh& mesh) {
  std::vector<Corners> all(mesh.positions.size());
  for (Index t = 0; t < mesh.triangle_count(); ++t)
    for (int i = 0; i < 3; ++i) {
      const Triangle& corner = mesh.triangles[t];
      Corners& at = all[corner[i]];
      if (at.count < 6) at.first_six[at.count] = {t, corner[(i + 1) % 3], corner[(i + 2) % 3]};
      ++at.count;
    }
  return all;
}

// Whether the six triangles form a closed ring, which it sets.
bool follow_ring(const std::array<Corner, 6>& corners, std::array<Index, 6>& ring) {
  Index v = corners[0].from;
  for (Index& node : ring) {
    const auto next = std::ranges::find(corners, v, &Corner::from);
    if (next == corners.end()) return false;
    node = v;
    v = next->to;
  }
  return v == ring[0] && std::ranges::count(ring, v) == 1;
}

bool is_regular(const SurfaceMesh& mesh, Index v, const std::array<Index, 6>& ring) {
  constexpr double kRoundOff = 1e-10;
  const auto spoke = [&](int i) { return mesh.positions[ring[i % 6]] - mesh.positions[v]; };
  for (int i = 0; i < 6; ++i)
    if (norm(spoke(i) + spoke(i + 2) - spoke(i + 1)) > kRoundOff * norm(spoke(i))) return false;
  return true;
}

}  // namespace

std::vector<RegularVertex> regular_vertices(const SurfaceMesh& mesh) {
  const std::vector<Corners> corners = corners_of_vertices(mesh);
  std::vector<RegularVertex> regular;
  for (Index v = 0; v < mesh.vertex_count(); ++v) {
    RegularVertex vertex{};
    const auto& six = corners[v].first_six;
    if (corners[v].count != 6 || !follow_ring(six, vertex.ring) || !is_regular(mesh, v, vertex.ring))
      continue;
    for (int i = 0; i < 6; ++i) vertex.triangles[i] = six[i].triangle;
    vertex.area = 0.5 * norm(mesh.area_vector(vertex.triangles[0]));
    regular.push_back(vertex);
  }
  return regular;
}

}  // namespace sinew
