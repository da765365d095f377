#include "scene/rules/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/table.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::size_t kDeepest = 64;

// Walks over the text for the parser, which tells no positions while it works: the place of the last
// character read is left in `last`.
class WatchedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  WatchedIterator(const char* at, const char** last) : at_(at), last_(last) {}
  reference operator*() const { return *at_; }
  WatchedIterator& operator++() {
    *last_ = at_++;
    return *this;
  }
  WatchedIterator operator++(int) {
    WatchedIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const WatchedIterator& other) const { return at_ == other.at_; }
  bool operator!=(const WatchedIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** last_;
};

// The parser's reason without its own name and position.
std::string reason_of(const std::exception& exception) {
  const std::string text = exception.what();
  const std::size_t dash = text.find(" - "), bracket = text.find("] ");
  if (dash != std::string::npos) return text.substr(dash + 3);
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, const std::string& name)
      : name_(name), begin_(text.data()), counted_(begin_), last_(begin_), size_(text.size()) {}

  const char** last() { return &last_; }
  Node take() { return std::move(root_); }

  bool null() { return finish(made(Node::Kind::kNull)); }
  bool boolean(bool value) {
    Node node = made(Node::Kind::kFlag);
    node.flag = value;
    return finish(std::move(node));
  }
  bool number_integer(nlohmann::json::number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(nlohmann::json::number_unsigned_t value) { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return number(value); }
  bool string(std::string& value) {
    Node node = made(Node::Kind::kText);
    node.text = std::move(value);
    return finish(std::move(node));
  }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return start(Node::Kind::kObject); }
  bool start_array(std::size_t) { return start(Node::Kind::kList); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }

  bool key(std::string& value) {
    Node& object = open_.back();
    key_line_ = line();
    if (const Node* first = object.find(value))
      throw Error(fmt::format("the key stands here for the second time; first in line {}", first->line),
                  fmt::format("{}:{}: {}", name_, key_line_, member_path(path(), value)), "leave one out");
    object.keys.push_back(std::move(value));
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& exception) {
    const std::string_view before(begin_, std::min(size_, position > 0 ? position - 1 : 0));
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = before.size() - (newline == std::string_view::npos ? 0 : newline + 1) + 1;
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::size_t last_mark = before.find_last_not_of(" \t\r\n");
    const bool comma = last_mark != std::string_view::npos && before[last_mark] == ',' &&
                       before.size() < size_ &&
                       (begin_[before.size()] == '}' || begin_[before.size()] == ']');
    throw Error(reason_of(exception), fmt::format("{}:{}:{}", name_, lines + 1, column),
                comma ? "no comma may stand before a closing bracket" : "");
  }

 private:
  // The last character read belongs to the token, or follows a number: newlines before it count.
  int line() {
    newlines_ += static_cast<int>(std::count(counted_, last_, '\n'));
    counted_ = last_;
    return newlines_ + 1;
  }

  // A member has the line of its key.
  Node made(Node::Kind kind) {
    Node node;
    node.kind = kind;
    node.line = !open_.empty() && open_.back().is(Node::Kind::kObject) ? key_line_ : line();
    return node;
  }

  bool number(double value) {
    Node node = made(Node::Kind::kNumber);
    node.number = value;
    return finish(std::move(node));
  }

  bool start(Node::Kind kind) {
    if (open_.size() == kDeepest)
      throw Error(fmt::format("more than {} lists and objects within each other", kDeepest),
                  fmt::format("{}:{}", name_, line()));
    open_.push_back(made(kind));
    return true;
  }

  bool end() {
    Node node = std::move(open_.back());
    open_.pop_back();
    return finish(std::move(node));
  }

  bool finish(Node node) {
    (open_.empty() ? root_ : open_.back().items.emplace_back()) = std::move(node);
    return true;
  }

  std::string path() const {
    std::string path;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i)
      path = open_[i].is(Node::Kind::kObject) ? member_path(path, open_[i].keys.back())
                                              : item_path(path, open_[i].items.size());
    return path;
  }

  const std::string& name_;
  const char *begin_, *counted_, *last_;
  std::size_t size_;
  int newlines_ = 0, key_line_ = 0;  // newlines before counted_
  Node root_;
  std::vector<Node> open_;
};

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (std::size_t i = 0; i < std::min(keys.size(), items.size()); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

Node* Node::find(std::string_view key) { return const_cast<Node*>(std::as_const(*this).find(key)); }

Node& Node::add(std::string_view key, Node value) {
  keys.emplace_back(key);
  return items.emplace_back(std::move(value));
}

std::string shown(const Node& node) {
  constexpr std::size_t kLongest = 60;
  switch (node.kind) {
    case Node::Kind::kNull:
      return "null";
    case Node::Kind::kFlag:
      return node.flag ? "true" : "false";
    case Node::Kind::kNumber:
      return fmt::format("{}", node.number);
    case Node::Kind::kText:
      return fmt::format("\"{}\"",
                         node.text.size() > kLongest ? node.text.substr(0, kLongest) + "..." : node.text);
    case Node::Kind::kList:
      return "a list of " + counted(static_cast<long long>(node.items.size()), "value", "values");
    case Node::Kind::kObject:
      break;
  }
  return "an object";
}

std::string member_path(const std::string& path, std::string_view key) {
  if (key.empty()) key = "\"\"";
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

std::string item_path(const std::string& path, std::size_t index) {
  return fmt::format("{}[{}]", path, index);
}

Node parse_document(std::string_view text, const std::string& name) {
  TreeBuilder builder(text, name);
  const WatchedIterator begin(text.data(), builder.last()), end(text.data() + text.size(), builder.last());
  nlohmann::json::sax_parse(begin, end, &builder, nlohmann::json::input_format_t::json, true, true);
  return builder.take();
}

namespace {

bool is_short(const Node& node) {
  return std::none_of(node.items.begin(), node.items.end(),
                      [](const Node& item) { return item.is(Node::Kind::kObject) || !is_short(item); });
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Lists of numbers and texts stand on one line, all else one value a line.
void write(const Node& node, const std::string& indent, std::string& text) {
  if (node.is(Node::Kind::kText)) {
    text += quoted(node.text);
    return;
  }
  const bool object = node.is(Node::Kind::kObject);
  if (!object && !node.is(Node::Kind::kList)) {
    text += shown(node);
    return;
  }
  const bool one_line = node.items.empty() || (!object && is_short(node));
  const std::string inner = indent + "  ";
  text += object ? '{' : '[';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) text += one_line ? ", " : ",";
    if (!one_line) text += '\n' + inner;
    if (object) text += quoted(node.keys[i]) + ": ";
    write(node.items[i], inner, text);
  }
  if (!one_line) text += '\n' + indent;
  text += object ? '}' : ']';
}

Node* find_path(Node& node, std::string_view path, const std::string& here) {
  if (here == path) return &node;
  if (!path.starts_with(here)) return nullptr;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const bool object = node.is(Node::Kind::kObject);
    if (Node* found =
            find_path(node.items[i], path, object ? member_path(here, node.keys[i]) : item_path(here, i)))
      return found;
  }
  return nullptr;
}

}  // namespace

std::string document_text(const Node& document) {
  std::string text;
  write(document, "", text);
  return text + '\n';
}

Node* find_path(Node& document, std::string_view path) { return find_path(document, path, ""); }

bool is_json(std::string_view text) { return nlohmann::json::accept(text); }

}  // namespace sinew
