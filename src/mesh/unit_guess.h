#pragma once

#include <string>

#include "sinew/base/geometry.h"

namespace sinew {

// Mesh files have no unit. The longest side of the box gives a hint, since organs, animals and furniture
// measure between a few centimetres and a few metres. This is a guess to be questioned, and never applied
// automatically.
struct UnitGuess {
  std::string unit;    // "m", "cm", "mm", or empty if there is no good guess
  std::string reason;  // in plain words
};

UnitGuess guess_unit(const Box3& box);

}  // namespace sinew
