#pragma once

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

// Throws Error if a mesh would have more elements than any machine that this is made for can hold.
inline void require_affordable(double elements) {
  constexpr double kMost = 5e7;
  if (elements > kMost)
    throw Error(fmt::format("the mesh would have {:.3g} elements", elements), "",
                fmt::format("{:.0e} are the most: give it fewer cells, or refine it less", kMost));
}

}  // namespace sinew
