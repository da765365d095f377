#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "base/vec3.h"
#include "mesh/disjoint_sets.h"

namespace sinew {

// A part of a body that hangs together and has fewer than three held nodes off one line: without inertia
// nothing would say where it is.
struct FreePiece {
  Index piece = 0, elements = 0;
  Vec3 at;                 // one of its nodes, m
  bool on_a_line = false;  // held, but by nodes on one line only
};

// `pieces` says which elements hang together, `nodes` lists `corners` of them per element; positions (m) and
// held flags are those of the nodes.
std::vector<FreePiece> find_free_pieces(const Components& pieces, std::span<const Index> nodes, int corners,
                                        std::span<const Vec3> positions, std::span<const char> held);

// Per element: whether it is of one of these pieces. Empty for none.
std::vector<char> elements_of(const Components& pieces, std::span<const FreePiece> of);

// The nodes to hold these pieces by, ascending: their lowest parts, or all of a small piece. `down` has unit
// length; the rest is as above.
std::vector<Index> nodes_to_hold(std::span<const FreePiece> free, const Components& pieces,
                                 std::span<const Index> nodes, int corners, std::span<const Vec3> positions,
                                 const Vec3& down);

// How many pieces of those have no held node at all.
Index count_loose(std::span<const FreePiece> pieces);

// Throws Error that names the body and says where the piece is.
[[noreturn]] void refuse_free_piece(const FreePiece& piece, std::string_view body);

}  // namespace sinew
