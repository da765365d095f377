#pragma once

#include <cstdint>

#include "sinew/base/geometry.h"

namespace sinew {

// A small generator with the same sequence on every machine and library (PCG32, O'Neill 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed = 0) : state_(seed + kIncrement) { next(); }

  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + kIncrement;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto turn = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> turn) | (shifted << ((32U - turn) & 31U));
  }
  // Uniform in [0, 1).
  double uniform() { return next() * 0x1p-32; }
  double uniform(double lower, double upper) { return lower + (upper - lower) * uniform(); }
  // Uniform in [0, n), n > 0.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((std::uint64_t{next()} * n) >> 32U);
  }
  Vec3 in_box(const Vec3& lower, const Vec3& upper) {
    const double x = uniform(lower.x, upper.x), y = uniform(lower.y, upper.y);
    return {x, y, uniform(lower.z, upper.z)};
  }

 private:
  static constexpr std::uint64_t kIncrement = 1442695040888963407ULL;
  std::uint64_t state_;
};

}  // namespace sinew
