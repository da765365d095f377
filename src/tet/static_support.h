#pragma once

#include <string_view>

#include "sinew/body/frame.h"
#include "tet/elastic_rest.h"

namespace sinew {

// The number of pieces of a body, and how many of them have no held node.
struct PieceCounts {
  Index all = 0, loose = 0;
};
PieceCounts count_pieces(const ElasticRest& rest, const FrameElements& elements);

// Per element: whether its piece (elements connected through faces; for a sheet, through edges) has fewer
// than three held nodes off one line, so that its position is undetermined without inertia. Pieces that touch
// only in a node or an edge do not hold each other. Empty if no piece is free. The second function throws
// Error, naming the body, if one is.
std::vector<char> free_elements(const ElasticRest& rest, const FrameElements& elements);
void require_no_free_piece(const ElasticRest& rest, const FrameElements& elements, std::string_view body,
                           const Placement& placement);

// The nodes by which such pieces of a mesh can be held: those of their lowest parts (stepping/free_pieces.h).
std::vector<Index> nodes_to_hold(const std::vector<Tetrahedron>& tetrahedra, std::span<const Vec3> positions,
                                 std::span<const char> held, const Vec3& down);
std::vector<Index> nodes_to_hold(const std::vector<Triangle>& sheet, std::span<const Vec3> positions,
                                 std::span<const char> held, const Vec3& down);

}  // namespace sinew
