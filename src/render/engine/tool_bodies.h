#pragma once

#include <memory>
#include <vector>

#include "sinew/body/frame.h"

namespace sinew {

// Tools as the renderer draws everything: bodies whose nodes are the vertices of the tool's shape. They are
// lit, seen from both sides and cast shadows like others.
class ToolBodies {
 public:
  static constexpr Vec3 kColour{0.60, 0.63, 0.67};  // of steel, sRGB

  // One per tool, at its present place; a topology stays the same object as long as the tool's shape does.
  // Valid until the next call.
  const std::vector<BodyFrame>& take(const std::vector<ToolFrame>& tools);

 private:
  std::vector<std::shared_ptr<const SurfaceMesh>> shapes_;
  std::vector<BodyFrame> bodies_;
};

}  // namespace sinew
