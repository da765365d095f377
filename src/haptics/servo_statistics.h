#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "haptics/histogram.h"
#include "haptics/servo.h"

namespace sinew {

// What a servo's thread measures of itself while it runs. It writes, any thread may read, and neither waits.
struct ServoStatistics {
  Histogram late;     // from the deadline of a tick to its begin
  Histogram compute;  // CPU time of a tick
  Histogram latency;  // from the arrival of what the device said to the force that answers it
  Histogram age;      // of the body's response
  std::atomic<std::int64_t> done{0}, due{0};                  // ticks
  std::array<std::atomic<std::int64_t>, kHazards> hazards{};  // ticks with each
  std::atomic<std::int64_t> touching{0};                      // ticks in contact
  std::atomic<double> put_in{0}, given_back{0};               // J: the hand's work, by the observer
  std::atomic<double> most_force{0};                          // N

  double done_over_due() const;
  JsonValue json() const;
};

}  // namespace sinew
