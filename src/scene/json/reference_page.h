#pragma once

#include <string>

namespace sinew {

class Rule;

// The schema and the page of a rule and all it refers to: see scene_file.h.
std::string schema_text(const Rule& rule);
std::string reference_text(const Rule& rule);

}  // namespace sinew
