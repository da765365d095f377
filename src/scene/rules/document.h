#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// A JSON value that knows where it stands. A member of an object has the line of its key.
struct Node {
  enum class Kind { kNull, kFlag, kNumber, kText, kList, kObject };

  Kind kind = Kind::kNull;
  int line = 0;  // from 1; negative: -n stands for the n-th override (overrides.h)
  bool flag = false;
  double number = 0;
  std::string text;
  std::vector<std::string> keys;  // of an object, one for each item
  std::vector<Node> items;        // of a list, or the values of an object

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

// Parses JSON with comments. Throws Error naming `name`, line and column for what is no JSON, and line and
// path for a key that stands twice in one object.
Node parse_document(std::string_view text, const std::string& name);

// The document as JSON again, without its comments.
std::string document_text(const Node& document);

// The value at a path as member_path and item_path make them; null if there is none.
Node* find_path(Node& document, std::string_view path);

// Whether a text is one JSON value.
bool is_json(std::string_view text);

}  // namespace sinew
