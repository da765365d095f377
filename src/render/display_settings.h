#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sinew/render/display_options.h"

namespace sinew {

inline constexpr std::array<std::string_view, 4> kColouringNames{"plain", "stress", "levels", "cuts"};

// The display options by name, with values as text: "on" or "off" for what is shown, a word for "colouring"
// (one of kColouringNames) and "colours" (one of kColourMapNames), a number for "fur length", "range" as "auto"
// or LEAST:MOST, and "section" as "off" or a section (render/section_text.h).
std::span<const std::string> display_setting_names();
std::string display_setting(const DisplayOptions& display, const std::string& name);
// Both throw Error, with a suggestion, if the name is unknown. This one also throws if the value is invalid;
// nothing is changed then.
void set_display(DisplayOptions& display, const std::string& name, const std::string& value);

}  // namespace sinew
