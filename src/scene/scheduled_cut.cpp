#include "scene/scheduled_cut.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace sinew {

namespace {

void require_valid(const BladeStrike& strike, std::string_view where) {
  sinew::require_valid(strike.blade, where);
  if (!std::isfinite(strike.time))
    throw Error(fmt::format("a blade cuts at {} s", strike.time), std::string(where));
}

Blade sweep_between(const BladeStrike& strike, double from, double until) {
  return from <= strike.time && strike.time < until ? strike.blade : Blade{};
}

}  // namespace

void require_valid(const ScheduledCut& cut, std::string_view where) {
  std::visit([&](const auto& tool) { require_valid(tool, where); }, cut.tool);
}

std::variant<Blade, BladeSweep> cut_between(const ScheduledCut& cut, double from, double until) {
  return std::visit(
      [&](const auto& tool) -> std::variant<Blade, BladeSweep> { return sweep_between(tool, from, until); },
      cut.tool);
}

}  // namespace sinew
