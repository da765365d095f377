#pragma once

#include <string>
#include <string_view>

#include "sinew/scene/rules/rule.h"

namespace sinew {

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
