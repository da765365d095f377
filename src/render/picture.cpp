#include "sinew/render/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// The light that a number of sRGB stands for, in steps of 1/kBright, and back. Steps are so fine that every
// number comes back as itself: they are closest near black, where 12.92 kBright^-1 is a twentieth of a
// number.
constexpr int kBright = 1 << 16;

class LightTable {
 public:
  LightTable() {
    for (int value = 0; value < 256; ++value) {
      const double s = value / 255.0;
      const double light = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
      light_[value] = static_cast<int>(std::lround(light * kBright));
    }
    for (int value = 0; value < 256; ++value) {
      const int end = value == 255 ? kBright + 1 : (light_[value] + light_[value + 1] + 1) / 2;
      const int begin = value == 0 ? 0 : (light_[value - 1] + light_[value] + 1) / 2;
      std::fill(value_.begin() + begin, value_.begin() + end, static_cast<std::uint8_t>(value));
    }
  }
  int light(std::uint8_t value) const { return light_[value]; }
  std::uint8_t value(int light) const { return value_[light]; }

 private:
  std::array<int, 256> light_{};
  std::array<std::uint8_t, kBright + 1> value_{};
};

}  // namespace

Picture halved(const Picture& picture) {
  static const LightTable table;
  Picture half{(picture.width + 1) / 2, (picture.height + 1) / 2, {}};
  half.rgb.resize(3 * std::size_t(half.width) * half.height);
  const auto light = [&](int x, int y, int channel) {
    return table.light(picture.rgb[3 * (std::size_t(y) * picture.width + x) + channel]);
  };
  parallel_for_each(half.height, 16, [&](Index y) {
    for (int x = 0; x < half.width; ++x) {
      const int x0 = 2 * x, x1 = std::min(x0 + 1, picture.width - 1);
      const int y0 = 2 * y, y1 = std::min(y0 + 1, picture.height - 1);
      for (int c = 0; c < 3; ++c) {
        const int sum = light(x0, y0, c) + light(x1, y0, c) + light(x0, y1, c) + light(x1, y1, c);
        half.rgb[3 * (std::size_t(y) * half.width + x) + c] = table.value((sum + 2) / 4);
      }
    }
  });
  return half;
}

PictureDifference compare(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height)
    throw Error(fmt::format("a picture of {} x {} is compared with one of {} x {}", a.width, a.height,
                            b.width, b.height));
  constexpr int kOff = 20;  // 8% of 255
  if (a.rgb.empty()) return {};
  std::int64_t sum = 0, off = 0;
  for (std::size_t pixel = 0; pixel < a.rgb.size(); pixel += 3) {
    int most = 0;
    for (std::size_t i = pixel; i < pixel + 3; ++i) {
      const int difference = std::abs(a.rgb[i] - b.rgb[i]);
      sum += difference;
      most = std::max(most, difference);
    }
    off += most > kOff ? 1 : 0;
  }
  const auto values = static_cast<double>(a.rgb.size());
  return {static_cast<double>(sum) / (255 * values), static_cast<double>(off) / (values / 3)};
}

}  // namespace sinew
