#include "app/json_words.h"

#include <fmt/format.h>

#include <optional>

#include "sinew/base/error.h"
#include "sinew/base/json_value.h"

namespace sinew {

std::string json_list(const Vec3& v) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x, v.y, v.z); }

std::string json_quoted(const std::string& text) {
  if (const std::optional<std::string> quoted = json_text(text)) return *quoted;
  throw Error("the file's name is not UTF-8, which JSON is written in", text, "rename it");
}

}  // namespace sinew
