#include "haptics/scripted_device.h"

#include "sinew/base/error.h"

namespace sinew {

ScriptedDevice::ScriptedDevice(ToolPath path, std::string name)
    : path_(std::move(path)), name_(std::move(name)) {
  if (path_.rows.empty()) throw Error("a tool path without rows", name_, "a row is: time x y z");
}

HandReading ScriptedDevice::read(double now) {
  if (start_ < 0) start_ = now;
  const double time = now - start_;
  row_ = path_.row_at(time, row_);
  const bool is_silent = row_ >= 0 && path_.rows[row_].is_silent;
  const double said_at = is_silent ? path_.rows[row_].time : time;
  const std::uint32_t buttons = row_ >= 0 ? path_.rows[row_].buttons : 0;
  return {true, true, path_.place_at(said_at, row_), start_ + said_at, time - said_at, buttons};
}

void ScriptedDevice::send(const Vec3& force, Hazard, double) { force_ = force; }

}  // namespace sinew
