#pragma once

#include <optional>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// All colours are sRGB, 0..1.

// The colour of body `number` if the scene gives it none: calm, distinct colours; the first is that of clay.
Vec3 body_colour(Index number);
// The colour that the scene gives body `number`, or else that one.
Vec3 body_colour(Index number, const std::vector<std::optional<Vec3>>& given);
// The colour of faces that a cut exposed.
inline constexpr Vec3 kCutColour{0.72, 0.20, 0.19};

}  // namespace sinew
