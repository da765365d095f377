#pragma once

#include <optional>

#include "sinew/body/frame.h"
#include "world/scheduled_cut.h"

namespace sinew {

// The visible shape of a blade's line: a closed slender surface around it, pointed at its first point and
// with a handle on its last quarter. Empty if the line has no length.
SurfaceMesh shape_along(std::span<const Vec3> line);

// The visible tool of a scheduled cut. Only rigid tools (BladePath) have one; blades that cut at once, and
// strokes whose line changes, have no fixed shape.
class ScheduledTool {
 public:
  // Empty if the cut has no visible tool.
  static std::optional<ScheduledTool> of(const ScheduledCut& cut);

  ToolFrame at(double time) const;

 private:
  BladePath path_;
  std::shared_ptr<const SurfaceMesh> shape_;
};

}  // namespace sinew
