#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "haptics/direct_touch.h"
#include "haptics/servo.h"
#include "sinew/world/world.h"
#include "world/latest_value.h"

namespace sinew {

// What a hand does with a body.
enum class HandJob : std::uint8_t { kTouch, kCut, kGrasp, kPush };
inline constexpr std::array<std::string_view, 4> kHandJobNames{"touch", "blade", "grasper", "pusher"};

// Buttons of a device. The first one cuts or closes as long as it is pressed; the second one takes the next tool.
inline constexpr std::uint32_t kActs = 1, kNextTool = 2;

// A blade resists by what it cuts and by what rubs at it. With w the length of its edge inside the body:
//
//   across the edge     (toughness + rubbing) w     while it is let cut
//   along the edge      rubbing w
//
// Below that it sticks, by a spring of `stiffness`. The work of cutting is the toughness times the area that is cut. Balls
// resist by the force of contact or of what they hold, in each step of the world.
struct HandToolParams {
  HandJob job = HandJob::kTouch;
  double radius = 0.005;   // m, of the ball that pushes or grasps
  Vec3 edge{0, 0.05, 0};   // m, of the blade: from its tip, in the world
  double toughness = 100;  // J/m^2
  double rubbing = 10;     // N/m
  double stiffness = 500;  // N/m: of a blade that sticks, and of balls between two steps
};

// Throws Error if a number is invalid.
void require_valid(const HandToolParams& params);

// What a step of the world tells the servo of the tool.
struct ToolResponse {
  std::int64_t step = -1;
  double time = 0;  // s, on the servo's clock
  HandJob job = HandJob::kTouch;
  // Balls: where it was, the force on it there, N, and how that changes until the next step.
  Vec3 place{}, force{};
  Mat3 stiffness{};
  // Blades: the unit vector along the edge, and the most that it resists, N.
  Vec3 edge{};
  double across = 0, along = 0;
};

// Where the servo has the tool: of a blade that sticks, where it sticks.
struct ToolPlace {
  bool is_known = false;
  Vec3 place{};  // m
  std::uint32_t buttons = 0;
};

// Neither side waits for the other.
struct ToolExchange {
  LatestValue<ToolResponse> responses;  // the world writes
  LatestValue<ToolPlace> places;        // the servo writes
};

// The servo's side: the force of the tool, from its newest response.
class ToolForce final : public DirectTouch {
 public:
  // Refers to the exchange.
  ToolForce(ToolExchange& exchange, double stiffness) : exchange_(exchange), stiffness_(stiffness) {}

  Touch::Force tick(const HandReading& hand, double now) override;
  bool is_outside() const override { return is_outside_; }
  double age() const override { return age_; }

 private:
  Vec3 of_blade(const Vec3& tool);
  Vec3 of_ball(const Vec3& tool) const;

  ToolExchange& exchange_;
  double stiffness_, age_ = 0;
  ToolResponse response_;
  bool is_outside_ = true, knows_blade_ = false;
  Vec3 blade_{};  // where it sticks
};

// The world's side, between its steps: moves, cuts and grasps with the tool, and says what it met.
class ToolInHand {
 public:
  // Of this body alone a blade feels the resistance, and it cuts no other. Throws Error if a parameter is invalid.
  ToolInHand(const HandToolParams& params, std::string body);

  // To be called after each step, whose frame has the sums of contact (FrameContents::reactions). `now`: s, by the
  // servo's clock. Throws Error if the world has no such body.
  void after_step(World& world, const ToolPlace& tool, double now, ToolResponse& response);
  void release(World& world);
  HandJob job() const { return params_.job; }

 private:
  void cut(World& world, const ToolPlace& tool, ToolResponse& response);
  void hold(World& world, const ToolPlace& tool, ToolResponse& response);
  void show_blade(World& world, const Vec3& place);

  HandToolParams params_;
  std::string body_;
  std::uint32_t buttons_ = 0;  // of the step before
  bool has_stroke_ = false, is_held_ = false;
  std::int64_t strokes_ = 0;
  Vec3 place_{};                                // of the step before, m
  std::shared_ptr<const SurfaceMesh> blade_{};  // as it is shown
};

// How much of a line is inside of the surfaces that a frame shows of a body, m.
double length_inside(const BodyFrame& frame, const Vec3& from, const Vec3& to);

}  // namespace sinew
