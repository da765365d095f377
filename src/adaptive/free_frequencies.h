#pragma once

#include <vector>

#include "adaptive/level_rest.h"

namespace sinew {

// The lowest eigenvalues omega^2 (1/s^2) of K w = omega^2 M w of a level that nothing holds, ascending, without those of
// rigid motions. Fewer if the level has fewer.
std::vector<double> free_eigenvalues(const LevelRest& level, int count);

// Multiplies the moduli of each coarse level by one factor, so that its eight lowest free frequencies are, on the mean,
// those of level 0. Coarse elements are stiffer in bending; their stiffness alone is theirs, their masses are right.
void match_frequencies(AdaptiveRest& rest);

}  // namespace sinew
