#pragma once

#include "haptics/haptic_device.h"
#include "haptics/tool_path.h"

namespace sinew {

// A device that goes along a path, whatever the force. Its time begins with the first reading.
class ScriptedDevice final : public HapticDevice {
 public:
  // Throws Error if the path has no rows.
  explicit ScriptedDevice(ToolPath path, std::string name = "script");

  std::string name() const override { return name_; }
  HandReading read(double now) override;
  void send(const Vec3& force, Hazard hazard, double now) override;

  // What it got last.
  const Vec3& force() const { return force_; }

 private:
  ToolPath path_;
  std::string name_;
  double start_ = -1;  // s, by the servo's clock
  Index row_ = -1;
  Vec3 force_{};
};

}  // namespace sinew
