#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/base/geometry.h"
#include "sinew/scene/rules/rule.h"

namespace sinew {

// Rules around one other rule: lists, members that may be left out, an object of one key.

// Words and schemas of lists of items by a rule, and of an object of one key.
std::string fixed_list_words(int count, const Rule& item, bool links);
Rule::Json fixed_list_schema(int count, const Rule& item, Rule::Json& definitions);
std::string list_words(std::size_t fewest, const Rule& item, bool links);
Rule::Json list_schema(std::size_t fewest, const Rule& item, Rule::Json& definitions);
std::string keyed_words(const std::string& key, const Rule& inner, bool links);
Rule::Json keyed_schema(const std::string& key, const Rule& inner, Rule::Json& definitions);
// The value of the only key that the object may have.
const Node& only_member(const std::string& key, const Node& object, const Place& place);

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
  std::string own_words(bool links) const override { return fixed_list_words(N, *this->inner_, links); }
  Json own_schema(Json& definitions) const override {
    return fixed_list_schema(N, *this->inner_, definitions);
  }
};

// A list of exactly N items.
template <int N, typename Item>
RulePtr<std::array<Item, N>> list_of(RulePtr<Item> item) {
  return make_rule<FixedListRule<std::array<Item, N>, Item, N>>(std::move(item));
}
// A list of three numbers, read as a Vec3.
inline RulePtr<Vec3> vector_of(RulePtr<double> component) {
  return make_rule<FixedListRule<Vec3, double, 3>>(std::move(component));
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

// A list of three numbers, read as a unit vector.
inline RulePtr<Vec3> direction() { return make_rule<DirectionRule>(number()); }

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
    value = std::vector<Item>(node.items.size());
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
  std::string own_words(bool links) const override { return list_words(fewest_, *this->inner_, links); }
  Json own_schema(Json& definitions) const override {
    return list_schema(fewest_, *this->inner_, definitions);
  }

 private:
  std::size_t fewest_;
};

// A list of at least `fewest` items.
template <typename Item>
RulePtr<std::vector<Item>> list(RulePtr<Item> item, std::size_t fewest = 0) {
  return make_rule<ListRule<Item>>(std::move(item), fewest);
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

// What the rule says, read into a T that holds it.
template <typename T, typename Inner>
RulePtr<T> held(RulePtr<Inner> rule) {
  return make_rule<HeldRule<T, Inner>>(std::move(rule));
}
// What the rule says, read into an optional.
template <typename T>
RulePtr<std::optional<T>> optional(RulePtr<T> rule) {
  return held<std::optional<T>>(std::move(rule));
}

// {"key": value}, told from other objects by its key.
template <typename T>
class KeyedRule : public WrappingRule<T, T> {
 public:
  using Json = Rule::Json;
  KeyedRule(std::string_view key, RulePtr<T> inner) : WrappingRule<T, T>(std::move(inner)), key_(key) {}

  bool suits(const Node& node) const override {
    return node.is(Node::Kind::kObject) && node.find(key_) != nullptr;
  }
  std::string selecting_key() const override { return key_; }
  void read(const Node& node, const Place& place, T& value) const override {
    const Node& inner = only_member(key_, node, place);
    this->inner_->read(inner, place.member(key_, inner), value);
  }
  const Rule* member(std::string_view key) const override {
    return key == key_ ? this->inner_.get() : nullptr;
  }
  std::vector<std::string> keys() const override { return {key_}; }

 protected:
  std::string own_words(bool links) const override { return keyed_words(key_, *this->inner_, links); }
  Json own_schema(Json& definitions) const override { return keyed_schema(key_, *this->inner_, definitions); }

 private:
  std::string key_;
};

// An object of one key, whose value is by the rule.
template <typename T>
RulePtr<T> keyed(std::string_view key, RulePtr<T> rule) {
  return make_rule<KeyedRule<T>>(key, std::move(rule));
}

}  // namespace sinew
