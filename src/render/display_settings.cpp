#include "render/display_settings.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>

#include "base/suggestion.h"
#include "render/section_text.h"
#include "sinew/base/error.h"
#include "sinew/scene/view_description.h"

namespace sinew {

namespace {

struct Setting {
  std::string name;
  std::function<std::string(const DisplayOptions&)> get;
  std::function<void(DisplayOptions&, const std::string&)> set;
};

[[noreturn]] void refuse(const std::string& name, const std::string& value, const std::string& hint) {
  throw Error(fmt::format("'{}' is not a value of '{}'", value, name), "display", hint);
}

Setting on_or_off(const std::string& name, bool DisplayOptions::*member) {
  return {name, [=](const DisplayOptions& display) { return display.*member ? "on" : "off"; },
          [=](DisplayOptions& display, const std::string& value) {
            if (value != "on" && value != "off") refuse(name, value, "give on or off");
            display.*member = value == "on";
          }};
}

// The place of the word in the list.
template <typename Names>
std::size_t choice(const std::string& name, const Names& names, const std::string& value) {
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (names[i] == value) return i;
  refuse(name, value, fmt::format("there are: {}", fmt::join(names, ", ")));
}

double number(const std::string& name, const std::string& text, const char* hint) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) refuse(name, text, hint);
  return value;
}

Setting colouring() {
  return {"colouring",
          [](const DisplayOptions& display) {
            return std::string(kColouringNames[static_cast<std::size_t>(display.colouring)]);
          },
          [](DisplayOptions& display, const std::string& value) {
            display.colouring = static_cast<Colouring>(choice("colouring", kColouringNames, value));
          }};
}

Setting colours() {
  return {"colours", [](const DisplayOptions& display) { return display.colours; },
          [](DisplayOptions& display, const std::string& value) {
            display.colours = kColourMapNames[choice("colours", kColourMapNames, value)];
          }};
}

std::array<double, 2> range_from(const std::string& value) {
  constexpr const char* kHint = "give auto, or LEAST:MOST as in 0:5000";
  const std::size_t colon = std::min(value.find(':'), value.size());
  const std::array<double, 2> range{number("range", value.substr(0, colon), kHint),
                                    number("range", value.substr(std::min(colon + 1, value.size())), kHint)};
  if (range[0] >= range[1]) refuse("range", value, kHint);
  return range;
}

Setting range() {
  return {"range",
          [](const DisplayOptions& display) {
            return display.range ? fmt::format("{}:{}", (*display.range)[0], (*display.range)[1]) : "auto";
          },
          [](DisplayOptions& display, const std::string& value) {
            if (value == "auto")
              display.range.reset();
            else
              display.range = range_from(value);
          }};
}

Setting fur_length() {
  return {"fur length", [](const DisplayOptions& display) { return fmt::format("{}", display.fur_length); },
          [](DisplayOptions& display, const std::string& value) {
            constexpr const char* kHint = "give a share of the body's size, 0 to 1";
            const double length = number("fur length", value, kHint);
            if (length < 0 || length > 1) refuse("fur length", value, kHint);
            display.fur_length = length;
          }};
}

Setting section() {
  return {"section",
          [](const DisplayOptions& display) {
            return display.section ? section_text(*display.section) : std::string("off");
          },
          [](DisplayOptions& display, const std::string& value) {
            if (value == "off")
              display.section.reset();
            else
              display.section = section_from(value, "display");
          }};
}

const std::vector<Setting>& settings() {
  static const std::vector<Setting> table{on_or_off("surface", &DisplayOptions::surface),
                                          on_or_off("wire", &DisplayOptions::wire),
                                          on_or_off("volume", &DisplayOptions::volume),
                                          on_or_off("fur", &DisplayOptions::fur),
                                          on_or_off("forces", &DisplayOptions::forces),
                                          on_or_off("contacts", &DisplayOptions::contacts),
                                          on_or_off("ground", &DisplayOptions::ground),
                                          on_or_off("shadows", &DisplayOptions::shadows),
                                          on_or_off("legend", &DisplayOptions::legend),
                                          colouring(),
                                          colours(),
                                          range(),
                                          fur_length(),
                                          section()};
  return table;
}

const Setting& find(const std::string& name) {
  for (const Setting& setting : settings())
    if (setting.name == name) return setting;
  const auto names = display_setting_names();
  throw Error(fmt::format("nothing in the display is called '{}'{}", name, did_you_mean(name, names)), "",
              fmt::format("there are: {}", fmt::join(names, ", ")));
}

}  // namespace

std::span<const std::string> display_setting_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Setting& setting : settings()) all.push_back(setting.name);
    return all;
  }();
  return names;
}

std::string display_setting(const DisplayOptions& display, const std::string& name) {
  return find(name).get(display);
}

void set_display(DisplayOptions& display, const std::string& name, const std::string& value) {
  find(name).set(display, value);
}

}  // namespace sinew
