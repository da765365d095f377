#include "sinew/scene/rules/rule.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

std::string Place::text() const {
  const std::string origin =
      line_ < 0 ? "--set " + source_->overrides[-line_ - 1] : fmt::format("{}:{}", source_->name, line_);
  return path_.empty() ? origin : fmt::format("{}: {}", origin, path_);
}

void Place::refuse(const std::string& what, const std::string& hint) const {
  throw Error(what, text(), hint);
}

}  // namespace sinew
