#include "tet/free_pieces.h"

#include "body/free_pieces.h"
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

std::vector<FreePiece> free_pieces_of(const Components& pieces, const ElasticRest& rest) {
  return find_free_pieces(pieces, rest.stars.nodes, rest.stars.corners, rest.positions, rest.held);
}

}  // namespace

std::vector<char> free_elements(const ElasticRest& rest, const FrameTopology& topology) {
  const Components pieces = pieces_of(topology);
  return elements_of(pieces, free_pieces_of(pieces, rest));
}

PieceCounts count_pieces(const ElasticRest& rest, const FrameTopology& topology) {
  const Components pieces = pieces_of(topology);
  return {pieces.count, count_loose(free_pieces_of(pieces, rest))};
}

void require_no_free_piece(const ElasticRest& rest, const FrameTopology& topology, std::string_view body) {
  const std::vector<FreePiece> free = free_pieces_of(pieces_of(topology), rest);
  if (!free.empty()) refuse_free_piece(free[0], body);
}

}  // namespace sinew
