#include "haptics/tool_path.h"

#include <fmt/format.h>

#include "base/file.h"
#include "haptics/text_rows.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::string_view kPathHeading = "sinew-tool-path 1";

ToolPath::Row path_row_of(const TextRows& rows, const ToolPath& path) {
  ToolPath::Row row;
  row.time = rows.number(0);
  if (!path.rows.empty() && row.time <= path.rows.back().time)
    throw Error(fmt::format("the time {} s comes after {} s", row.time, path.rows.back().time), rows.where(),
                "times must ascend");
  row.is_silent = rows.size() == 2 && rows.word(1) == "silent";
  if (row.is_silent) {
    row.place = path.rows.empty() ? Vec3{} : path.rows.back().place;
    return row;
  }
  constexpr std::size_t kPlace = 4, kForce = 7;
  const bool has_force = rows.size() >= kForce,
             has_buttons = rows.size() == kPlace + 1 || rows.size() == kForce + 1;
  if (!has_buttons && rows.size() != kPlace && rows.size() != kForce)
    throw Error(fmt::format("a row of {} words", rows.size()), rows.where(),
                "a row is: time x y z, a force if there is one, buttons if there are some; or: time silent");
  row.place = rows.vector(1);
  if (has_force) row.force = rows.vector(4);
  if (has_buttons) row.buttons = static_cast<std::uint32_t>(rows.count(rows.size() - 1));
  return row;
}

}  // namespace

Index ToolPath::row_at(double time, Index from) const {
  Index row = from;
  while (row + 1 < static_cast<Index>(rows.size()) && rows[row + 1].time <= time) ++row;
  return row;
}

Vec3 ToolPath::place_at(double time, Index row) const {
  if (row < 0) return rows.front().place;
  if (row + 1 == static_cast<Index>(rows.size())) return rows.back().place;
  const Row &a = rows[row], &b = rows[row + 1];
  return lerp(a.place, b.place, (time - a.time) / (b.time - a.time));
}

ToolPath parse_tool_path(std::string_view text, const std::string& file) {
  ToolPath path;
  TextRows rows(text, file, kPathHeading, "tool path");
  while (rows.next()) path.rows.push_back(path_row_of(rows, path));
  if (path.rows.empty()) throw Error("a tool path without rows", file, "a row is: time x y z");
  return path;
}

ToolPath read_tool_path(const std::filesystem::path& path) {
  return parse_tool_path(read_file(path), path.string());
}

std::string to_text(const ToolPath& path) {
  std::string text = fmt::format("{}\n", kPathHeading);
  for (const ToolPath::Row& row : path.rows) {
    const auto& [time, p, f, is_silent, buttons] = row;
    if (is_silent)
      text += fmt::format("{:.17g} silent\n", time);
    else
      text += fmt::format("{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}{}\n", time, p.x, p.y, p.z,
                          f.x, f.y, f.z, buttons != 0 ? fmt::format(" {}", buttons) : "");
  }
  return text;
}

void write_tool_path(const std::filesystem::path& path, const ToolPath& tool_path) {
  write_file(path, to_text(tool_path));
}

}  // namespace sinew
