#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "haptics/servo.h"

namespace sinew {

// What the steps of a world took from a servo. The same touches at the same steps give the same bits of the
// simulation, whatever the threads did. As a text file:
//
//   sinew-touch-log 1
//   # step, tool (m); in contact: surface, triangle, its weights, force on the body (N); or buttons, if any are pressed
//   11  0 0 0.02    1
//   12  0 0 0.02
//   13  0 0 0.018   1 245 0.2 0.3 0.5   0 0 -1.25
struct TouchLog {
  struct Row {
    std::int64_t step = 0;  // after which it was taken
    TouchState touch;
    bool operator==(const Row&) const = default;
  };
  std::vector<Row> rows;  // steps ascend

  // What was taken after this step; without contact, where the log has nothing.
  TouchState at(std::int64_t step) const;
};

// Throws Error, with the line, if the text is no such log.
TouchLog parse_touch_log(std::string_view text, const std::string& file);
TouchLog read_touch_log(const std::filesystem::path& path);
std::string to_text(const TouchLog& log);
void write_touch_log(const std::filesystem::path& path, const TouchLog& log);

}  // namespace sinew
