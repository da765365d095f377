#pragma once

#include <cstdint>

namespace sinew {

// Counts and addresses of nodes, triangles, cells. Signed, so that differences and -1 ("none") are plain.
using Index = std::int32_t;

}  // namespace sinew
