#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// The path of a tool over time, as a text file:
//
//   sinew-tool-path 1
//   # time (s), place (m), where it was recorded the force on the hand (N), and buttons from then on (0: none)
//   0      0 0 0.02
//   0.5    0 0 0.018     0 0 1.25
//   0.6    0 0 0.018     1
//   0.7    silent
//
// Times ascend. Between rows the tool goes straight; before the first and after the last it stays. From a row that says
// `silent` to the next one the device says nothing.
struct ToolPath {
  struct Row {
    double time = 0;  // s
    Vec3 place{};     // m
    Vec3 force{};     // N
    bool is_silent = false;
    std::uint32_t buttons = 0;  // from this row to the next
    bool operator==(const Row&) const = default;
  };
  std::vector<Row> rows;

  double duration() const { return rows.empty() ? 0 : rows.back().time; }
  // The row whose time has come; -1 before the first. A search from `from` on, which must not be later.
  Index row_at(double time, Index from = -1) const;
  // Where the tool is, given that row.
  Vec3 place_at(double time, Index row) const;
};

// Throws Error, with the line, if the text is no such path.
ToolPath parse_tool_path(std::string_view text, const std::string& file);
ToolPath read_tool_path(const std::filesystem::path& path);
// With all digits, so that what is read again has the same bits.
std::string to_text(const ToolPath& path);
void write_tool_path(const std::filesystem::path& path, const ToolPath& tool_path);

}  // namespace sinew
