#pragma once

#include <optional>

#include "body/frame.h"
#include "world/scheduled_cut.h"

namespace sinew {

// What is seen of a blade's line: a closed slender shape around it, pointed at its first point and with a
// handle on its last quarter. Empty for a line without length.
SurfaceMesh shape_along(std::span<const Vec3> line);

// A scheduled cut as it is seen. Only tools that are moved as a whole are; what they cut with at once, or
// draws another line each time, has no shape that stays.
class ScheduledTool {
 public:
  // Nothing where there is nothing to see.
  static std::optional<ScheduledTool> of(const ScheduledCut& cut);

  ToolFrame at(double time) const;

 private:
  BladePath path_;
  std::shared_ptr<const SurfaceMesh> shape_;
};

}  // namespace sinew
