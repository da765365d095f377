#pragma once

#include <memory>
#include <optional>

#include "sinew/body/frame.h"
#include "sinew/contact/contact.h"

namespace sinew {

// What frames show of an obstacle: its surface, and of a plane a square of the size that it asks for.
class SeenObstacle {
 public:
  // Empty if there is nothing to show.
  static std::optional<SeenObstacle> of(const Obstacle& obstacle);
  static std::optional<SeenObstacle> of(const Obstacle& obstacle, double curve_tolerance);

  ToolFrame at(double time) const;

 private:
  std::string name_;
  Motion motion_;
  std::shared_ptr<const SurfaceMesh> shape_;  // where the obstacle is described
};

// How far the surface of an obstacle may be from its shape, m.
double curve_tolerance(const ObstacleShape& shape);

}  // namespace sinew
