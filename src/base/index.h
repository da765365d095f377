#pragma once

#include <cstdint>

namespace sinew {

// Counts and indices of nodes, triangles, cells. Signed, so that differences and -1 ("none") need no cast.
using Index = std::int32_t;

}  // namespace sinew
