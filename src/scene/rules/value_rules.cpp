#include "scene/rules/value_rules.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {
constexpr double kEndless = std::numeric_limits<double>::infinity();
}

std::string Range::words() const {
  const bool above = low > -kEndless, below = high < kEndless;
  std::string text;
  if (above) text = fmt::format(" {} {}", low_out ? "above" : below ? "from" : "of at least", low);
  if (above && below && high_out) text += low_out ? " and" : ",";
  if (below) text += fmt::format(" {} {}", high_out ? "below" : above ? "to" : "of at most", high);
  return text;
}

void Range::add_to(Rule::Json& schema) const {
  if (low > -kEndless) schema[low_out ? "exclusiveMinimum" : "minimum"] = json_number(low);
  if (high < kEndless) schema[high_out ? "exclusiveMaximum" : "maximum"] = json_number(high);
}

void NumberRule::read(const Node& node, const Place& place, double& value) const {
  if (!suits(node) || !range_.contains(node.number)) refuse(node, place);
  value = node.number * (length_ ? place.source().metres_per_unit : factor_);
}

std::string NumberRule::own_words(bool) const {
  return "a number" + range_.words() + (unit_.empty() ? "" : ", in " + unit_);
}

Rule::Json NumberRule::own_schema(Json&) const {
  Json schema = {{"type", "number"}};
  range_.add_to(schema);
  return schema;
}

void WholeNumberRule::read(const Node& node, const Place& place, Index& value) const {
  if (!suits(node) || !range_.contains(node.number) || node.number != std::floor(node.number))
    refuse(node, place);
  value = static_cast<Index>(node.number);
}

std::string WholeNumberRule::own_words(bool) const {
  Range range = range_;
  if (range.high == std::numeric_limits<Index>::max()) range.high = kEndless;
  return "a whole number" + range.words();
}

Rule::Json WholeNumberRule::own_schema(Json&) const {
  Json schema = {{"type", "integer"}};
  range_.add_to(schema);
  return schema;
}

void FlagRule::read(const Node& node, const Place& place, bool& value) const {
  if (!suits(node)) refuse(node, place);
  value = node.flag;
}

void TextRule::read(const Node& node, const Place& place, std::string& value) const {
  if (!suits(node) || node.text.empty()) refuse(node, place);
  value = node.text;
}

void FileRule::read(const Node& node, const Place& place, std::filesystem::path& value) const {
  if (!suits(node) || node.text.empty() || node.text.find('\0') != std::string::npos) refuse(node, place);
  value = place.source().folder / node.text;
  std::error_code failure;
  const bool is_missing = place.source().files_exist && !std::filesystem::is_regular_file(value, failure);
  if (is_missing && may_be_missing_) return;
  if (is_missing)
    place.refuse(fmt::format("there is no file {}", value.string()),
                 "paths are relative to the folder of the scene");
  place.source().files.push_back(value);
  place.source().file_places.push_back(place.path());
}

void NumbersByNameRule::read(const Node& node, const Place& place, Numbers& value) const {
  if (!suits(node)) refuse(node, place);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    number()->read(node.items[i], place.member(node.keys[i], node.items[i]), value[node.keys[i]]);
}

const Rule* NumbersByNameRule::member(std::string_view) const {
  static const RulePtr<double> any = number();
  return any.get();
}

void VersionRule::read(const Node& node, const Place& place, int& value) const {
  if (suits(node) && node.number > version_)
    place.refuse(fmt::format("the scene has version {}, this sinew reads {}", node.number, version_),
                 "a newer sinew reads it");
  if (!suits(node) || node.number != version_) refuse(node, place);
  value = version_;
}

RulePtr<double> within(Range range, std::string_view unit) {
  return make_rule<NumberRule>(range, std::string(unit));
}
RulePtr<double> number(std::string_view unit) { return within({}, unit); }
RulePtr<double> positive(std::string_view unit) { return within({0, kEndless, true, false}, unit); }
RulePtr<double> not_negative(std::string_view unit) { return within({0, kEndless}, unit); }

namespace {
RulePtr<double> length_within(Range range) {
  return make_rule<NumberRule>(range, "the scene's unit", 1, true);
}
}  // namespace

RulePtr<double> degrees_per_second() {
  return make_rule<NumberRule>(Range{}, "degrees/s", std::numbers::pi / 180);
}
RulePtr<double> length() { return length_within({}); }
RulePtr<double> positive_length() { return length_within({0, kEndless, true, false}); }
RulePtr<double> not_negative_length() { return length_within({0, kEndless}); }
RulePtr<Index> whole(Index low, Index high) { return make_rule<WholeNumberRule>(low, high); }
RulePtr<bool> flag() { return make_rule<FlagRule>(); }
RulePtr<std::string> text(std::string_view what) { return make_rule<TextRule>(std::string(what)); }
RulePtr<std::filesystem::path> file(std::string_view what, bool may_be_missing) {
  return make_rule<FileRule>(std::string(what), may_be_missing);
}
RulePtr<NumbersByNameRule::Numbers> numbers_by_name() { return make_rule<NumbersByNameRule>(); }

}  // namespace sinew
