#pragma once

#include <memory>

#include "base/json_value.h"
#include "scene/rules/place.h"

namespace sinew {

// A rule says what may stand at one place of a scene file. It reads the value, complains about it, writes its
// JSON Schema and its part of the reference page: the table of a scene (scene_table.h) is made of rules.
class Rule {
 public:
  using Json = JsonValue;

  virtual ~Rule() = default;

  // Rules with a name are definitions of the schema and sections of the page; the others are written out
  // where they are used.
  virtual std::string name() const { return ""; }
  // What is accepted, to follow "is not": "a number above 0, in Pa".
  std::string words() const { return own_words(false); }
  // The same within other words: those with a name by their name, with links as Markdown.
  std::string mention(bool links) const;
  // Adds what it refers to to the definitions.
  Json schema(Json& definitions) const;
  // The Markdown below the heading of a rule with a name.
  virtual std::string section() const { return ""; }
  // The rules of which this one is made.
  virtual std::vector<const Rule*> parts() const { return {}; }

  // Whether a value is meant to be of this kind, sound or not.
  virtual bool suits(const Node& node) const = 0;
  // The key by which suits() tells an object, and the value of that key; empty if it does not matter.
  virtual std::string selecting_key() const { return ""; }
  virtual std::string selecting_value() const { return ""; }

  // The rule of a member, of a list's items; null if there are none.
  virtual const Rule* member(std::string_view) const { return nullptr; }
  virtual const Rule* item() const { return nullptr; }
  virtual std::vector<std::string> keys() const { return {}; }
  // The key whose value may stand for the whole object; empty if none may.
  virtual std::string shorthand() const { return ""; }

  [[noreturn]] void refuse(const Node& node, const Place& place, const std::string& more = "") const;

 protected:
  virtual std::string own_words(bool links) const = 0;
  virtual Json own_schema(Json& definitions) const = 0;
};

template <typename T>
class RuleOf : public Rule {
 public:
  // Reads the value over what is there, the defaults. Throws Error through `place`.
  virtual void read(const Node& node, const Place& place, T& value) const = 0;
  // A default as JSON; null if it goes without saying.
  virtual Json written(const T&) const { return nullptr; }
};

template <typename T>
using RulePtr = std::shared_ptr<const RuleOf<T>>;

// "mesh file" as the schema and as anchors of the page have it.
std::string definition_key(const std::string& name);
std::string anchor(const std::string& name);

// "a" or "b", "a", "b" or "c".
std::string either_quoted(const std::vector<std::string>& words);

// 1 rather than 1.0; null for infinity.
Rule::Json json_number(double value);

}  // namespace sinew
