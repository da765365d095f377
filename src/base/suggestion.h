#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sinew {

// How many letters must be added, left out, replaced or swapped with their neighbour to turn one word into
// the other; capitals and small letters are the same. Bytes count as letters.
int edit_distance(std::string_view a, std::string_view b);

// The name that was probably meant: the one nearest to `word`, the first of several, or one that `word` is
// the beginning of. Empty where none is near (more than a third of the word would change).
std::string suggestion(std::string_view word, std::span<const std::string> names);

// "; did you mean 'inspect'?" to follow a complaint, or nothing where no name is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace sinew
