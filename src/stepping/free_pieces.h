#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "linalg/rollers.h"
#include "mesh/disjoint_sets.h"
#include "sinew/base/placement.h"

namespace sinew {

// A connected piece of a body that holds let move as a whole: they have fewer than three of its nodes off one
// line, or hold them along too few directions. Without inertia its position is undetermined.
struct FreePiece {
  enum class HeldBy { kNothing, kLine, kTooFewDirections };
  Index piece = 0, elements = 0;
  Vec3 at;  // one of its nodes, m
  HeldBy held_by = HeldBy::kNothing;
};

// `pieces` says which elements are connected, `nodes` lists the `corners` nodes of each element; positions
// (m) and held flags are per node.
std::vector<FreePiece> find_free_pieces(const Components& pieces, std::span<const Index> nodes, int corners,
                                        std::span<const Vec3> positions, std::span<const char> held,
                                        std::span<const Roller> rollers = {});

// Per element: whether it belongs to one of these pieces. Empty if there are none.
std::vector<char> elements_of(const Components& pieces, std::span<const FreePiece> of);

// The nodes by which to hold these pieces, ascending: their lowest parts, or all nodes of a small piece.
// `down` has unit length; the other arguments are as above.
std::vector<Index> nodes_to_hold(std::span<const FreePiece> free, const Components& pieces,
                                 std::span<const Index> nodes, int corners, std::span<const Vec3> positions,
                                 const Vec3& down);

// How many of these pieces have no held node at all.
Index count_loose(std::span<const FreePiece> pieces);

// Throws Error, naming the body and where the piece is once the body is placed.
[[noreturn]] void refuse_free_piece(const FreePiece& piece, std::string_view body,
                                    const Placement& placement);

// The pieces of a body that no hold touches, as lists of nodes.
struct LoosePieces {
  std::vector<Index> numbers;  // of these pieces among all
  std::vector<Index> start;    // of their nodes; pieces + 1
  std::vector<Index> nodes;    // ascending within each piece

  Index count() const { return static_cast<Index>(numbers.size()); }
  std::span<const Index> piece(Index p) const {
    return std::span(nodes).subspan(start[p], start[p + 1] - start[p]);
  }
};

// `pieces` says which nodes are connected; `held` is per node.
LoosePieces find_loose_pieces(const Components& pieces, std::span<const char> held);

}  // namespace sinew
