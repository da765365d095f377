#include "haptics/servo_statistics.h"

namespace sinew {

double ServoStatistics::done_over_due() const {
  const std::int64_t all = due.load(std::memory_order_relaxed);
  return all > 0 ? static_cast<double>(done.load(std::memory_order_relaxed)) / static_cast<double>(all) : 1;
}

JsonValue ServoStatistics::json() const {
  JsonValue ticks = JsonValue::object();
  for (int k = 0; k < kHazards; ++k)
    ticks[name_of(static_cast<Hazard>(k))] = hazards[k].load(std::memory_order_relaxed);
  return {{"ticks_done", done.load(std::memory_order_relaxed)},
          {"ticks_due", due.load(std::memory_order_relaxed)},
          {"ticks_touching", touching.load(std::memory_order_relaxed)},
          {"ticks_by_hazard", std::move(ticks)},
          {"late", late.json()},
          {"compute", compute.json()},
          {"latency", latency.json()},
          {"response_age", age.json()},
          {"put_in_J", put_in.load(std::memory_order_relaxed)},
          {"given_back_J", given_back.load(std::memory_order_relaxed)},
          {"most_force_N", most_force.load(std::memory_order_relaxed)}};
}

}  // namespace sinew
