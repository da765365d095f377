#pragma once

#include <limits>
#include <map>

#include "sinew/base/geometry.h"
#include "sinew/scene/rules/rule.h"

namespace sinew {

// Rules of single values.

class NumberRule : public RuleOf<double> {
 public:
  // What is read is multiplied by the factor; a length, which is given in the scene's unit, by its metres.
  NumberRule(Range range, std::string unit, double factor = 1, bool length = false)
      : range_(range), unit_(std::move(unit)), factor_(factor), length_(length) {}

  bool suits(const Node& node) const override { return node.is(Node::Kind::kNumber); }
  void read(const Node& node, const Place& place, double& value) const override;
  Json written(const double& value) const override { return json_number(value / factor_); }

 protected:
  std::string own_words(bool links) const override;
  Json own_schema(Json& definitions) const override;

 private:
  Range range_;
  std::string unit_;
  double factor_;
  bool length_;
};

class WholeNumberRule : public RuleOf<Index> {
 public:
  WholeNumberRule(Index low, Index high) { range_.low = low, range_.high = high; }

  bool suits(const Node& node) const override { return node.is(Node::Kind::kNumber); }
  void read(const Node& node, const Place& place, Index& value) const override;
  Json written(const Index& value) const override { return value; }

 protected:
  std::string own_words(bool links) const override;
  Json own_schema(Json& definitions) const override;

 private:
  Range range_;
};

class FlagRule : public RuleOf<bool> {
 public:
  bool suits(const Node& node) const override { return node.is(Node::Kind::kFlag); }
  void read(const Node& node, const Place& place, bool& value) const override;
  Json written(const bool& value) const override { return value; }

 protected:
  std::string own_words(bool) const override { return "true or false"; }
  Json own_schema(Json&) const override { return {{"type", "boolean"}}; }
};

// Any text but the empty one; `what` completes "a text, ...".
class TextRule : public RuleOf<std::string> {
 public:
  explicit TextRule(std::string what) : what_(std::move(what)) {}

  bool suits(const Node& node) const override { return node.is(Node::Kind::kText); }
  void read(const Node& node, const Place& place, std::string& value) const override;

 protected:
  std::string own_words(bool) const override { return "a text, " + what_; }
  Json own_schema(Json&) const override { return {{"type", "string"}, {"minLength", 1}}; }

 private:
  std::string what_;
};

// A path relative to the scene's folder, of a file that exists unless it may be missing.
class FileRule : public RuleOf<std::filesystem::path> {
 public:
  FileRule(std::string what, bool may_be_missing) : what_(std::move(what)), may_be_missing_(may_be_missing) {}

  bool suits(const Node& node) const override { return node.is(Node::Kind::kText); }
  void read(const Node& node, const Place& place, std::filesystem::path& value) const override;

 protected:
  std::string own_words(bool) const override { return "the path of " + what_; }
  Json own_schema(Json&) const override { return {{"type", "string"}, {"minLength", 1}}; }

 private:
  std::string what_;
  bool may_be_missing_;
};

// Any names with a number each.
class NumbersByNameRule : public RuleOf<std::map<std::string, double, std::less<>>> {
 public:
  using Numbers = std::map<std::string, double, std::less<>>;

  bool suits(const Node& node) const override { return node.is(Node::Kind::kObject); }
  void read(const Node& node, const Place& place, Numbers& value) const override;
  const Rule* member(std::string_view) const override;

 protected:
  std::string own_words(bool) const override { return "an object of numbers by name"; }
  Json own_schema(Json&) const override {
    return {{"type", "object"}, {"additionalProperties", Json{{"type", "number"}}}};
  }
};

// The version of the file's format.
class VersionRule : public RuleOf<int> {
 public:
  explicit VersionRule(int version) : version_(version) {}

  bool suits(const Node& node) const override { return node.is(Node::Kind::kNumber); }
  void read(const Node& node, const Place& place, int& value) const override;

 protected:
  std::string own_words(bool) const override { return std::to_string(version_); }
  Json own_schema(Json&) const override { return {{"const", version_}}; }

 private:
  int version_;
};

}  // namespace sinew
