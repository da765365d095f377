#include "scene/rules/choice_rules.h"

#include <fmt/format.h>

namespace sinew {

namespace {

void add_new(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

void AlternativesBase::refuse_all(const Rule& rule, const Node& node, const Place& place) const {
  std::vector<std::string> keys, values;
  for (const Rule* alternative : rules_) {
    add_new(keys, alternative->selecting_key());
    add_new(values, alternative->selecting_value());
  }
  if (!node.is(Node::Kind::kObject) || keys.empty()) rule.refuse(node, place);
  const Node* selecting = node.find(keys[0]);
  if (selecting != nullptr && !values.empty())
    place.member(keys[0], *selecting)
        .refuse(fmt::format("{} is not {}{}", shown(*selecting), either_quoted(values),
                            did_you_mean(selecting->text, values)));
  const std::string near = node.keys.empty() ? "" : did_you_mean(node.keys[0], keys);
  const std::string accepted = values.empty() ? "" : fmt::format("it is {}", either_quoted(values));
  place.refuse(fmt::format("the key {} is missing{}", either_quoted(keys), near), accepted);
}

std::string AlternativesBase::alternatives_section() const {
  std::string text = about_ + "\n\n";
  for (const Rule* rule : rules_) text += fmt::format("- {}\n", rule->mention(true));
  return text;
}

std::string AlternativesBase::alternatives_words(bool links) const {
  std::string words;
  for (const Rule* rule : rules_) words += (words.empty() ? "" : ", or ") + rule->mention(links);
  return words;
}

Rule::Json AlternativesBase::alternatives_schema(Rule::Json& definitions) const {
  Rule::Json any = Rule::Json::array();
  for (const Rule* rule : rules_) any.push_back(rule->schema(definitions));
  Rule::Json schema{{"anyOf", any}};
  if (!about_.empty()) schema["description"] = about_;
  return schema;
}

}  // namespace sinew
