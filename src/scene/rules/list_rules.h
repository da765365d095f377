#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/vec3.h"
#include "scene/rules/value_rules.h"

namespace sinew {

// Rules around one other rule: lists, members that may be left out, an object of one key.

// What such a rule has in common with the rule it wraps.
template <typename T, typename Item>
class WrappingRule : public RuleOf<T> {
 public:
  explicit WrappingRule(RulePtr<Item> inner) : inner_(std::move(inner)) {}
  std::vector<const Rule*> parts() const override { return {inner_.get()}; }

 protected:
  RulePtr<Item> inner_;
};

// Exactly N items, into an array or a Vec3.
template <typename T, typename Item, int N>
class FixedListRule : public WrappingRule<T, Item> {
 public:
  using Json = Rule::Json;
  using WrappingRule<T, Item>::WrappingRule;

  bool suits(const Node& node) const override { return node.is(Node::Kind::kList); }
  void read(const Node& node, const Place& place, T& value) const override {
    if (!suits(node) || node.items.size() != N) this->refuse(node, place);
    for (int i = 0; i < N; ++i) this->inner_->read(node.items[i], place.item(i, node.items[i]), value[i]);
  }
  Json written(const T& value) const override {
    Json list = Json::array();
    for (int i = 0; i < N; ++i) list.push_back(this->inner_->written(value[i]));
    return list;
  }
  const Rule* item() const override { return this->inner_.get(); }

 protected:
  std::string own_words(bool links) const override {
    return fmt::format("a list of {}, each {}", N, this->inner_->mention(links));
  }
  Json own_schema(Json& definitions) const override {
    return {
        {"type", "array"}, {"items", this->inner_->schema(definitions)}, {"minItems", N}, {"maxItems", N}};
  }
};

template <int N, typename Item>
RulePtr<std::array<Item, N>> list_of(RulePtr<Item> item) {
  return std::make_shared<FixedListRule<std::array<Item, N>, Item, N>>(std::move(item));
}
inline RulePtr<Vec3> vector_of(RulePtr<double> component) {
  return std::make_shared<FixedListRule<Vec3, double, 3>>(std::move(component));
}

// Three numbers, not all zero; read as the unit vector.
class DirectionRule : public FixedListRule<Vec3, double, 3> {
 public:
  using FixedListRule::FixedListRule;
  void read(const Node& node, const Place& place, Vec3& value) const override {
    FixedListRule::read(node, place, value);
    if (!(norm(value) > 0)) place.refuse("the vector has no length", "it is " + words());
    value = normalized(value);
  }

 protected:
  std::string own_words(bool) const override { return "a direction: a list of 3 numbers, not all 0"; }
};

inline RulePtr<Vec3> direction() { return std::make_shared<DirectionRule>(number()); }

// Any number of items, `fewest` at least.
template <typename Item>
class ListRule : public WrappingRule<std::vector<Item>, Item> {
 public:
  using Json = Rule::Json;
  ListRule(RulePtr<Item> item, std::size_t fewest)
      : WrappingRule<std::vector<Item>, Item>(std::move(item)), fewest_(fewest) {}

  bool suits(const Node& node) const override { return node.is(Node::Kind::kList); }
  void read(const Node& node, const Place& place, std::vector<Item>& value) const override {
    if (!suits(node) || node.items.size() < fewest_) this->refuse(node, place);
    value.assign(node.items.size(), Item{});
    for (std::size_t i = 0; i < value.size(); ++i)
      this->inner_->read(node.items[i], place.item(i, node.items[i]), value[i]);
  }
  Json written(const std::vector<Item>& value) const override {
    Json list = Json::array();
    for (const Item& item : value) list.push_back(this->inner_->written(item));
    return list;
  }
  const Rule* item() const override { return this->inner_.get(); }

 protected:
  std::string own_words(bool links) const override {
    return fmt::format("a list{}, each {}", fewest_ > 0 ? " that is not empty" : "",
                       this->inner_->mention(links));
  }
  Json own_schema(Json& definitions) const override {
    Json schema = {{"type", "array"}, {"items", this->inner_->schema(definitions)}};
    if (fewest_ > 0) schema["minItems"] = static_cast<int>(fewest_);
    return schema;
  }

 private:
  std::size_t fewest_;
};

template <typename Item>
RulePtr<std::vector<Item>> list(RulePtr<Item> item, std::size_t fewest = 0) {
  return std::make_shared<ListRule<Item>>(std::move(item), fewest);
}

// Looks like the rule inside, and reads into something that holds its value: an optional, or a list of one.
template <typename T, typename Inner>
class HeldRule : public WrappingRule<T, Inner> {
 public:
  using Json = Rule::Json;
  using WrappingRule<T, Inner>::WrappingRule;

  bool suits(const Node& node) const override { return this->inner_->suits(node); }
  const Rule* member(std::string_view key) const override { return this->inner_->member(key); }
  const Rule* item() const override { return this->inner_->item(); }
  std::vector<std::string> keys() const override { return this->inner_->keys(); }
  std::string shorthand() const override { return this->inner_->shorthand(); }
  void read(const Node& node, const Place& place, T& value) const override {
    Inner inner{};
    this->inner_->read(node, place, inner);
    value = T{std::move(inner)};
  }

 protected:
  std::string own_words(bool links) const override { return this->inner_->mention(links); }
  Json own_schema(Json& definitions) const override { return this->inner_->schema(definitions); }
};

template <typename T, typename Inner>
RulePtr<T> held(RulePtr<Inner> rule) {
  return std::make_shared<HeldRule<T, Inner>>(std::move(rule));
}
template <typename T>
RulePtr<std::optional<T>> optional(RulePtr<T> rule) {
  return held<std::optional<T>>(std::move(rule));
}

// {"key": value}, told from other objects by its key.
template <typename T>
class KeyedRule : public WrappingRule<T, T> {
 public:
  using Json = Rule::Json;
  KeyedRule(std::string key, RulePtr<T> inner) : WrappingRule<T, T>(std::move(inner)), key_(std::move(key)) {}

  bool suits(const Node& node) const override {
    return node.is(Node::Kind::kObject) && node.find(key_) != nullptr;
  }
  std::string selecting_key() const override { return key_; }
  void read(const Node& node, const Place& place, T& value) const override {
    for (std::size_t i = 0; i < node.keys.size(); ++i)
      if (node.keys[i] != key_)
        place.member(node.keys[i], node.items[i])
            .refuse(fmt::format("the key does not go with \"{}\"", key_), "choose one of them");
    const Node& inner = *node.find(key_);
    this->inner_->read(inner, place.member(key_, inner), value);
  }
  const Rule* member(std::string_view key) const override {
    return key == key_ ? this->inner_.get() : nullptr;
  }
  std::vector<std::string> keys() const override { return {key_}; }

 protected:
  std::string own_words(bool links) const override {
    const std::string tick = links ? "`" : "";
    return fmt::format("{0}{{\"{1}\": ...}}{0} with {2}", tick, key_, this->inner_->mention(links));
  }
  Json own_schema(Json& definitions) const override {
    return {{"type", "object"},
            {"properties", Json{{key_, this->inner_->schema(definitions)}}},
            {"required", Json::texts({key_})},
            {"additionalProperties", false}};
  }

 private:
  std::string key_;
};

template <typename T>
RulePtr<T> keyed(std::string key, RulePtr<T> rule) {
  return std::make_shared<KeyedRule<T>>(std::move(key), std::move(rule));
}

}  // namespace sinew
