#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/scene/rules/rule.h"

namespace sinew {

// An object with known keys: the rows of the table. Keys are read in the order of the table, whatever their
// order in the file; keys that the file leaves out keep the value that the struct initialises them with,
// which is thus the default that schema and page show.

// One row of the table, without the member it is read into.
struct KeyInfo {
  std::string key, meaning;
  const Rule* rule = nullptr;
  bool required = false;
  bool sometimes = false;    // required, but not of every object
  Rule::Json default_value;  // null: none, or one that default_words says
  std::string default_words;
  std::string before;  // see ObjectRule::before
};

// All of an object's rule but the type of the struct, which it passes on as void*: the compiler sees it once, and
// not once for each struct and key.
class ObjectRuleBase {
 protected:
  // Reads a value into a struct, or asks something of it, which is passed as void*.
  using Reader = std::function<void(const Node&, const Place&, void*)>;
  using Predicate = std::function<bool(void*)>;
  using MemberReader = void (*)(const Rule&, const Node&, const Place&, void*);

  // One row of the table, with how it is read.
  struct Row {
    KeyInfo info;
    std::shared_ptr<const Rule> rule;
    Reader read, check;  // no check: empty
    Predicate needed;    // empty: always
  };
  // A part of a struct, null if there is none, and one to read into instead.
  struct Part {
    std::function<void*(void*)> find;
    std::function<std::shared_ptr<void>()> spare;
  };

  ObjectRuleBase(std::string_view name, std::string_view about);
  ObjectRuleBase(const ObjectRuleBase&);
  ObjectRuleBase(ObjectRuleBase&&) noexcept;
  ~ObjectRuleBase();

  // Adds a row; makes the last one required, with `needed` only if that is true.
  void add_row(std::string_view key, std::shared_ptr<const Rule> rule, std::string_view meaning,
               Rule::Json default_value, Reader reader);
  // The same for a part of a struct that is where it is in another one, by a reader of its rule.
  void add_member_row(std::string_view key, std::shared_ptr<const Rule> rule, std::string_view meaning,
                      Rule::Json default_value, const void* whole, const void* part, MemberReader reader);
  void set_required(Predicate needed);
  // See ObjectRule::rows.
  void add_rows(const ObjectRuleBase& other, const Part& part, std::string_view before);
  // What ObjectRule overrides, for any struct.
  void read_object(const Rule& rule, const Node& node, const Place& place, void* value) const;
  bool object_suits(const Node& node) const;
  std::string object_section() const;
  std::string object_words() const;
  Rule::Json object_schema(Rule::Json& definitions) const;
  std::vector<std::string> all_keys() const;
  std::vector<const Rule*> all_rules() const;
  std::size_t row_of(std::string_view key) const;  // the number of rows if it is unknown
  const Rule* rule_of(std::string_view key) const;

  std::string name_, about_, tag_key_, tag_value_, shorthand_, selecting_key_;
  std::vector<Row> rows_;
  Reader first_, last_;

 private:
  // The object that a shorthand stands for.
  Node written_out(const Rule& rule, const Node& node, const Place& place) const;
  void refuse_unknown_keys(const Node& object, const Place& place) const;
  [[noreturn]] void refuse_missing(const KeyInfo& info, const Place& place) const;
  static void share_row(Row& row, const Part& part, const Row& own);
  // `place_of` is given a key and says where its value stands.
  void read_members(const Node& object, const Place& place, void* value,
                    const std::function<Place(const std::string&)>& place_of) const;
};

// The table of an object that is read into a struct T. Calls of its functions follow each other, row by row:
// see body_kind.h.
template <typename T>
class ObjectRule : public RuleOf<T>, private ObjectRuleBase {
 public:
  using Json = Rule::Json;
  // Gets what was read, and the object with its place, to complain about.
  using Check = std::function<void(T&, const Node&, const Place&)>;
  using Needed = std::function<bool(T&)>;

  ObjectRule(std::string_view name, std::string_view about) : ObjectRuleBase(name, about) {}

