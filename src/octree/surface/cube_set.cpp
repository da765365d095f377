#include "octree/surface/cube_set.h"

#include <algorithm>

namespace sinew {

CubeSet::CubeSet(const Lattice& lattice)
    : counts_{lattice.counts[0] / kBrickSide + 2, lattice.counts[1] / kBrickSide + 2,
              lattice.counts[2] / kBrickSide + 2},
      bits_of_(std::size_t(counts_.x) * counts_.y * counts_.z, -1) {}

std::int64_t CubeSet::place_of(const LatticePoint& brick) const {
  for (int axis = 0; axis < 3; ++axis)
    if (brick[axis] < -1 || brick[axis] + 1 >= counts_[axis]) return -1;
  return brick.x + 1 + std::int64_t(counts_.x) * (brick.y + 1 + std::int64_t(counts_.y) * (brick.z + 1));
}

bool CubeSet::contains(const LatticePoint& cube) const {
  const std::int64_t place = place_of(cube >> kBrickLevel);
  return place >= 0 && bits_of_[place] >= 0 && has_bit(bits_[bits_of_[place]], cube);
}

void CubeSet::insert(const LatticePoint& cube) {
  const std::int64_t place = place_of(cube >> kBrickLevel);
  if (place < 0) return;
  if (bits_of_[place] < 0) {
    bits_of_[place] = static_cast<Index>(bits_.size());
    bits_.push_back(kNoBits);
  }
  set_bit(bits_[bits_of_[place]], cube);
}

bool CubeSet::meets(const LatticePoint& lower, const LatticePoint& upper) const {
  const LatticePoint first = lower >> kBrickLevel, last = upper >> kBrickLevel;
  for (int bz = first.z; bz <= last.z; ++bz)
    for (int by = first.y; by <= last.y; ++by)
      for (int bx = first.x; bx <= last.x; ++bx) {
        const LatticePoint brick{bx, by, bz}, base = kBrickSide * brick;
        const std::int64_t place = place_of(brick);
        if (place < 0 || bits_of_[place] < 0) continue;
        for (int z = std::max(lower.z, base.z); z <= std::min(upper.z, base.z + 7); ++z)
          for (int y = std::max(lower.y, base.y); y <= std::min(upper.y, base.y + 7); ++y)
            for (int x = std::max(lower.x, base.x); x <= std::min(upper.x, base.x + 7); ++x)
              if (has_bit(bits_[bits_of_[place]], {x, y, z})) return true;
      }
  return false;
}

}  // namespace sinew
