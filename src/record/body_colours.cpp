#include "record/body_colours.h"

#include <array>
#include <cstdint>

namespace sinew {

Vec3 body_colour(Index number) {
  static constexpr std::array<std::uint32_t, 8> kPalette{0xd19a7b, 0x7fa6c9, 0x9dbb7d, 0xe3c06d,
                                                         0xb291c4, 0x6fb5ab, 0xd5838f, 0xa9a194};
  const std::uint32_t rgb = kPalette[static_cast<std::size_t>(number) % kPalette.size()];
  return {static_cast<double>(rgb >> 16U) / 255, static_cast<double>(rgb >> 8U & 0xFFU) / 255,
          static_cast<double>(rgb & 0xFFU) / 255};
}

Vec3 body_colour(Index number, const std::vector<std::optional<Vec3>>& given) {
  const auto at = static_cast<std::size_t>(number);
  return at < given.size() && given[at] ? *given[at] : body_colour(number);
}

}  // namespace sinew