  // Adds a row, read into a member of the struct, or into what `reach` finds in it.
  template <typename Owner, typename M>
  ObjectRule& key(std::string_view key, M Owner::*member, const RulePtr<M>& rule, std::string_view meaning) {
    T& whole = defaults();
    M& part = whole.*member;
    add_member_row(key, rule, meaning, rule->written(part), &whole, &part, &RuleOf<M>::read_by);
    return *this;
  }
  template <typename Reach, typename M>
  ObjectRule& key(std::string_view key, Reach reach, const RulePtr<M>& rule, std::string_view meaning) {
    add_row(key, rule, meaning, rule->written(std::invoke(reach, defaults())),
            [reach, rule = rule.get()](const Node& node, const Place& place, void* value) {
              rule->read(node, place, std::invoke(reach, *static_cast<T*>(value)));
            });
    return *this;
  }

  // About the last row: its key is required; with `needed`, only if that is true for what was read before it.
  ObjectRule& required() {
    set_required({});
    return *this;
  }
  ObjectRule& required(const Needed& needed) {
    set_required(needed ? [needed](void* value) { return needed(*static_cast<T*>(value)); } : Predicate{});
    return *this;
  }
  ObjectRule& otherwise(std::string_view words) {
    rows_.back().info.default_words = words;
    rows_.back().info.default_value = nullptr;
    return *this;
  }
  // About the last row: the row before which rows() puts it in another table.
  ObjectRule& before(std::string_view key) {
    rows_.back().info.before = key;
    return *this;
  }
  // Done when the row is behind, with or without its key in the file: for defaults of the rows that follow.
  ObjectRule& then(const Check& check) {
    rows_.back().check = erased(check);
    return *this;
  }

  // Inserts the rows of another table before a row of this one, with what is done after its last row. They
  // are read into the part of the struct that `part` finds; if it finds none, their values are checked and
  // dropped. A key that is here already keeps its row, but is read into the part if there is one.
  template <typename U>
  ObjectRule& rows(const ObjectRule<U>& other, const std::function<U*(T&)>& part, std::string_view before) {
    add_rows(other,
             {[part](void* value) -> void* { return part(*static_cast<T*>(value)); },
              [] { return std::make_shared<U>(); }},
             before);
    return *this;
  }

  // The object is told from others by a key that is there, or by the value of one that says its type.
  ObjectRule& told_by(std::string_view key) {
    selecting_key_ = key;
    return *this;
  }
  ObjectRule& told_by(std::string_view key, std::string_view value) {
    tag_key_ = selecting_key_ = key, tag_value_ = value;
    return *this;
  }
  // The value of this key, a text, may stand for the whole object.
  ObjectRule& shorthand(std::string_view key) {
    shorthand_ = key;
    return *this;
  }
  // What is done before the first row and after the last.
  ObjectRule& first(const Check& check) {
    first_ = erased(check);
    return *this;
  }
  ObjectRule& last(const Check& check) {
    last_ = erased(check);
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
  std::vector<const Rule*> parts() const override { return all_rules(); }
  const Rule* member(std::string_view key) const override { return rule_of(key); }

  void read(const Node& node, const Place& place, T& value) const override {
    read_object(*this, node, place, &value);
  }

 protected:
  std::string own_words(bool) const override { return object_words(); }
  Json own_schema(Json& definitions) const override { return object_schema(definitions); }

 private:
  template <typename U>
  friend class ObjectRule;

  static T& defaults() {
    static T value{};
    return value;
  }
  static Reader erased(const Check& check) {
    return [check](const Node& object, const Place& place, void* value) {
      check(*static_cast<T*>(value), object, place);
    };
  }
};

// Begins the table of an object: its name, and what it is for the reference page.
template <typename T>
ObjectRule<T> object(std::string_view name, std::string_view about) {
  return ObjectRule<T>(name, about);
}

// To end the rows of an object with.
template <typename T>
RulePtr<T> done(ObjectRule<T>& rule) {
  return make_rule<ObjectRule<T>>(std::move(rule));
}

}  // namespace sinew
