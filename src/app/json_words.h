#pragma once

#include <string>

#include "sinew/base/geometry.h"

namespace sinew {

// Values as text of a scene. Coordinates have six digits.
std::string json_list(const Vec3& v);
// Throws Error if the text is not UTF-8.
std::string json_quoted(const std::string& text);

}  // namespace sinew
