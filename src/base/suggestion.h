#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sinew {

// Edit distance: how many letters must be added, removed, replaced or swapped with their neighbour to turn
// one word into the other. Case is ignored, and bytes count as letters.
int edit_distance(std::string_view a, std::string_view b);

// The name that was probably meant: the one nearest to `word` (the first of several), or one that begins with
// `word`. Empty if none is near (more than a third of the word would change).
std::string suggestion(std::string_view word, std::span<const std::string> names);

// "; did you mean 'inspect'?", to be appended to an error message; empty if no name is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace sinew
