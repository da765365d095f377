#pragma once

#include <memory>
#include <span>

#include "octree/grid/cells.h"

namespace sinew {

// The vertices of the cells: classes of cell corners that lie at one lattice point and are connected there by
// joined links, so that a point that a cut goes through has two or more vertices. A vertex in the middle of
// an edge or face of a larger cell hangs (T-junction): it is not an unknown, but follows the corners of that
// edge or face [Dick11, sec. 6.4].
//
//     +-------b---+      b and a are corners of the large cell D on the left, h is in the middle of its edge:
//     |       |   |      a corner of the two small cells on the right, but none of D. So h hangs, and moves
//     |   D   h---+      as (a + b) / 2. In the middle of a face it moves as the mean of four.
//     |       |   |
//     +-------a---+
//
// Unknowns come first, then hanging vertices. Both are sorted brick by brick (a vertex belongs to the brick,
// existing or not, of the voxel above it), along the Morton curve within a brick, and by their lowest octants
// (the voxels around the point, numbered like corners) if several share a point.
struct PointBrick;

// A row of W: the unknowns that a vertex follows, each with its weight,  x(vertex) = sum weight x(unknown).
class VertexWeights {
 public:
  struct Entry {
    Index unknown;
    float weight;
  };
  class Iterator {
   public:
    Iterator(const Index* unknown, const float* weight) : unknown_(unknown), weight_(weight) {}
    Entry operator*() const { return {*unknown_, *weight_}; }
    Iterator& operator++() { return ++unknown_, ++weight_, *this; }
    bool operator==(const Iterator& other) const { return unknown_ == other.unknown_; }

   private:
    const Index* unknown_;
    const float* weight_;
  };

  // Of a vertex that does not hang: itself, with weight 1.
  explicit VertexWeights(Index vertex) : own_(vertex) {}
  // Of one that hangs.
  VertexWeights(std::span<const Index> unknowns, std::span<const float> weights)
      : unknowns_(unknowns), weights_(weights) {}

  Iterator begin() const {
    return weights_.empty() ? Iterator(&own_, &kWhole) : Iterator(unknowns_.data(), weights_.data());
  }
  Iterator end() const {
    const std::size_t n = weights_.size();
    return n == 0 ? Iterator(&own_ + 1, &kWhole + 1) : Iterator(unknowns_.data() + n, weights_.data() + n);
  }

 private:
  static constexpr float kWhole = 1;
  Index own_ = 0;
  std::span<const Index> unknowns_;
  std::span<const float> weights_;
};

struct Vertices {
  std::vector<LatticePoint> points;
  Index unknowns = 0;
  std::vector<std::array<Index, 8>> corners;  // per cell: the vertices at its corners, including hanging ones

  // Row k gives vertex unknowns + k as sum_i row_weight[i] x(row_vertex[i]), over unknowns only.
  std::vector<Index> row_start;  // hanging vertices + 1
  std::vector<Index> row_vertex;
  std::vector<float> row_weight;

  // The bricks of points, and where the unknowns and the hanging vertices of each begin, both counted from 0.
  std::shared_ptr<const std::vector<PointBrick>> bricks;
  std::vector<Index> unknown_start, hanging_start;  // bricks + 1

  Index count() const { return static_cast<Index>(points.size()); }
  Index hanging() const { return count() - unknowns; }
  bool hangs(Index vertex) const { return vertex >= unknowns; }
  // What any vertex follows: for (const auto [unknown, weight] : vertices.weights(v)) ...
  VertexWeights weights(Index vertex) const {
    if (!hangs(vertex)) return VertexWeights(vertex);
    const Index begin = row_start[vertex - unknowns], count = row_start[vertex - unknowns + 1] - begin;
    return {std::span(row_vertex).subspan(begin, count), std::span(row_weight).subspan(begin, count)};
  }
};

// If cells that touch differ by more than one level, a hanging vertex may lie anywhere on an edge or a face, and the
// corners of that may hang themselves, on a still larger cell: such chains are resolved, so that rows of W are over
// unknowns [Seiler11, Eq. 1]. Weights are binary fractions, and linear fields are reproduced to the last bit of them.
Vertices make_vertices(const LinkedVoxels& voxels, const Cells& cells, bool restricted = true);

// The eight unknowns that a cell of a balanced octree follows, by corner: its own vertex if that does not
// hang, else its parent's vertex at the same corner. `hanging` has bit i set if corner i hangs. The value at
// such a corner is the mean of the unknowns at the corners between it and the corner `octant` that the cell
// shares with its parent:   x_i = mean of u_k over k with octant ^ k a subset of octant ^ i.
struct CellUnknowns {
  std::array<Index, 8> vertex;
  std::uint8_t hanging = 0;
};
std::vector<CellUnknowns> cell_unknowns(const Cells& cells, const Vertices& vertices);

// These weights: x_i = sum_k weights[i][k] u_k.
using CornerWeights = std::array<std::array<float, 8>, 8>;
CornerWeights corner_weights(int octant, unsigned hanging);

}  // namespace sinew
