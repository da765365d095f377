#include "app/picture_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// The whole text as a number; nothing if it is more or less than one.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

double camera_figure(std::string_view text, const std::string& key, double least, double most) {
  const auto value = number_in<double>(text);
  if (!value || !(*value >= least && *value <= most))
    throw Error(fmt::format("{} is to be a number from {:g} to {:g}, not '{}'", key, least, most, text),
                "--camera", "for example --camera azimuth=40,elevation=10,zoom=1.5");
  return *value;
}

Vec3 camera_target(std::string_view text) {
  const auto parts = split(text, ':');
  if (parts.size() != 3)
    throw Error(fmt::format("a target is three numbers, not '{}'", text), "--camera",
                "for example --camera target=0:0.5:0");
  Vec3 target;
  for (int axis = 0; axis < 3; ++axis) target[axis] = camera_figure(parts[axis], "target", -1e9, 1e9);
  return target;
}

}  // namespace

std::array<int, 2> parse_size(const std::string& text) {
  const auto parts = split(text, 'x');
  if (parts.size() == 2) {
    const auto width = number_in<int>(parts[0]), height = number_in<int>(parts[1]);
    if (width && height && std::min(*width, *height) >= 16 && std::max(*width, *height) <= 16384)
      return {*width, *height};
  }
  throw Error(fmt::format("'{}' is not a size of a picture", text), "--size",
              "give width x height, each from 16 to 16384, for example --size 1920x1080");
}

std::vector<Shown> parse_show(const std::vector<std::string>& names) {
  std::vector<Shown> show;
  const std::vector<std::string> known(kShownNames.begin(), kShownNames.end());
  for (const std::string& name : names) {
    const auto found = std::ranges::find(known, name);
    if (found == known.end())
      throw Error(fmt::format("nothing to show is called '{}'{}", name, did_you_mean(name, known)), "--show",
                  fmt::format("there are: {}", fmt::join(known, ", ")));
    show.push_back(static_cast<Shown>(found - known.begin()));
  }
  return show;
}

void apply_camera(const std::string& text, ViewDescription& view) {
  static const std::vector<std::string> kKeys{"azimuth", "elevation", "zoom", "target"};
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string key(part.substr(0, equals));
    if (equals == std::string_view::npos || std::ranges::find(kKeys, key) == kKeys.end())
      throw Error(
          fmt::format("the camera has no '{}'{}", key, did_you_mean(key, kKeys)), "--camera",
          fmt::format("give some of {}, for example --camera azimuth=40,zoom=1.5", fmt::join(kKeys, ", ")));
    const std::string_view value = part.substr(equals + 1);
    if (key == "azimuth") view.azimuth = camera_figure(value, key, -360, 360);
    if (key == "elevation") view.elevation = camera_figure(value, key, -88, 88);
    if (key == "zoom") view.zoom = camera_figure(value, key, 0.01, 100);
    if (key == "target") view.target = camera_target(value);
  }
}

std::vector<std::int64_t> choose_steps(const std::string& range, std::int64_t every,
                                       std::span<const std::int64_t> there) {
  auto refuse = [&](const std::string& what) {
    throw Error(what, "--frames",
                fmt::format("give A:B, A: or a step, from {} to {}, for example --frames {}:{}",
                            there.front(), there.back(), there.front(), there.back()));
  };
  std::int64_t first = there.front(), last = there.back();
  if (!range.empty()) {
    const auto parts = split(range, ':');
    auto bound = [&](std::string_view part, std::int64_t otherwise) {
      if (part.empty()) return otherwise;
      const auto value = number_in<std::int64_t>(part);
      if (!value) refuse(fmt::format("'{}' is not a range of steps", range));
      return value.value_or(0);
    };
    if (parts.size() > 2) refuse(fmt::format("'{}' is not a range of steps", range));
    first = bound(parts.front(), first), last = bound(parts.back(), last);
  }
  std::vector<std::int64_t> chosen;
  std::ranges::copy_if(there, std::back_inserter(chosen),
                       [&](std::int64_t step) { return step >= first && step <= last; });
  if (chosen.empty()) refuse(fmt::format("there is no frame from step {} to {}", first, last));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < chosen.size(); i += static_cast<std::size_t>(every)) chosen[kept++] = chosen[i];
  chosen.resize(kept);
  return chosen;
}

}  // namespace sinew
