#include "render/engine/colour_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/suggestion.h"
#include "sinew/base/error.h"
#include "sinew/scene/view_description.h"

namespace sinew {

namespace {

Vec3 from_hex(std::uint32_t rgb) {
  return Vec3{double(rgb >> 16), double(rgb >> 8 & 255), double(rgb & 255)} / 255.0;
}

ColourMap map_of(std::string_view name, std::initializer_list<std::uint32_t> stops) {
  ColourMap map{std::string(name), {}};
  for (const std::uint32_t stop : stops) map.stops.push_back(from_hex(stop));
  return map;
}

// In the order of kColourMapNames.
const std::vector<ColourMap>& maps() {
  static const std::vector<ColourMap> kMaps{
      map_of(kColourMapNames[0], {0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779,
                                  0x6ece58, 0xb5de2b, 0xfde725}),
      map_of(kColourMapNames[1], {0x2c4fc4, 0x3aa6dd, 0x8fd8b8, 0xf3e27a, 0xf0903c, 0xc8281e}),
      map_of(kColourMapNames[2], {0x2b2b2b, 0xf2f2f2})};
  return kMaps;
}

}  // namespace

const ColourMap& colour_map(std::string_view name) {
  for (const ColourMap& map : maps())
    if (map.name == name) return map;
  const std::vector<std::string> names(kColourMapNames.begin(), kColourMapNames.end());
  throw Error(fmt::format("there are no colours '{}'{}", name, did_you_mean(name, names)), "colours",
              fmt::format("take one of {}", fmt::join(names, ", ")));
}

Vec3 colour_at(const ColourMap& map, double t) {
  const auto last = static_cast<double>(map.stops.size() - 1);
  const double at = std::clamp(t, 0.0, 1.0) * last;
  const double before = std::min(std::floor(at), last - 1);
  const auto stop = static_cast<std::size_t>(before);
  return lerp(map.stops[stop], map.stops[stop + 1], at - before);
}

void ColourMapTexture::set(std::string_view name) {
  if (name == map_) return;
  const ColourMap& map = colour_map(name);
  constexpr int kTexels = 256;
  std::array<std::array<std::uint8_t, 4>, kTexels> texels{};
  for (int i = 0; i < kTexels; ++i) {
    const Vec3 colour = colour_at(map, static_cast<double>(i) / (kTexels - 1));
    for (int k = 0; k < 3; ++k) texels[i][k] = static_cast<std::uint8_t>(std::lround(255 * colour[k]));
    texels[i][3] = 255;
  }
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kTexels, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  set_sampling(GL_LINEAR);
  map_ = name;
}

}  // namespace sinew
