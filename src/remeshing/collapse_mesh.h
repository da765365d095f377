#pragma once

#include <span>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A triangle surface that is made coarser by edge collapses and flips that keep its topology. Triangles and
// vertices keep their indices; removed ones are marked. Vertices where the input is not an oriented manifold
// (three triangles at an edge, opposed triangles, two fans that meet in a point) are `fixed`: no operation
// touches their edges.
class CollapseMesh {
 public:
  // Triangles that have a vertex twice are left out.
  explicit CollapseMesh(const SurfaceMesh& surface);

  Index live_triangles() const { return live_triangles_; }
  Index vertex_count() const { return static_cast<Index>(positions_.size()); }
  Index triangle_slots() const { return static_cast<Index>(triangles_.size()); }
  bool is_live(Index t) const { return triangles_[t][0] >= 0; }
  bool is_boundary(Index v) const { return state_[v] & kBoundary; }
  bool is_fixed(Index v) const { return state_[v] & kFixed; }
  Index fixed_count() const;
  const Triangle& triangle(Index t) const { return triangles_[t]; }
  const Vec3& position(Index v) const { return positions_[v]; }
  void set_position(Index v, const Vec3& p) { positions_[v] = p; }
  // The triangles at v, in no geometric order.
  std::span<const Index> star(Index v) const { return stars_[v]; }
  Index valence(Index v) const { return static_cast<Index>(stars_[v].size()); }
  Vec3 area_vector(Index t) const;
  // Sorted and without duplicates; the caller's vector is overwritten.
  void neighbours(Index v, std::vector<Index>& out) const;
  // The triangles at edge (u, v), at most two; returns how many.
  int edge_triangles(Index u, Index v, std::array<Index, 2>& out) const;
  bool has_edge(Index u, Index v) const;

  // Whether removing v into u keeps the surface's topology: the link condition, with the boundary coned off
  // by a virtual vertex, and no fixed vertex at either end.
  bool can_collapse(Index v, Index u) const;
  // Every triangle of v becomes one of u, except the two (or one) at the edge, which are removed.
  void collapse(Index v, Index u);

  // Whether the edge (u, v) can be flipped: it has two triangles and no fixed end, and the new edge does not
  // exist yet.
  bool can_flip(Index u, Index v) const;
  // (u, v, a) and (v, u, b) become (a, b, v) and (b, a, u), in the same two slots.
  void flip(Index u, Index v);

  // The remaining triangles and the vertices they use, renumbered in order. `origin`, if given, receives the
  // input vertex of each vertex.
  SurfaceMesh extract(std::vector<Index>* origin = nullptr) const;

 private:
  static constexpr unsigned char kBoundary = 1, kFixed = 2;

  void classify_vertex(Index v);
  bool is_boundary_edge(Index u, Index v) const;

  std::vector<Vec3> positions_;
  std::vector<Triangle> triangles_;
  std::vector<std::vector<Index>> stars_;
  std::vector<unsigned char> state_;
  Index live_triangles_ = 0;
};

// The position of vertex v among the corners of t, or -1.
inline int corner_of(const Triangle& t, Index v) {
  return t[0] == v ? 0 : t[1] == v ? 1 : t[2] == v ? 2 : -1;
}

// The two triangles at an edge, as (u, v, a) and (v, u, b).
struct Hinge {
  Index left, right, a, b;
};
Hinge hinge_of(const CollapseMesh& mesh, std::array<Index, 2> sides, Index u, Index v);

// 1 for an equilateral triangle, 0 for one without area: 4 sqrt(3) area / (sum of squared edges).
double triangle_quality(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace sinew
