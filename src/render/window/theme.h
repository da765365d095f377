#pragma once

#include <imgui.h>

namespace sinew {

// Colours and distances of the panels, in sizes of the screen. A calm light one, as the picture beside it.
void set_theme(float scale);

inline constexpr ImU32 kAccent = IM_COL32(38, 105, 166, 255);
inline constexpr ImU32 kFaintText = IM_COL32(96, 102, 110, 255);

}  // namespace sinew
