#include "mesh/unit_guess.h"

#include <fmt/format.h>

namespace sinew {

namespace {

struct Range {
  double upper;  // of the longest side
  const char* unit;
  const char* reason;  // {0} the side, {1} the side in centimetres by that unit
};

constexpr Range kRanges[] = {
    {0.02, "", "a longest side of {0:.3g} is small for a body in any usual unit"},
    {0.7, "m", "a longest side of {0:.3g} suits a body of {1:.3g} cm in metres"},
    {3, "", "a longest side of {0:.3g} suits metres, but also a model scaled to unit size"},
    {50, "cm", "a longest side of {0:.3g} suits a body of {1:.3g} cm in centimetres"},
    {2000, "mm", "a longest side of {0:.3g} suits a body of {1:.3g} cm in millimetres"},
};

double centimetres(const std::string& unit) { return unit == "m" ? 100 : unit == "mm" ? 0.1 : 1; }

}  // namespace

UnitGuess guess_unit(const Box3& box) {
  const double side = box.longest_side();
  if (!(side > 0)) return {"", "it has no size"};
  for (const Range& range : kRanges)
    if (side < range.upper)
      return {range.unit, fmt::format(fmt::runtime(range.reason), side, side * centimetres(range.unit))};
  return {"", fmt::format("a longest side of {:.3g} is large for a body in any usual unit", side)};
}

}  // namespace sinew
