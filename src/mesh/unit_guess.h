#pragma once

#include <string>

#include "base/box3.h"

namespace sinew {

// Mesh files carry no unit. The longest side of the box tells, if anything, that organs, animals and
// furniture measure between a few centimetres and a few metres: a guess to be questioned, never applied by
// itself.
struct UnitGuess {
  std::string unit;    // "m", "cm", "mm", or empty where no guess is honest
  std::string reason;  // in plain words
};

UnitGuess guess_unit(const Box3& box);

}  // namespace sinew
