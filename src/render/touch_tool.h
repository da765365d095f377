#pragma once

#include "sinew/render/viewer.h"

namespace sinew {

// A small ball in the hand, which collides with bodies and feels their forces. It follows the pointer in the plane
// through where it was taken up that faces the camera, and goes no faster than a body's size in a second.
class TouchTool : public Tool {
 public:
  void move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void end(std::vector<SimulationCommand>& commands) override;
  // The force on the ball.
  std::optional<Vec3> force(const Frame& frame) const override;

  // "size": the radius of the ball over the size of the body.
  std::vector<Tunable> tunables() const override;
  void tune(std::string_view name, double value) override;

 protected:
  // Takes up a ball of this radius at a place that is clear of bodies, m.
  void take_up(const ToolPointer& pointer, const Vec3& place, double radius, double speed,
               std::vector<SimulationCommand>& commands);
  void go_to(const Vec3& place, std::vector<SimulationCommand>& commands);
  double size() const { return size_; }

 private:
  double size_ = 0.06;
  HandTool ball_;
  Vec3 normal_;  // of the plane
  Vec3 place_;   // a point of it
};

// Pushes bodies aside, or into the surface where the drag begins, by "press" radii.
class PushTool : public TouchTool {
 public:
  std::string_view name() const override { return "pusher"; }
  std::string_view help() const override { return "push with a ball"; }
  // A drag that begins beside the bodies pushes from there, in the plane through what the camera looks at.
  bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  std::vector<Tunable> tunables() const override;
  void tune(std::string_view name, double value) override;

 private:
  double press_ = 0.5;
};

// Takes hold of what it touches, and lets go when the button is released.
class GraspTool : public TouchTool {
 public:
  std::string_view name() const override { return "grasper"; }
  std::string_view help() const override { return "take hold of the surface and carry it"; }
  bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
};

}  // namespace sinew
