#include "tet/free_pieces.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/table.h"
#include "mesh/patches.h"
#include "mesh/tetrahedron_adjacency.h"

namespace sinew {

namespace {

Components pieces_of(const FrameTopology& topology) {
  if (topology.triangles.empty()) return face_components(face_neighbours(topology.tetrahedra));
  Patches patches = find_patches(topology.triangles, EdgeTable(topology.triangles));
  const Index count = patches.count();
  return {std::move(patches.of), count};
}

bool span_a_plane(std::span<const Vec3> points) {
  if (points.size() < 3) return false;
  Vec3 longest;
  for (const Vec3& p : points)
    if (squared_norm(p - points[0]) > squared_norm(longest)) longest = p - points[0];
  double area = 0;
  for (const Vec3& p : points) area = std::max(area, norm(cross(p - points[0], longest)));
  return area > 1e-9 * squared_norm(longest);
}

struct Piece {
  Index elements = 0;
  Vec3 corner;             // of one of its elements
  std::vector<Vec3> held;  // positions; a node once for each of its elements
};

}  // namespace

void require_no_free_piece(const ElasticRest& rest, const FrameTopology& topology, std::string_view body) {
  const Components components = pieces_of(topology);
  std::vector<Piece> pieces(components.count);
  for (Index e = 0; e < rest.element_count(); ++e) {
    Piece& piece = pieces[components.of[e]];
    ++piece.elements;
    piece.corner = rest.positions[rest.stars.element(e)[0]];
    for (const Index v : rest.stars.element(e))
      if (rest.held[v] != 0) piece.held.push_back(rest.positions[v]);
  }
  for (const Piece& piece : pieces) {
    if (span_a_plane(piece.held)) continue;
    const Vec3& at = piece.corner;
    throw Error(fmt::format("body '{}' cannot be in balance: a piece of {} near ({:.3g}, {:.3g}, {:.3g}) is "
                            "held by {}",
                            body, counted(piece.elements, "element", "elements"), at.x, at.y, at.z,
                            piece.held.empty() ? "nothing" : "nodes on one line only"),
                "", "hold three of its nodes or more, not all on one line, or take a dynamic integrator");
  }
}

}  // namespace sinew
