#include "render/section_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

namespace {

Vec3 axis_normal(std::size_t axis) {
  Vec3 normal;
  normal[static_cast<int>(axis / 2)] = axis % 2 == 0 ? 1 : -1;
  return normal;
}

std::string vector_text(const Vec3& v) { return fmt::format("{}:{}:{}", v.x, v.y, v.z); }

// Three finite numbers with colons between them.
std::optional<Vec3> vector_from(std::string_view text) {
  Vec3 vector;
  for (int axis = 0; axis < 3; ++axis) {
    const char *const begin = text.data(), *const end = begin + text.size();
    const auto [stop, error] = std::from_chars(begin, end, vector[axis]);
    const bool ends_well = axis == 2 ? stop == end : stop != end && *stop == ':';
    if (error != std::errc() || !ends_well || !std::isfinite(vector[axis])) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - begin) + (axis == 2 ? 0 : 1));
  }
  return vector;
}

std::optional<Vec3> normal_from(std::string_view text) {
  const auto axis = std::ranges::find(kSectionAxes, text);
  if (axis != kSectionAxes.end()) return axis_normal(static_cast<std::size_t>(axis - kSectionAxes.begin()));
  const auto normal = vector_from(text);
  return normal && norm(*normal) > 0 ? normal : std::nullopt;
}

}  // namespace

std::string section_text(const Section& section) {
  std::string text = vector_text(section.normal);
  for (std::size_t axis = 0; axis < kSectionAxes.size(); ++axis)
    if (section.normal == axis_normal(axis)) text = kSectionAxes[axis];
  return section.point ? text + '@' + vector_text(*section.point) : text;
}

Section section_from(const std::string& text, std::string_view where) {
  const std::size_t at = std::min(text.find('@'), text.size());
  const auto normal = normal_from(std::string_view(text).substr(0, at));
  const auto point = at < text.size() ? vector_from(std::string_view(text).substr(at + 1)) : std::nullopt;
  if (!normal || (at < text.size() && !point))
    throw Error(fmt::format("'{}' is not a section", text), std::string(where),
                "give its normal, and a point if it is not to go through the middle, for example z, "
                "-x@0.1:0:0 or 1:0:1@0:0.5:0");
  return {point, *normal};
}

}  // namespace sinew
