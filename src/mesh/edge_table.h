#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The edges of a triangle surface and the triangles at each of them, in flat arrays. The order depends on the
// triangles alone: edges are sorted by their two vertices, the sides of an edge by triangle. Any number of
// triangles may meet at an edge. A triangle with a repeated corner has no sides here.
class EdgeTable {
 public:
  // Side `corner` of a triangle runs from that corner to the next.
  struct Side {
    Index triangle;
    int corner;
    bool forward;  // runs from the edge's smaller vertex to its larger one
  };

  explicit EdgeTable(std::span<const Triangle> triangles);

  Index edge_count() const { return static_cast<Index>(edges_.size()); }
  // Its two vertices, the smaller index first.
  const std::array<Index, 2>& edge(Index e) const { return edges_[e]; }
  std::span<const Side> sides(Index e) const {
    return std::span(sides_).subspan(first_[e], first_[e + 1] - first_[e]);
  }
  // The edge of a triangle's side; -1 for a triangle with a repeated corner.
  Index edge_of(Index triangle, int corner) const { return edge_of_side_[3 * triangle + corner]; }
  // The edge between two vertices; -1 if there is none.
  Index find(Index v, Index w) const;

 private:
  std::vector<std::array<Index, 2>> edges_;
  std::vector<Index> first_;  // edge_count() + 1 offsets into sides_
  std::vector<Side> sides_;
  std::vector<Index> edge_of_side_;
};

}  // namespace sinew
