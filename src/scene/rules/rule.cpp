#include "sinew/scene/rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/suggestion.h"

namespace sinew {

std::string Rule::mention(bool links) const {
  if (name().empty()) return own_words(links);
  if (links) return fmt::format("[{}](#{})", name(), anchor(name()));
  return (std::string_view("aeiou").find(name()[0]) == std::string_view::npos ? "a " : "an ") + name();
}

Rule::Json Rule::schema(Json& definitions) const {
  if (name().empty()) return own_schema(definitions);
  const std::string key = definition_key(name());
  if (!definitions.contains(key)) {
    definitions[key] = nullptr;  // it may refer to itself
    Json own = own_schema(definitions);
    definitions[key] = std::move(own);
  }
  return Json{{"$ref", "#/$defs/" + key}};
}

void Rule::refuse(const Node& node, const Place& place, const std::string& more) const {
  place.refuse(fmt::format("{} is not {}{}", shown(node), words(), more));
}

void Rule::refuse_name(const Node& node, const Place& place, const std::vector<std::string>& names) const {
  refuse(node, place, node.is(Node::Kind::kText) ? did_you_mean(node.text, names) : "");
}

std::string definition_key(const std::string& name) {
  std::string key = name;
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

std::shared_ptr<const Rule> own_rule(const Rule* rule) { return std::shared_ptr<const Rule>(rule); }

std::string anchor(const std::string& name) {
  std::string text = name;
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

std::string either_quoted(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return text;
}

Rule::Json json_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace sinew
