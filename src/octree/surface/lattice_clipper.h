#pragma once

#include <unordered_map>

#include "octree/grid/lattice.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

inline std::uint64_t edge_key(Index from, Index to) {
  return std::uint64_t(std::uint32_t(from)) << 32 | std::uint32_t(to);
}

// Splits a surface along planes of the dual grid, so that every piece lies in one slab between two planes
// along each axis. An edge is split once, for all triangles that share it, so that pieces fit together as the
// triangles did.
//
//      |      |         A point on a plane always belongs to the slab above it. Points made on a plane have
//    __|______|__       its exact coordinate, and stay within the box of the edge that they split, so that
//      | \    |         rounding cannot make an edge cross a plane that it does not cross, or cross one
//      |   \  |         twice.
class LatticeClipper {
 public:
  static constexpr std::int32_t kNotOn = -(1 << 30);

  struct Piece {
    std::vector<Index> corners;  // counter-clockwise seen from outside
    std::array<int, 3> slab{};
  };
  struct Vertex {
    Vec3 at;                                                 // in voxels, as in DualBlockSurface
    std::array<std::int32_t, 3> on{kNotOn, kNotOn, kNotOn};  // the planes that split an edge here
  };

  // Planes are ascending along each axis. The given vertices keep their numbers.
  LatticeClipper(std::array<std::vector<std::int32_t>, 3> planes, std::vector<Vec3> points);

  void clip(const Triangle& triangle, std::vector<Piece>& pieces);
  // The points of the edge from a to b in order, including a but not b.
  std::vector<Index> edge_points(Index a, Index b);

  // The number of planes at or below a coordinate.
  int slab_of(int axis, double coordinate) const;
  const std::array<std::vector<std::int32_t>, 3>& planes() const { return planes_; }
  const std::vector<Vertex>& vertices() const { return vertices_; }

 private:
  bool is_above(Index v, int axis, std::int32_t plane) const { return vertices_[v].at[axis] >= plane; }
  Index parting_point(Index a, Index b, int axis, std::int32_t plane);
  void clip_along(int axis, Piece piece, std::vector<Piece>& pieces);
  void part(const std::vector<Index>& polygon, int axis, std::int32_t plane, std::vector<Index>& below,
            std::vector<std::vector<Index>>& above);
  void part_edge(int axis, Index a, Index b, std::vector<Index>& points);

  std::array<std::vector<std::int32_t>, 3> planes_;
  std::vector<Vertex> vertices_;
  // By edge_key, the smaller number first. An edge is split by one plane only; its parts by the next.
  std::unordered_map<std::uint64_t, Index> parting_points_;
};

}  // namespace sinew
