#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sinew/scene/view_description.h"

namespace sinew {

// The axes that name a normal.
inline constexpr std::array<std::string_view, 6> kSectionAxes{"x", "-x", "y", "-y", "z", "-z"};

// A section in words: its normal, as an axis or three numbers, and a point after '@' if it has one. For
// example "z", "-x@0.1:0:0", "1:0:1@0:0.5:0".
std::string section_text(const Section& section);
// Throws Error at `where` if the text is none.
Section section_from(const std::string& text, std::string_view where);

}  // namespace sinew
