#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sinew/scene/rules/rule.h"

namespace sinew {

// Rules that choose: one of several names, one literal, one of several kinds of value.

// A name that stands for a value.
template <typename T>
class ChoiceRule : public RuleOf<T> {
 public:
  using Json = Rule::Json;
  // Names, and what they stand for.
  using Choices = std::vector<std::pair<std::string, T>>;

  explicit ChoiceRule(Choices choices) : choices_(std::move(choices)) {}

  bool suits(const Node& node) const override { return node.is(Node::Kind::kText); }
  void read(const Node& node, const Place& place, T& value) const override {
    for (const auto& [name, choice] : choices_)
      if (suits(node) && node.text == name) return void(value = choice);
    this->refuse_name(node, place, names());
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

// One of these names.
template <typename T>
RulePtr<T> choice(std::vector<std::pair<std::string, T>> choices) {
  return make_rule<ChoiceRule<T>>(std::move(choices));
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

// This text or flag.
template <typename T>
RulePtr<T> literal(Rule::Json text_or_flag, T value) {
  return make_rule<LiteralRule<T>>(std::move(text_or_flag), std::move(value));
}

// The first of several rules that a value suits: all but the type of what is read, which is passed as void*.
class AlternativesBase {
 protected:
  // Reads a value into an object of the type that the rule knows, and writes one.
  using Reader = void (*)(const Rule&, const Node&, const Place&, void*);
  using Writer = Rule::Json (*)(const Rule&, const void*);

  AlternativesBase(std::string_view name, std::string_view about) : name_(name), about_(about) {}

  // Adds an alternative, and finds the first that a value suits; as many as there are rules: none.
  // A writer of null: the alternative is not of that type.
  void add_rule(std::shared_ptr<const Rule> rule, Reader reader, Writer writer);
  std::size_t chosen(const Node& node) const;
  // Throws Error for a value that suits none: by its keys, the value of the selecting key or its kind.
  void read_alternative(const Rule& rule, const Node& node, const Place& place, void* value) const;
  // What AlternativesRule overrides, for any type.
  Rule::Json alternative_written(const void* value) const;
  std::string alternatives_section() const;
  std::string alternatives_words(bool links) const;
  Rule::Json alternatives_schema(Rule::Json& definitions) const;
  std::vector<const Rule*> rules() const;
  const Rule* rule_of(std::string_view key) const;
  const Rule* rule_of_items() const;
  std::vector<std::string> all_keys() const;
  std::string any_shorthand() const;

  std::string name_, about_;
  std::vector<std::shared_ptr<const Rule>> rules_;
  std::vector<Reader> readers_;
  std::vector<Writer> writers_;

 private:
  [[noreturn]] void refuse_all(const Rule& rule, const Node& node, const Place& place) const;
};

// The first of several rules that a value suits, read into a T, which each of their values can be converted
// to.
template <typename T>
class AlternativesRule : public RuleOf<T>, private AlternativesBase {
 public:
  using Json = Rule::Json;

  AlternativesRule(std::string_view name, std::string_view about) : AlternativesBase(name, about) {}

  // Adds an alternative behind the others.
  template <typename A>
  void add(const RulePtr<A>& rule) {
    add_rule(rule, &read_as<A>, std::is_same_v<A, T> ? &write : nullptr);
  }

  std::string name() const override { return name_; }
  bool suits(const Node& node) const override { return chosen(node) < rules_.size(); }
  void read(const Node& node, const Place& place, T& value) const override {
    read_alternative(*this, node, place, &value);
  }
  Json written(const T& value) const override { return alternative_written(&value); }
  std::string section() const override { return alternatives_section(); }
  std::vector<const Rule*> parts() const override { return rules(); }
  const Rule* member(std::string_view key) const override { return rule_of(key); }
  const Rule* item() const override { return rule_of_items(); }
  std::vector<std::string> keys() const override { return all_keys(); }
  std::string shorthand() const override { return any_shorthand(); }

 protected:
  std::string own_words(bool links) const override { return alternatives_words(links); }
  Json own_schema(Json& definitions) const override { return alternatives_schema(definitions); }

 private:
  template <typename A>
  static void read_as(const Rule& rule, const Node& node, const Place& place, void* value) {
    A alternative{};
    static_cast<const RuleOf<A>&>(rule).read(node, place, alternative);
    *static_cast<T*>(value) = T{std::move(alternative)};
  }
  static Json write(const Rule& rule, const void* value) {
    return static_cast<const RuleOf<T>&>(rule).written(*static_cast<const T*>(value));
  }
};

// One of the rules; with a name if it gets its own section on the page.
template <typename T, typename... A>
RulePtr<T> one_of(std::string_view name, std::string_view about, const RulePtr<A>&... rules) {
  auto* const all = new AlternativesRule<T>(name, about);
  const RulePtr<T> shared(own_rule(all), all);
  (all->add(rules), ...);
  return shared;
}

}  // namespace sinew
