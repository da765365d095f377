#pragma once

#include <memory>

#include "haptics/window_hand.h"
#include "sinew/render/viewer.h"

namespace sinew {

// Feels a body with the point of a haptic tool that the mouse leads: it goes into the surface under the pointer, by
// "press" of the body's size, and then follows the mouse in the plane that faces the camera.
class FeelTool : public Tool {
 public:
  explicit FeelTool(std::shared_ptr<WindowHand> hand) : hand_(std::move(hand)) {}

  std::string_view name() const override { return "feel"; }
  std::string_view help() const override { return "press with the point of a haptic device"; }

  bool begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) override;
  void end(std::vector<SimulationCommand>& commands) override;
  // On the hand: what a device would exert.
  std::optional<Vec3> force(const Frame& frame) const override;
  // The tool, from its point outwards.
  std::vector<std::array<Vec3, 2>> lines(const Frame& frame) const override;

  // "press", and the "coupling" and "friction" of the servo.
  std::vector<Tunable> tunables() const override;
  void tune(std::string_view name, double value) override;

 private:
  std::shared_ptr<WindowHand> hand_;
  double press_ = 0.05, coupling_ = 2000, friction_ = 0.3;
  Vec3 tip_, shaft_;       // m
  Vec3 surface_, normal_;  // where the drag began, and of the plane
};

}  // namespace sinew
