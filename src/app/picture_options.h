#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sinew/scene/view_description.h"

namespace sinew {

// What the command line says about pictures. Each function throws Error, with a valid example.

// "1920x1080" -> width and height, 16 to 16384.
std::array<int, 2> parse_size(const std::string& text);

// "stress,wire" -> what is shown.
std::vector<Shown> parse_show(const std::vector<std::string>& names);

// "azimuth=40,elevation=10,zoom=1.5,target=0:1:0" -> the view, with these values changed. Degrees and metres.
void apply_camera(const std::string& text, ViewDescription& view);

// Selects from the existing steps (ascending): "A:B" from A to B, "A:" and ":B" open ended, "A" one; empty:
// all. Takes every `every`th of the selected ones.
std::vector<std::int64_t> choose_steps(const std::string& range, std::int64_t every,
                                       std::span<const std::int64_t> there);

}  // namespace sinew
