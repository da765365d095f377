#include "greens/solver/point_compliance.h"

#include <algorithm>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

PointCompliance::PointCompliance(const Responses& responses, Index points, Index vertices)
    : blocks_(responses, vertices) {
  if (points < 1) throw Error("there is no room for points", "capacity " + std::to_string(points));
  const auto n = static_cast<std::size_t>(points);
  points_.resize(n), axes_.resize(n), used_.assign(n, 0), softness_.assign(n, 0.0);
  C_.assign(9 * n * n, 0.0);
  answer_.resize(3 * static_cast<std::size_t>(std::min(vertices, responses.count())));
}

void PointCompliance::require(const WeightedPoint& point, const Mat3& axes) const {
  if (point.count < 1) throw Error("a constraint has no free vertex");
  for (int k = 0; k < point.count; ++k) {
    if (point.vertex[k] < 0 || point.vertex[k] >= blocks_.vertex_count())
      throw Error("a constraint names a free vertex that does not exist",
                  "vertex " + std::to_string(point.vertex[k]));
    if (!std::isfinite(point.weight[k])) throw Error("a weight of a constraint is not finite");
  }
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      if (!(std::abs(dot(axes.column[a], axes.column[b]) - (a == b)) < 1e-6))
        throw Error("the axes of a constraint are not of length 1 at right angles");
}

Index PointCompliance::add(const WeightedPoint& point, const Mat3& axes, double softness) {
  require(point, axes);
  const auto free = std::find(used_.begin(), used_.end(), 0);
  if (free == used_.end() || !blocks_.hold(point.vertices())) return -1;
  const auto p = static_cast<Index>(free - used_.begin());
  points_[p] = point, axes_[p] = axes, used_[p] = 1;
  size_ = std::max(size_, p + 1);
  softness_[p] = softness;
  couple(p);
  return p;
}

bool PointCompliance::replace(Index point, const WeightedPoint& place, const Mat3& axes) {
  require(place, axes);
  if (!blocks_.hold(place.vertices())) return false;
  blocks_.release(points_[point].vertices());
  points_[point] = place, axes_[point] = axes;
  couple(point);
  return true;
}

void PointCompliance::remove(Index point) {
  blocks_.release(points_[point].vertices());
  used_[point] = 0;
  while (size_ > 0 && !used_[size_ - 1]) --size_;
}

// Displacements of all vertices in use under a unit force along an axis of p.
std::span<const double> PointCompliance::respond(Index p, int axis) {
  const std::size_t rows = 3 * static_cast<std::size_t>(blocks_.places());
  const WeightedPoint& point = points_[p];
  std::fill_n(answer_.begin(), rows, 0.0);
  for (int k = 0; k < point.count; ++k)
    for (int along = 0; along < 3; ++along) {
      const double f = point.weight[k] * axes_[p].column[axis][along];
      if (f == 0) continue;
      const double* G = blocks_.column(blocks_.place(point.vertex[k]), along);
      for (std::size_t i = 0; i < rows; ++i) answer_[i] += f * G[i];
    }
  return {answer_.data(), rows};
}

// The rows and columns of p. Those along its own later axes are the mirror image of what is there.
void PointCompliance::couple(Index p) {
  const std::size_t stride = 3 * used_.size();
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t row = 3 * static_cast<std::size_t>(p) + axis;
    const std::span<const double> u = respond(p, axis);
    for (Index q = 0; q < size_; ++q) {
      if (!used_[q]) continue;
      Vec3 mean;
      for (int k = 0; k < points_[q].count; ++k) {
        const double* at = &u[3 * static_cast<std::size_t>(blocks_.place(points_[q].vertex[k]))];
        mean += points_[q].weight[k] * Vec3{at[0], at[1], at[2]};
      }
      for (int a = q == p ? axis : 0; a < 3; ++a) {
        const std::size_t other = 3 * static_cast<std::size_t>(q) + a;
        C_[row * stride + other] = C_[other * stride + row] = dot(axes_[q].column[a], mean);
      }
    }
    C_[row * (stride + 1)] += softness_[p];
  }
}

}  // namespace sinew
