#pragma once

#include "greens/solver/symmetric_view.h"
#include "greens/solver/vertex_blocks.h"
#include "greens/solver/weighted_point.h"

namespace sinew {

// How points of the surface move under forces on each other, in axes of their own: the capacitance matrix of all that
// are near, C = E^T G E [JamesPai03, Eq. 19] with E the weights and axes of points instead of columns of the identity.
// Point p has rows 3 p to 3 p + 2. Points come and go; only what is new is extracted and multiplied. Allocates only
// when it is made.
class PointCompliance {
 public:
  // For so many points over so many different vertices at a time. The responses must outlive it.
  PointCompliance(const Responses& responses, Index points, Index vertices);

  // The number of the new point, the lowest that is free; -1 if there is no room for it or for its vertices. The axes
  // are the columns of a rotation, such as (normal, two tangents). `softness` (m/N) is compliance of its own, as of a
  // spring between the point and what touches it (virtual coupling). Throws Error if a weight is not finite, there is
  // no vertex, or a vertex does not exist.
  Index add(const WeightedPoint& point, const Mat3& axes, double softness = 0);
  // Moves a point, with the number that it has. False, and nothing is changed, if there is no room for its vertices
  // beside those that it had.
  bool replace(Index point, const WeightedPoint& place, const Mat3& axes);
  void remove(Index point);

  Index capacity() const { return static_cast<Index>(used_.size()); }
  bool has(Index point) const { return used_[point] != 0; }
  Index size() const { return size_; }  // all numbers in use are below it
  const WeightedPoint& point(Index p) const { return points_[p]; }
  const Mat3& axes(Index p) const { return axes_[p]; }
  double softness(Index p) const { return softness_[p]; }
  SymmetricView C() const { return {C_.data(), 3 * used_.size()}; }
  const VertexBlocks& blocks() const { return blocks_; }

 private:
  void require(const WeightedPoint& point, const Mat3& axes) const;
  std::span<const double> respond(Index p, int axis);
  void couple(Index p);

  VertexBlocks blocks_;
  std::vector<WeightedPoint> points_;
  std::vector<Mat3> axes_;
  std::vector<double> softness_;
  std::vector<char> used_;
  Index size_ = 0;
  LargeVector<double> C_;
  std::vector<double> answer_;  // scratch memory: displacements of all vertices in use
};

}  // namespace sinew
