#include "sinew/scene/rules/choice_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggestion.h"

namespace sinew {

namespace {

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

void AlternativesBase::refuse_all(const Rule& rule, const Node& node, const Place& place) const {
  std::vector<std::string> keys, values;
  for (const auto& alternative : rules_) {
    add_new(keys, alternative->selecting_key());
    add_new(values, alternative->selecting_value());
  }
  if (!node.is(Node::Kind::kObject) || keys.empty()) rule.refuse(node, place);
  const Node* selecting = node.find(keys[0]);
  if (selecting != nullptr && !values.empty())
    place.member(keys[0], *selecting)
        .refuse(fmt::format("{} is not {}{}", shown(*selecting), either_quoted(values),
                            did_you_mean(selecting->text, values)));
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& key = node.keys[i];
    const std::string near = did_you_mean(key, keys);
    if (!near.empty() && std::find(keys.begin(), keys.end(), key) == keys.end())
      place.member(key, node.items[i]).refuse("there is no such key" + near);
  }
  const std::string accepted = values.empty() ? "" : fmt::format("it is {}", either_quoted(values));
  place.refuse(fmt::format("the key {} is missing", either_quoted(keys)), accepted);
}

void AlternativesBase::add_rule(std::shared_ptr<const Rule> rule, Reader reader, Writer writer) {
  rules_.push_back(std::move(rule));
  readers_.push_back(reader), writers_.push_back(writer);
}

std::size_t AlternativesBase::chosen(const Node& node) const {
  std::size_t i = 0;
  while (i < rules_.size() && !rules_[i]->suits(node)) ++i;
  return i;
}

void AlternativesBase::read_alternative(const Rule& rule, const Node& node, const Place& place,
                                        void* value) const {
  const std::size_t i = chosen(node);
  if (i == rules_.size()) refuse_all(rule, node, place);
  readers_[i](*rules_[i], node, place, value);
}

Rule::Json AlternativesBase::alternative_written(const void* value) const {
  for (std::size_t i = rules_.size(); i-- > 0;) {
    if (writers_[i] == nullptr) continue;
    if (Rule::Json json = writers_[i](*rules_[i], value); !json.is_null()) return json;
  }
  return nullptr;
}

std::vector<const Rule*> AlternativesBase::rules() const {
  std::vector<const Rule*> rules;
  for (const auto& rule : rules_) rules.push_back(rule.get());
  return rules;
}

const Rule* AlternativesBase::rule_of(std::string_view key) const {
  for (const auto& rule : rules_)
    if (const Rule* found = rule->member(key)) return found;
  return nullptr;
}

const Rule* AlternativesBase::rule_of_items() const {
  for (const auto& rule : rules_)
    if (const Rule* found = rule->item()) return found;
  return nullptr;
}

std::vector<std::string> AlternativesBase::all_keys() const {
  std::vector<std::string> keys;
  for (const auto& rule : rules_)
    for (const std::string& key : rule->keys()) keys.push_back(key);
  return keys;
}

std::string AlternativesBase::any_shorthand() const {
  for (const auto& rule : rules_)
    if (!rule->shorthand().empty()) return rule->shorthand();
  return "";
}

std::string AlternativesBase::alternatives_section() const {
  std::string text = about_ + "\n\n";
  for (const auto& rule : rules_) text += fmt::format("- {}\n", rule->mention(true));
  return text;
}

std::string AlternativesBase::alternatives_words(bool links) const {
  std::string words;
  for (const auto& rule : rules_) words += (words.empty() ? "" : ", or ") + rule->mention(links);
  return words;
}

Rule::Json AlternativesBase::alternatives_schema(Rule::Json& definitions) const {
  Rule::Json any = Rule::Json::array();
  for (const auto& rule : rules_) any.push_back(rule->schema(definitions));
  Rule::Json schema{{"anyOf", any}};
  if (!about_.empty()) schema["description"] = about_;
  return schema;
}

}  // namespace sinew
