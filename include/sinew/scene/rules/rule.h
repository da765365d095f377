#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/base/geometry.h"
#include "sinew/base/json_value.h"

namespace sinew {

// A JSON value that knows where it stands. A member of an object has the line of its key.
struct Node {
  // What the value is.
  enum class Kind { kNull, kFlag, kNumber, kText, kList, kObject };

  Kind kind = Kind::kNull;
  int line = 0;  // from 1; negative: -n stands for the n-th override
  bool flag = false;
  double number = 0;
  std::string text;
  std::vector<std::string> keys;  // of an object, one for each item
  std::vector<Node> items;        // of a list, or the values of an object

  // Whether the value is of this kind.
  bool is(Kind k) const { return kind == k; }
  // Whether an override said it, not the file.
  bool is_set() const { return line < 0; }
  // The value of a key of an object; null if there is none.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  // Appends a member to an object.
  Node& add(std::string_view key, Node value);
};

// For messages: 5, "rubber", a list of 2, an object.
std::string shown(const Node& node);
// "bodies[0]" and "name" into "bodies[0].name".
std::string member_path(const std::string& path, std::string_view key);
std::string item_path(const std::string& path, std::size_t index);

// What all values of one scene file share while it is read.
struct SceneSource {
  std::string name;
  std::filesystem::path folder;                   // what paths are relative to
  std::vector<std::string> overrides;             // "path=value"
  double metres_per_unit = 1;                     // known once the scene's unit is read
  bool files_exist = true;                        // a file that is missing is refused
  std::vector<std::filesystem::path> files = {};  // that were named so far
  std::vector<std::string> file_places = {};      // where in the scene, one for each
};

// Where a value stands, for messages and for what depends on the file.
class Place {
 public:
  Place(SceneSource& source, const Node& node) : Place(source, "", node) {}

  // The place of a value below this one: of a key of the object, or of an item of the list.
  Place member(std::string_view key, const Node& node) const {
    return Place(*source_, member_path(path_, key), node);
  }
  Place item(std::size_t index, const Node& node) const {
    return Place(*source_, item_path(path_, index), node);
  }

  // The place of a key that the object has, or of the object itself if it does not have it.
  Place of(std::string_view key, const Node& object) const {
    const Node* found = object.find(key);
    return found == nullptr ? *this : member(key, *found);
  }

  SceneSource& source() const { return *source_; }
  const std::string& path() const { return path_; }
  // Whether an override put the value there, not the file.
  bool is_set() const { return line_ < 0; }

  // "scene.json:12: bodies[0].tets", or with the override instead of file and line.
  std::string text() const;
  // Throws Error: "scene.json:12: bodies[0].tets: ...", or with the override instead of file and line.
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = "") const;

 private:
  Place(SceneSource& source, std::string path, const Node& node)
      : source_(&source), path_(std::move(path)), line_(node.line) {}

  SceneSource* source_;
  std::string path_;
  int line_;
};

// A rule says what may stand at one place of a scene file. It reads the value, complains about it, writes its
// JSON Schema and its part of the reference page: the table of a scene is made of rules.
class Rule {
 public:
  // What schemas and defaults are written as.
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

  // Throws Error: the value at that place is not what words() says; `more` follows.
  [[noreturn]] void refuse(const Node& node, const Place& place, const std::string& more = "") const;
  // The same for what should be one of these names, with a suggestion.
  [[noreturn]] void refuse_name(const Node& node, const Place& place,
                                const std::vector<std::string>& names) const;

 protected:
  // Words and schema of the rule itself, written out.
  virtual std::string own_words(bool links) const = 0;
  virtual Json own_schema(Json& definitions) const = 0;
};

// A rule whose values are read into a T.
template <typename T>
class RuleOf : public Rule {
 public:
  using Value = T;  // what it reads

  // Reads the value over what is there, the defaults. Throws Error through `place`.
  virtual void read(const Node& node, const Place& place, T& value) const = 0;
  // A default as JSON; null if it goes without saying.
  virtual Json written(const T&) const { return nullptr; }

  // Reads a value by a rule of this type, for those who have forgotten the type.
  static void read_by(const Rule& rule, const Node& node, const Place& place, void* value) {
    static_cast<const RuleOf&>(rule).read(node, place, *static_cast<T*>(value));
  }
};

// Rules are shared by the tables that use them.
template <typename T>
using RulePtr = std::shared_ptr<const RuleOf<T>>;

// Owns a rule made by new, whatever its type: what shares it is compiled once.
std::shared_ptr<const Rule> own_rule(const Rule* rule);

// A shared rule of type R, made from these arguments.
template <typename R, typename... Arguments>
RulePtr<typename R::Value> make_rule(Arguments&&... arguments) {
  const R* const rule = new R(std::forward<Arguments>(arguments)...);
  return {own_rule(rule), rule};
}

// "mesh file" as the schema and as anchors of the page have it.
std::string definition_key(const std::string& name);
std::string anchor(const std::string& name);

// "a" or "b", "a", "b" or "c".
std::string either_quoted(const std::vector<std::string>& words);

// 1 rather than 1.0; null for infinity.
Rule::Json json_number(double value);

// An interval of numbers, with or without its ends.
struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool low_out = false, high_out = false;

  // Whether the number is in the interval.
  bool contains(double value) const {
    return (low_out ? value > low : value >= low) && (high_out ? value < high : value <= high);
  }
  // " above 0", " from 1 to 12", or nothing.
  std::string words() const;
  // Adds the bounds to the schema of a number.
  void add_to(Rule::Json& schema) const;
};

// Rules of single values, by which a table speaks. Lengths are given in the scene's unit and read in metres.
RulePtr<double> number(std::string_view unit = "");
RulePtr<double> positive(std::string_view unit = "");
RulePtr<double> not_negative(std::string_view unit = "");
RulePtr<double> within(Range range, std::string_view unit = "");
// Given in degrees per second, read in radians per second.
RulePtr<double> degrees_per_second();
RulePtr<double> length();
RulePtr<double> positive_length();
RulePtr<double> not_negative_length();
RulePtr<Index> whole(Index low, Index high = std::numeric_limits<Index>::max());
RulePtr<bool> flag();
RulePtr<std::string> text(std::string_view what);
RulePtr<std::filesystem::path> file(std::string_view what, bool may_be_missing = false);
// Any names with a number each.
RulePtr<std::map<std::string, double, std::less<>>> numbers_by_name();

}  // namespace sinew
