#pragma once

#include <memory>

#include "sinew/base/placement.h"
#include "sinew/contact/contact.h"

namespace sinew {

class SignedDistance;

// The nearest place on an obstacle.
struct ObstaclePoint {
  double distance;  // m; negative: inside
  Vec3 at, normal;  // m; of length 1, outward
};

// How deep points are in an obstacle, in closed form where its shape has one.
class ObstacleDepth {
 public:
  explicit ObstacleDepth(const ObstacleShape& shape);
  ~ObstacleDepth();
  ObstacleDepth(ObstacleDepth&&) noexcept;
  ObstacleDepth& operator=(ObstacleDepth&&) noexcept;

  // Of a point in the axes in which the shape is described.
  ObstaclePoint nearest(const Vec3& p) const;
  // What the shape lies in; a plane: everything.
  const Box3& box() const { return box_; }

 private:
  ObstacleShape shape_;
  std::unique_ptr<const SignedDistance> solid_;  // of a mesh
  Box3 box_;
};

}  // namespace sinew
