#pragma once

#include <string>

#include "base/vec3.h"

namespace sinew {

// Values as the text of a scene has them. Coordinates have six digits.
std::string json_list(const Vec3& v);
// Throws Error for a text that is not UTF-8.
std::string json_quoted(const std::string& text);

}  // namespace sinew
