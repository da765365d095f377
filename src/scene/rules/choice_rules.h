#pragma once

#include <array>
#include <functional>
#include <utility>

#include "base/suggestion.h"
#include "scene/rules/rule.h"

namespace sinew {

// Rules that choose: one of several names, one literal, one of several kinds of value.

// A name that stands for a value.
template <typename T>
class ChoiceRule : public RuleOf<T> {
 public:
  using Json = Rule::Json;
  using Choices = std::vector<std::pair<std::string, T>>;

  explicit ChoiceRule(Choices choices) : choices_(std::move(choices)) {}

  bool suits(const Node& node) const override { return node.is(Node::Kind::kText); }
  void read(const Node& node, const Place& place, T& value) const override {
    for (const auto& [name, choice] : choices_)
      if (suits(node) && node.text == name) return void(value = choice);
    this->refuse(node, place, suits(node) ? did_you_mean(node.text, names()) : "");
  }
  Json written(const T& value) const override {
    for (const auto& [name, choice] : choices_)
      if (choice == value) return name;
    return nullptr;
  }

 protected:
  std::string own_words(bool) const override { return either_quoted(names()); }
  Json own_schema(Json&) const override { return {{"enum", Json::texts(names())}}; }

 private:
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : choices_) names.push_back(entry.first);
    return names;
  }

  Choices choices_;
};

template <typename T>
RulePtr<T> choice(std::vector<std::pair<std::string, T>> choices) {
  return std::make_shared<ChoiceRule<T>>(std::move(choices));
}

// The values of an enumeration, by their names in its order.
template <typename Enum, std::size_t N>
RulePtr<Enum> choice_of(const std::array<std::string_view, N>& names) {
  std::vector<std::pair<std::string, Enum>> choices;
  for (std::size_t i = 0; i < N; ++i) choices.emplace_back(names[i], static_cast<Enum>(i));
  return choice(std::move(choices));
}

// One text or flag, read as `value`.
template <typename T>
class LiteralRule : public RuleOf<T> {
 public:
  using Json = Rule::Json;

  LiteralRule(Json literal, T value) : literal_(std::move(literal)), value_(std::move(value)) {}

  bool suits(const Node& node) const override {
    return literal_.is_text() ? node.is(Node::Kind::kText) && literal_ == std::string_view(node.text)
                              : node.is(Node::Kind::kFlag) && literal_ == node.flag;
  }
  void read(const Node&, const Place&, T& value) const override { value = value_; }
  Json written(const T& value) const override { return value == value_ ? literal_ : Json(); }

 protected:
  std::string own_words(bool) const override { return literal_.dump(); }
  Json own_schema(Json&) const override { return {{"const", literal_}}; }

 private:
  Json literal_;
  T value_;
};

template <typename T>
RulePtr<T> literal(Rule::Json text_or_flag, T value) {
  return std::make_shared<LiteralRule<T>>(std::move(text_or_flag), std::move(value));
}

// The first of several rules that a value suits.
class AlternativesBase {
 protected:
  AlternativesBase(std::string name, std::string about) : name_(std::move(name)), about_(std::move(about)) {}

  // Throws Error for a value that suits none: by its keys, the value of the selecting key or its kind.
  [[noreturn]] void refuse_all(const Rule& rule, const Node& node, const Place& place) const;
  std::string alternatives_section() const;
  std::string alternatives_words(bool links) const;
  Rule::Json alternatives_schema(Rule::Json& definitions) const;

  std::string name_, about_;
  std::vector<const Rule*> rules_;
};

template <typename T>
class AlternativesRule : public RuleOf<T>, private AlternativesBase {
 public:
  using Json = Rule::Json;

  AlternativesRule(std::string name, std::string about)
      : AlternativesBase(std::move(name), std::move(about)) {}

  template <typename A>
  void add(RulePtr<A> rule) {
    rules_.push_back(rule.get());
    readers_.push_back([rule](const Node& node, const Place& place, T& value) {
      A alternative{};
      rule->read(node, place, alternative);
      value = T{std::move(alternative)};
    });
    if constexpr (std::is_same_v<A, T>)
      writers_.push_back([rule](const T& value) { return rule->written(value); });
  }

  std::string name() const override { return name_; }
  bool suits(const Node& node) const override { return chosen(node) < rules_.size(); }
  void read(const Node& node, const Place& place, T& value) const override {
    const std::size_t i = chosen(node);
    if (i == rules_.size()) refuse_all(*this, node, place);
    readers_[i](node, place, value);
  }
  Json written(const T& value) const override {
    for (auto writer = writers_.rbegin(); writer != writers_.rend(); ++writer)
      if (Json json = (*writer)(value); !json.is_null()) return json;
    return nullptr;
  }
  std::string section() const override { return alternatives_section(); }
  std::vector<const Rule*> parts() const override { return rules_; }
  const Rule* member(std::string_view key) const override {
    for (const Rule* rule : rules_)
      if (const Rule* found = rule->member(key)) return found;
    return nullptr;
  }
  const Rule* item() const override {
    for (const Rule* rule : rules_)
      if (const Rule* found = rule->item()) return found;
    return nullptr;
  }
  std::vector<std::string> keys() const override {
    std::vector<std::string> keys;
    for (const Rule* rule : rules_)
      for (const std::string& key : rule->keys()) keys.push_back(key);
    return keys;
  }
  std::string shorthand() const override {
    for (const Rule* rule : rules_)
      if (!rule->shorthand().empty()) return rule->shorthand();
    return "";
  }

 protected:
  std::string own_words(bool links) const override { return alternatives_words(links); }
  Json own_schema(Json& definitions) const override { return alternatives_schema(definitions); }

 private:
  std::size_t chosen(const Node& node) const {
    std::size_t i = 0;
    while (i < rules_.size() && !rules_[i]->suits(node)) ++i;
    return i;
  }

  std::vector<std::function<void(const Node&, const Place&, T&)>> readers_;
  std::vector<std::function<Json(const T&)>> writers_;
};

// One of the rules; with a name where the page is to have a section of its own for it.
template <typename T, typename... A>
RulePtr<T> one_of(std::string name, std::string about, RulePtr<A>... rules) {
  auto all = std::make_shared<AlternativesRule<T>>(std::move(name), std::move(about));
  (all->add(std::move(rules)), ...);
  return all;
}

}  // namespace sinew
