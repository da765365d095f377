#include "octree/grid/lattice.h"

namespace sinew {

namespace {

// Spreads the 21 lowest bits so that there are two zeros between any two.
std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | bits << 32) & 0x001f00000000ffff;
  bits = (bits | bits << 16) & 0x001f0000ff0000ff;
  bits = (bits | bits << 8) & 0x100f00f00f00f00f;
  bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
  return (bits | bits << 2) & 0x1249249249249249;
}

}  // namespace

std::uint64_t morton_code(const LatticePoint& p) {
  return spread(static_cast<std::uint64_t>(p.x)) | spread(static_cast<std::uint64_t>(p.y)) << 1 |
         spread(static_cast<std::uint64_t>(p.z)) << 2;
}

}  // namespace sinew
