#include "world/scheduled_cut.h"

#include <fmt/format.h>

#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

namespace {

void require_time(double time, std::string_view where) {
  if (!std::isfinite(time)) throw Error(fmt::format("a blade cuts at {} s", time), std::string(where));
}

void require_valid(const BladeStrike& strike, std::string_view where) {
  sinew::require_valid(strike.blade, where);
  require_time(strike.time, where);
}

void require_valid(const PlaneStrike& strike, std::string_view where) {
  sinew::require_valid(strike.plane, where);
  require_time(strike.time, where);
}

struct CutBetween {
  double from, until;

  bool has(double time) const { return from <= time && time < until; }
  CutOfStep operator()(const BladeStrike& strike) const { return has(strike.time) ? strike.blade : Blade{}; }
  CutOfStep operator()(const PlaneStrike& strike) const {
    if (has(strike.time)) return strike.plane;
    return Blade{};
  }
  CutOfStep operator()(const auto& path) const { return sweep_between(path, from, until); }
};

struct Start {
  double operator()(const BladePath& path) const { return path.keyframes.front().time; }
  double operator()(const BladeStroke& stroke) const { return stroke.lines.front().time; }
  double operator()(const auto& strike) const { return strike.time; }
};

struct End {
  double operator()(const BladePath& path) const { return path.keyframes.back().time; }
  double operator()(const BladeStroke& stroke) const { return stroke.lines.back().time; }
  double operator()(const auto& strike) const { return std::nextafter(strike.time, HUGE_VAL); }
};

}  // namespace

void require_valid(const ScheduledCut& cut, std::string_view where) {
  std::visit([&](const auto& tool) { require_valid(tool, where); }, cut.tool);
}

CutOfStep cut_between(const ScheduledCut& cut, double from, double until) {
  return std::visit(CutBetween{from, until}, cut.tool);
}

double start_of(const ScheduledCut& cut) { return std::visit(Start{}, cut.tool); }
double end_of(const ScheduledCut& cut) { return std::visit(End{}, cut.tool); }

}  // namespace sinew
