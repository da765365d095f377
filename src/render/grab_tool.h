#pragma once

#include "sinew/render/viewer.h"

namespace sinew {

// Pulls a body with a spring: from the patch under the pointer to the pointer, which moves in the plane
// through the grabbed point that faces the camera.
class GrabTool : public Tool {
 public:
  std::string_view name() const override { return "grab"; }
  std::string_view help() const override { return "pull the body with a spring"; }

  bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void end(std::vector<SimulationCommand>& commands) override;
  std::vector<std::array<Vec3, 2>> lines(const Frame& frame) const override;

 private:
  const BodyFrame* held(const Frame& frame) const;
  // The same pull for a frame of that body, whose nodes have other numbers if it was cut.
  Pull pull_of(const BodyFrame& body) const;

  std::string body_;  // empty: holds nothing
  std::shared_ptr<const FrameElements> elements_;
  Pull pull_;              // in the numbers of their nodes
  Vec3 rest_;              // where the held patch is at rest
  Vec3 grabbed_, normal_;  // of the plane
  Vec3 offset_;            // of the pulled point from the grabbed one: a patch's mean is not on the surface
};

}  // namespace sinew
