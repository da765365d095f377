#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/rules/rule.h"

namespace sinew {

// An object with known keys: the rows of the table. Keys are read in the order of the table, whatever their
// order in the file; what the file leaves out keeps the value that the struct gives it by itself, which is
// thus the default that schema and page show.

// One row of the table, but for the member it is read into.
struct KeyInfo {
  std::string key, meaning;
  const Rule* rule = nullptr;
  bool required = false;
  bool sometimes = false;    // required, but not of every object
  Rule::Json default_value;  // null: none, or one that default_words says
  std::string default_words;
  std::string before;  // see ObjectRule::before
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
  std::size_t row_of(std::string_view key) const;  // how many rows there are, where there is none

  std::string name_, about_, tag_key_, tag_value_, shorthand_, selecting_key_;
  std::vector<KeyInfo> infos_;
};

template <typename T>
class ObjectRule : public RuleOf<T>, private ObjectRuleBase {
 public:
  using Json = Rule::Json;
  // Gets what was read, and the object with its place, to complain about.
  using Check = std::function<void(T&, const Node&, const Place&)>;
  using Needed = std::function<bool(T&)>;
  using Reader = std::function<void(const Node&, const Place&, T&)>;

  ObjectRule(std::string name, std::string about) : ObjectRuleBase(std::move(name), std::move(about)) {}

  // Adds a row, read into what `reach` finds in the struct.
  template <typename Reach, typename M>
  ObjectRule& key(std::string key, Reach reach, RulePtr<M> rule, std::string meaning) {
    T defaults{};
    infos_.push_back({.key = std::move(key),
                      .meaning = std::move(meaning),
                      .rule = rule.get(),
                      .default_value = rule->written(std::invoke(reach, defaults)),
                      .default_words = "",
                      .before = ""});
    checks_.emplace_back(), needed_.emplace_back();
    readers_.push_back([reach, rule](const Node& node, const Place& place, T& value) {
      rule->read(node, place, std::invoke(reach, value));
    });
    return *this;
  }

  // About the last row: its key is required; with `needed`, only if that is true for what was read before it.
  ObjectRule& required(Needed needed = {}) {
    infos_.back().required = true, infos_.back().sometimes = static_cast<bool>(needed);
    needed_.back() = std::move(needed);
    return *this;
  }
  ObjectRule& otherwise(std::string words) {
    infos_.back().default_words = std::move(words);
    infos_.back().default_value = nullptr;
    return *this;
  }
  // About the last row: the row before which rows() puts it in another table.
  ObjectRule& before(std::string key) {
    infos_.back().before = std::move(key);
    return *this;
  }
  // Done when the row is behind, with or without its key in the file: for defaults of the rows that follow.
  ObjectRule& then(Check check) {
    checks_.back() = std::move(check);
    return *this;
  }

  // Inserts the rows of another table before a row of this one, with what is done after its last row. They
  // are read into the part of the struct that `part` finds; if it finds none, their values are checked and
  // dropped. A key that is here already keeps its row, but is read into the part if there is one.
  template <typename U>
  ObjectRule& rows(const ObjectRule<U>& other, std::function<U*(T&)> part, const std::string& before);

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
  const std::string& about() const { return about_; }
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
  template <typename U>
  friend class ObjectRule;

  template <typename U>
  void share_row(std::size_t row, std::function<U*(T&)> part, Reader read, Needed needed);

  template <typename PlaceOf>
  void read_members(const Node& object, const Place& place, T& value, PlaceOf&& place_of) const {
    refuse_unknown_keys(object, place);
    if (first_) first_(value, object, place);
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      if (const Node* member = object.find(infos_[i].key))
        readers_[i](*member, place_of(infos_[i].key), value);
      else if (infos_[i].required && (!needed_[i] || needed_[i](value)))
        refuse_missing(infos_[i], place);
      if (checks_[i]) checks_[i](value, object, place);
    }
    if (last_) last_(value, object, place);
  }

  std::vector<Reader> readers_;
  std::vector<Check> checks_;
  std::vector<Needed> needed_;  // empty: always
  Check first_, last_;
};

// Functions of a part U of a struct T as functions of T.
template <typename T, typename U>
struct InPart {
  std::function<U*(T&)> part;

  auto reader(typename ObjectRule<U>::Reader read) const {
    return [part = part, read](const Node& node, const Place& place, T& value) {
      U dropped{};
      U* found = part(value);
      read(node, place, found != nullptr ? *found : dropped);
    };
  }
  typename ObjectRule<T>::Check check(typename ObjectRule<U>::Check check) const {
    if (!check) return {};
    return [part = part, check](T& value, const Node& object, const Place& place) {
      if (U* found = part(value)) check(*found, object, place);
    };
  }
  auto needed(bool required, typename ObjectRule<U>::Needed needed) const {
    return [part = part, required, needed](T& value) {
      U* found = required ? part(value) : nullptr;
      return found != nullptr && (!needed || needed(*found));
    };
  }
};

template <typename T>
template <typename U>
ObjectRule<T>& ObjectRule<T>::rows(const ObjectRule<U>& other, std::function<U*(T&)> part,
                                   const std::string& before) {
  const InPart<T, U> in_part{part};
  for (std::size_t i = 0; i < other.infos_.size(); ++i) {
    const KeyInfo& info = other.infos_[i];
    const auto read = in_part.reader(other.readers_[i]);
    const auto needed = in_part.needed(info.required, other.needed_[i]);
    std::size_t row = row_of(info.key);
    if (row < infos_.size()) {
      share_row(row, part, read, needed);
      continue;
    }
    row = row_of(info.before.empty() ? before : info.before);
    infos_.insert(infos_.begin() + row, info)->sometimes = info.required;
    readers_.insert(readers_.begin() + row, read);
    checks_.insert(checks_.begin() + row, in_part.check(other.checks_[i]));
    needed_.insert(needed_.begin() + row, needed);
  }
  if (Check own = in_part.check(other.last_))
    last_ = [own, after = last_](T& value, const Node& object, const Place& place) {
      own(value, object, place);
      if (after) after(value, object, place);
    };
  return *this;
}

// If there is a part, the row reads into it.
template <typename T>
template <typename U>
void ObjectRule<T>::share_row(std::size_t row, std::function<U*(T&)> part, Reader read, Needed needed) {
  readers_[row] = [part, read, other = readers_[row]](const Node& node, const Place& place, T& value) {
    part(value) != nullptr ? read(node, place, value) : other(node, place, value);
  };
  const bool was_required = std::exchange(infos_[row].required, true);
  infos_[row].sometimes = true;
  needed_[row] = [part, needed, was_required, other = needed_[row]](T& value) {
    if (part(value) != nullptr) return needed(value);
    return was_required && (!other || other(value));
  };
}

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
