#include "scene/json/overrides.h"

#include <fmt/format.h>

#include <charconv>

#include "base/suggestion.h"
#include "scene/rules/document.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

class Override {
 public:
  Override(const std::string& text, int line) : text_(text), line_(line) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      refuse("it is not of the form path=value", "for example --set bodies[0].material.young=1e5");
    split(std::string_view(text).substr(0, equals));
    value_ = value_of(text.substr(equals + 1));
  }

  void apply(Node& document, const Rule& rule) {
    Node* node = &document;
    const Rule* at = &rule;
    std::string path;
    for (const std::string& step : steps_) {
      node = follow(*node, at, step, path);
      path = joined(path, step);
    }
    *node = value_;
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& hint = "") const {
    throw Error(what, "--set " + text_, hint);
  }

  static std::string joined(const std::string& path, const std::string& step) {
    return step[0] == '[' ? path + step : member_path(path, step);
  }

  // "bodies[0].name" into bodies, [0], name.
  void split(std::string_view path) {
    std::string step;
    for (const char c : path) {
      if ((c == '.' || c == '[') && !step.empty()) steps_.push_back(std::move(step)), step.clear();
      if (c != '.') step += c;
    }
    if (!step.empty()) steps_.push_back(step);
    if (steps_.empty() || path.back() == '.') refuse("the path ends in a dot");
  }

  Node value_of(const std::string& text) const {
    Node node;
    if (is_json(text)) {
      node = parse_document(text, "--set " + text_);
    } else {
      node.kind = Node::Kind::kText;
      node.text = text;
    }
    mark(node);
    return node;
  }

  void mark(Node& node) const {
    node.line = line_;
    for (Node& item : node.items) mark(item);
  }

  // One step down, in the document and in the table. A member that is not there is made.
  Node* follow(Node& node, const Rule*& rule, const std::string& step, const std::string& path) const {
    if (rule->item() != nullptr) {
      Node* item = step[0] == '[' ? numbered(node, step, path) : named(node, step, path);
      rule = rule->item();
      return item;
    }
    const Rule* member = rule->member(step);
    if (member == nullptr) refuse_member(*rule, step, path);
    make_object(node, *rule, path);
    rule = member;
    if (Node* found = node.find(step)) return found;
    Node made;
    made.line = line_;
    return &node.add(step, std::move(made));
  }

  // A text that stands for an object becomes that object; what was made on the way becomes an empty one.
  void make_object(Node& node, const Rule& rule, const std::string& path) const {
    if (node.is(Node::Kind::kObject)) return;
    const bool shorthand = node.is(Node::Kind::kText) && !rule.shorthand().empty();
    if (!shorthand && !node.is(Node::Kind::kNull))
      refuse(fmt::format("{} is {}, which has no keys", path.empty() ? "the scene" : path, shown(node)),
             "set it as a whole");
    Node object;
    object.kind = Node::Kind::kObject;
    object.line = node.line;
    if (shorthand) object.add(rule.shorthand(), node);
    node = std::move(object);
  }

  Node* numbered(Node& list, const std::string& step, const std::string& path) const {
    std::size_t index = 0;
    const char* end = step.data() + step.size() - 1;
    const auto [rest, failure] = std::from_chars(step.data() + 1, end, index);
    if (failure != std::errc() || rest != end || step.back() != ']')
      refuse(fmt::format("'{}' is not of the form [number]", step), "items count from [0]");
    if (index >= list.items.size())
      refuse(fmt::format("there is no {}{}: it is {}", path, step,
                         list.is(Node::Kind::kNull) ? "not given" : shown(list)),
             "items count from [0]");
    return &list.items[index];
  }

  Node* named(Node& list, const std::string& step, const std::string& path) const {
    std::vector<std::string> names;
    for (Node& item : list.items) {
      const Node* name = item.find("name");
      if (name == nullptr) continue;
      if (name->text == step) return &item;
      names.push_back(name->text);
    }
    refuse(fmt::format("nothing in {} has the name '{}'{}", path, step, did_you_mean(step, names)),
           fmt::format("an item is {}[0] and so on, or {}.NAME if it has one", path, path));
  }

  [[noreturn]] void refuse_member(const Rule& rule, const std::string& step, const std::string& path) const {
    const std::vector<std::string> keys = rule.keys();
    refuse(fmt::format("there is no {}{}", joined(path, step), did_you_mean(step, keys)),
           keys.empty() ? fmt::format("{} is {}", path, rule.words())
                        : fmt::format("there are: {}", fmt::join(keys, ", ")));
  }

  const std::string& text_;
  int line_;
  std::vector<std::string> steps_;
  Node value_;
};

}  // namespace

void apply_overrides(Node& document, const Rule& rule, const SceneSource& source) {
  for (std::size_t i = 0; i < source.overrides.size(); ++i)
    Override(source.overrides[i], -static_cast<int>(i) - 1).apply(document, rule);
}

}  // namespace sinew
