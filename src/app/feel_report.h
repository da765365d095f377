#pragma once

#include <cstdint>
#include <string>

#include "haptics/servo_statistics.h"
#include "sinew/base/json_value.h"

namespace sinew {

// What a session of `sinew feel` was like, besides the statistics of its servo.
struct FeelSummary {
  std::string scene, body, device;
  double seconds = 0;
  std::int64_t steps = 0;      // of the world
  double steps_due = 0;        // a second
  std::uint64_t checksum = 0;  // of how bodies are at the end
  std::string fifo_refusal, lock_refusal;
};

// For people: ticks, work, hazards, quantiles, and how late the ticks were as a histogram.
std::string feel_text(const FeelSummary& summary, const ServoStatistics& statistics);
// For programs.
JsonValue feel_json(const FeelSummary& summary, const ServoStatistics& statistics);

}  // namespace sinew
