#pragma once

#include <array>
#include <span>
#include <vector>

#include "greens/responses/reference_problem.h"
#include "mesh/vertex_stars.h"

namespace sinew {

// A place of the surface by weights of free vertices: its displacement is the sum of w_k u_k, and a force f there is
// w_k f on each of them. A vertex, a point inside a triangle, or a patch (mask); no allocation.
struct WeightedPoint {
  static constexpr int kMost = 64;
  std::array<Index, kMost> vertex;   // numbers of free vertices, each once
  std::array<double, kMost> weight;  // sum to 1 unless held vertices are near
  int count = 0;

  std::span<const Index> vertices() const { return {vertex.data(), static_cast<std::size_t>(count)}; }
  // Adds to the weight of a vertex; false if there is no room.
  bool add(Index free_vertex, double more);
};

inline WeightedPoint at_vertex(Index free_vertex) {
  WeightedPoint point;
  point.add(free_vertex, 1);
  return point;
}

// The mean of a field over the free vertices, such as displacements, at the point.
Vec3 value_at(const WeightedPoint& point, std::span<const Vec3> field);

// Makes points of a reference problem. Its functions allocate nothing and may run at the same time.
class WeightedPoints {
 public:
  explicit WeightedPoints(const ReferenceProblem& problem);

  // Inside a triangle of the surface, by barycentric coordinates. Corners that are held stay where they are: the
  // others keep their weights. Throws Error if there is no such triangle or the coordinates are outside of it.
  WeightedPoint in_triangle(Index triangle, const Vec3& barycentric) const;
  // A patch of so many rings of edges around such a point: weights fall linearly from ring to ring, times the areas of
  // the vertices, and sum to 1 over those that are free. Its stiffness does not grow as the mesh is refined, as that of
  // a vertex does. Zero rings: in_triangle(). Throws Error as above, for more than two rings, and if the patch has
  // too many vertices or none that is free.
  WeightedPoint patch(Index triangle, const Vec3& barycentric, int rings) const;

  // The number of a vertex of the surface among the free ones, -1 if it is held.
  Index free_number(Index vertex) const { return free_number_[vertex]; }
  Index free_count() const { return free_count_; }

 private:
  void require(Index triangle, const Vec3& barycentric) const;
  void add_mask(Index vertex, int rings, double share, WeightedPoint& point) const;

  std::vector<Triangle> triangles_;
  VertexStars stars_;
  std::vector<Index> free_number_;
  std::vector<double> area_;
  Index free_count_ = 0;
};

}  // namespace sinew
