#pragma once

#include <optional>
#include <vector>

#include "base/index.h"
#include "base/vec3.h"

namespace sinew {

// All colours sRGB, 0..1.

// Of body `number`, if it has none of its own: calm colours that differ, the first of clay.
Vec3 body_colour(Index number);
// The colour that the scene gives body `number`, or else that one.
Vec3 body_colour(Index number, const std::vector<std::optional<Vec3>>& given);
// Of faces that a cut laid open.
inline constexpr Vec3 kCutColour{0.72, 0.20, 0.19};

}  // namespace sinew
