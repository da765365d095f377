#pragma once

#include <functional>

#include "scene/json/rule.h"

namespace sinew {

// An object with known keys: the rows of the table. Keys are read in the order of the table, whatever their
// order in the file; what the file leaves out keeps the value that the struct gives it by itself, which is
// thus the default that schema and page show.

// One row of the table, but for the member it is read into.
struct KeyInfo {
  std::string key, meaning;
  const Rule* rule = nullptr;
  bool required = false;
  Rule::Json default_value;  // null: none, or one that default_words says
  std::string default_words;
};

class ObjectRuleBase {
 protected:
  ObjectRuleBase(std::string name, std::string about) : name_(std::move(name)), about_(std::move(about)) {}

  // The object that a shorthand stands for.
  Node written_out(const Rule& rule, const Node& node, const Place& place) const;
  void refuse_unknown_keys(const Node& object, const Place& place) const;
  [[noreturn]] void refuse_missing(const KeyInfo& info, const Place& place) const;
  bool object_suits(const Node& node) const;
  std::string object_section() const;
  std::string object_words() const;
  Rule::Json object_schema(Rule::Json& definitions) const;
  std::vector<std::string> all_keys() const;

  std::string name_, about_, tag_key_, tag_value_, shorthand_, selecting_key_;
  std::vector<KeyInfo> infos_;
};

template <typename T>
class ObjectRule : public RuleOf<T>, private ObjectRuleBase {
 public:
  using Json = Rule::Json;
  // Gets what was read, and the object with its place, to complain about.
  using Check = std::function<void(T&, const Node&, const Place&)>;

  ObjectRule(std::string name, std::string about) : ObjectRuleBase(std::move(name), std::move(about)) {}

  // Adds a row, read into what `reach` finds in the struct.
  template <typename Reach, typename M>
  ObjectRule& key(std::string key, Reach reach, RulePtr<M> rule, std::string meaning) {
    T defaults{};
    infos_.push_back({std::move(key), std::move(meaning), rule.get(), false,
                      rule->written(std::invoke(reach, defaults)), ""});
    checks_.emplace_back();
    readers_.push_back([reach, rule](const Node& node, const Place& place, T& value) {
      rule->read(node, place, std::invoke(reach, value));
    });
    return *this;
  }

  // About the last row.
  ObjectRule& required() {
    infos_.back().required = true;
    return *this;
  }
  ObjectRule& otherwise(std::string words) {
    infos_.back().default_words = std::move(words);
    infos_.back().default_value = nullptr;
    return *this;
  }
  // Done when the row is behind, with or without its key in the file: for defaults of the rows that follow.
  ObjectRule& then(Check check) {
    checks_.back() = std::move(check);
    return *this;
  }

  // The object is told from others by a key that is there, or by the value of one that says its type.
  ObjectRule& told_by(std::string key) {
    selecting_key_ = std::move(key);
    return *this;
  }
  ObjectRule& told_by(std::string key, std::string value) {
    tag_key_ = selecting_key_ = std::move(key), tag_value_ = std::move(value);
    return *this;
  }
  // The value of this key, a text, may stand for the whole object.
  ObjectRule& shorthand(std::string key) {
    shorthand_ = std::move(key);
    return *this;
  }
  // What is done before the first row and after the last.
  ObjectRule& first(Check check) {
    first_ = std::move(check);
    return *this;
  }
  ObjectRule& last(Check check) {
    last_ = std::move(check);
    return *this;
  }

  std::string name() const override { return name_; }
  std::string section() const override { return object_section(); }
  bool suits(const Node& node) const override { return object_suits(node); }
  std::string selecting_key() const override { return selecting_key_; }
  std::string selecting_value() const override { return tag_value_; }
  std::string shorthand() const override { return shorthand_; }
  std::vector<std::string> keys() const override { return all_keys(); }

  std::vector<const Rule*> parts() const override {
    std::vector<const Rule*> parts;
    for (const KeyInfo& info : infos_) parts.push_back(info.rule);
    return parts;
  }
  const Rule* member(std::string_view key) const override {
    for (const KeyInfo& info : infos_)
      if (info.key == key) return info.rule;
    return nullptr;
  }

  void read(const Node& node, const Place& place, T& value) const override {
    if (node.is(Node::Kind::kObject))
      read_members(node, place, value, [&](const std::string& key) { return place.of(key, node); });
    else
      read_members(written_out(*this, node, place), place, value, [&](const std::string&) { return place; });
  }

 protected:
  std::string own_words(bool) const override { return object_words(); }
  Json own_schema(Json& definitions) const override { return object_schema(definitions); }

 private:
  template <typename PlaceOf>
  void read_members(const Node& object, const Place& place, T& value, PlaceOf&& place_of) const {
    refuse_unknown_keys(object, place);
    if (first_) first_(value, object, place);
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      if (const Node* member = object.find(infos_[i].key))
        readers_[i](*member, place_of(infos_[i].key), value);
      else if (infos_[i].required)
        refuse_missing(infos_[i], place);
      if (checks_[i]) checks_[i](value, object, place);
    }
    if (last_) last_(value, object, place);
  }

  std::vector<std::function<void(const Node&, const Place&, T&)>> readers_;
  std::vector<Check> checks_;
  Check first_, last_;
};

template <typename T>
ObjectRule<T> object(std::string name, std::string about) {
  return ObjectRule<T>(std::move(name), std::move(about));
}

// To end the rows of an object with.
template <typename T>
RulePtr<T> done(ObjectRule<T>& rule) {
  return std::make_shared<ObjectRule<T>>(std::move(rule));
}

}  // namespace sinew
