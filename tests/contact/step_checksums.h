#pragma once

#include <cstdint>
#include <vector>

#include "sinew/world/world.h"

namespace sinew::test {

// Steps the world, and returns the checksum of the frame after each step.
inline std::vector<std::uint64_t> step_checksums(World& world, double dt, int count) {
  std::vector<std::uint64_t> sums;
  for (int i = 0; i < count; ++i) {
    world.step(dt, {.energies = true, .forces = true});
    sums.push_back(frame_checksum(world.frame()));
  }
  return sums;
}

}  // namespace sinew::test
