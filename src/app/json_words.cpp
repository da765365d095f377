#include "app/json_words.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace sinew {

std::string json_list(const Vec3& v) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x, v.y, v.z); }

std::string json_quoted(const std::string& text) try {
  return nlohmann::json(text).dump();
} catch (const nlohmann::json::exception&) {
  throw Error("the file's name is not UTF-8, which JSON is written in", text, "rename it");
}

}  // namespace sinew
