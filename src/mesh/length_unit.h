#pragma once

#include <string_view>

namespace sinew {

// The units of length that a scene may use.
struct LengthUnit {
  std::string_view name;
  double metres;
};
constexpr LengthUnit kLengthUnits[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}};

// 0 if the name is unknown.
constexpr double metres_per(std::string_view unit) {
  for (const LengthUnit& known : kLengthUnits)
    if (known.name == unit) return known.metres;
  return 0;
}
// The unit that has this many metres; metres if there is none.
constexpr LengthUnit unit_of(double metres) {
  for (const LengthUnit& known : kLengthUnits)
    if (known.metres == metres) return known;
  return kLengthUnits[0];
}

}  // namespace sinew
