#include "scene/rules/object_rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggestion.h"

namespace sinew {

Node ObjectRuleBase::written_out(const Rule& rule, const Node& node, const Place& place) const {
  if (shorthand_.empty() || !node.is(Node::Kind::kText)) rule.refuse(node, place);
  Node object;
  object.kind = Node::Kind::kObject;
  object.line = node.line;
  object.add(shorthand_, node);
  return object;
}

void ObjectRuleBase::refuse_unknown_keys(const Node& object, const Place& place) const {
  const std::vector<std::string> known = all_keys();
  for (std::size_t i = 0; i < object.keys.size(); ++i) {
    if (std::find(known.begin(), known.end(), object.keys[i]) != known.end()) continue;
    place.member(object.keys[i], object.items[i])
        .refuse("there is no such key" + did_you_mean(object.keys[i], known),
                fmt::format("a {} has: {}", name_, fmt::join(known, ", ")));
  }
}

void ObjectRuleBase::refuse_missing(const KeyInfo& info, const Place& place) const {
  place.refuse(fmt::format("the key \"{}\" is missing", info.key),
               fmt::format("{}: {}", info.meaning, info.rule->words()));
}

bool ObjectRuleBase::object_suits(const Node& node) const {
  if (node.is(Node::Kind::kText)) return !shorthand_.empty();
  if (!node.is(Node::Kind::kObject)) return false;
  if (selecting_key_.empty()) return true;
  const Node* selecting = node.find(selecting_key_);
  return selecting != nullptr && (tag_value_.empty() || selecting->text == tag_value_);
}

std::vector<std::string> ObjectRuleBase::all_keys() const {
  std::vector<std::string> keys;
  if (!tag_key_.empty()) keys.push_back(tag_key_);
  for (const KeyInfo& info : infos_) keys.push_back(info.key);
  return keys;
}

std::size_t ObjectRuleBase::row_of(std::string_view key) const {
  std::size_t row = 0;
  while (row < infos_.size() && infos_[row].key != key) ++row;
  return row;
}

std::string ObjectRuleBase::object_words() const {
  return fmt::format("{}an object of the keys {}", shorthand_.empty() ? "" : "a text or ",
                     fmt::join(all_keys(), ", "));
}

std::string ObjectRuleBase::object_section() const {
  std::string text = about_ + "\n\n";
  if (!shorthand_.empty())
    text += fmt::format("The value of `{}` alone may stand for the whole object.\n\n", shorthand_);
  text += "| key | value | default | meaning |\n|---|---|---|---|\n";
  if (!tag_key_.empty())
    text += fmt::format("| `{}` | \"{}\" | required | which type it is |\n", tag_key_, tag_value_);
  for (const KeyInfo& info : infos_) {
    const std::string otherwise = !info.default_words.empty()     ? info.default_words
                                  : !info.default_value.is_null() ? '`' + info.default_value.dump() + '`'
                                                                  : "none";
    text += fmt::format("| `{}` | {} | {} | {} |\n", info.key, info.rule->mention(true),
                        !info.required   ? otherwise
                        : info.sometimes ? "required of some"
                                         : "required",
                        info.meaning);
  }
  return text;
}

Rule::Json ObjectRuleBase::object_schema(Rule::Json& definitions) const {
  using Json = Rule::Json;
  Json properties = Json::object(), required = Json::array();
  if (!tag_key_.empty()) properties[tag_key_] = Json{{"const", tag_value_}}, required.push_back(tag_key_);
  for (const KeyInfo& info : infos_) {
    Json& property = properties[info.key] = info.rule->schema(definitions);
    property["description"] = info.meaning;
    if (!info.default_value.is_null()) property["default"] = info.default_value;
    if (info.required && !info.sometimes) required.push_back(info.key);
  }
  Json schema = {{"type", "object"}, {"description", about_}, {"properties", properties}};
  if (!required.empty()) schema["required"] = required;
  schema["additionalProperties"] = false;
  if (shorthand_.empty()) return schema;
  return Json{{"anyOf", Json::array({properties[shorthand_], schema})}};
}

}  // namespace sinew
