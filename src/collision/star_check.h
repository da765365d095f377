#pragma once

#include <span>
#include <vector>

#include "collision/overlapping_pairs.h"

namespace sinew {

// Proves of nearly all triangles that share a vertex that they do not cross. Such pairs overlap in every
// state of a surface, six for each triangle, and would be most of the work of a search for crossings.
//
// The triangles at a vertex are its star. Seen along a direction in which all of them face the viewer, they
// lie around the vertex like the leaves of a fan. If they go around once, no two of them overlap in this
// view, so that none cross.
class StarCheck {
 public:
  StarCheck() = default;
  StarCheck(std::span<const Triangle> triangles, Index vertex_count);

  // Adds the pairs of triangles that have exactly one vertex in common and are not proven not to cross, a <
  // b, in no particular order, each once.
  void append_unproven(std::span<const Vec3> positions, std::vector<TrianglePair>& pairs);
  // The same for vertices that go straight from start to end: adds the pairs with one or two vertices in common that
  // are not proven not to cross at any time on the way.
  void append_unproven(std::span<const Vec3> start, std::span<const Vec3> end,
                       std::vector<TrianglePair>& pairs);

 private:
  // A triangle at a vertex, which sees `from` and then `to` counter-clockwise.
  struct Wedge {
    Index triangle, from, to;
  };
  std::span<const Wedge> star(Index vertex) const;
  bool is_proven(Index vertex, std::span<const Vec3> positions) const;
  bool is_proven(Index vertex, std::span<const Vec3> start, std::span<const Vec3> end) const;
  // Whether the triangles go around once, or an open star less than once, if all of them face the viewer.
  bool goes_around_once(Index vertex, std::span<const Vec3> positions, const Vec3& view) const;
  bool opens_no_further(Index vertex, std::span<const Vec3> start, std::span<const Vec3> end,
                        const Vec3& view) const;

  // Of a star whose triangles go all around; of one that never is proven: it has several parts, or they are
  // turned against each other.
  static constexpr Index kClosed = -1, kNever = -2;

  std::vector<Index> first_;  // per vertex, into wedges_
  std::vector<Wedge> wedges_;
  std::vector<Index> begin_;  // per vertex: where an open star begins, or one of the above
  std::vector<char> proven_;
};

}  // namespace sinew
