#include "haptics/touch_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/file.h"
#include "haptics/text_rows.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::string_view kLogHeading = "sinew-touch-log 1";

TouchLog::Row log_row_of(const TextRows& rows) {
  constexpr std::size_t kFree = 4, kPressed = 5, kTouching = 12;
  if (rows.size() != kFree && rows.size() != kPressed && rows.size() != kTouching)
    throw Error(fmt::format("a row of {} words", rows.size()), rows.where(),
                "a row is: step, tool; and, in contact: surface, triangle, three weights, force; or buttons");
  TouchLog::Row row{rows.count(0), {}};
  row.touch.tool = rows.vector(1);
  if (rows.size() == kPressed) row.touch.buttons = static_cast<std::uint32_t>(rows.count(4));
  if (rows.size() != kTouching) return row;
  row.touch.touches = true;
  row.touch.surface = static_cast<std::uint64_t>(rows.count(4));
  const std::int64_t triangle = rows.count(5);
  if (triangle > std::numeric_limits<Index>::max())
    throw Error(fmt::format("a triangle of number {}", triangle), rows.where());
  row.touch.at = {static_cast<Index>(triangle), rows.vector(6)};
  row.touch.on_body = rows.vector(9);
  return row;
}

}  // namespace

TouchState TouchLog::at(std::int64_t step) const {
  const auto found = std::ranges::lower_bound(rows, step, {}, &Row::step);
  return found != rows.end() && found->step == step ? found->touch : TouchState{};
}

TouchLog parse_touch_log(std::string_view text, const std::string& file) {
  TouchLog log;
  TextRows rows(text, file, kLogHeading, "touch log");
  while (rows.next()) {
    const TouchLog::Row row = log_row_of(rows);
    if (!log.rows.empty() && row.step <= log.rows.back().step)
      throw Error(fmt::format("step {} comes after step {}", row.step, log.rows.back().step), rows.where(),
                  "steps must ascend");
    log.rows.push_back(row);
  }
  return log;
}

TouchLog read_touch_log(const std::filesystem::path& path) {
  return parse_touch_log(read_file(path), path.string());
}

std::string to_text(const TouchLog& log) {
  std::string text = fmt::format("{}\n", kLogHeading);
  for (const auto& [step, touch] : log.rows) {
    const Vec3 &p = touch.tool, &f = touch.on_body, &w = touch.at.weight;
    text += fmt::format("{} {:.17g} {:.17g} {:.17g}", step, p.x, p.y, p.z);
    if (touch.touches)
      text += fmt::format(" {} {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}", touch.surface,
                          touch.at.triangle, w.x, w.y, w.z, f.x, f.y, f.z);
    else if (touch.buttons != 0)
      text += fmt::format(" {}", touch.buttons);
    text += '\n';
  }
  return text;
}

void write_touch_log(const std::filesystem::path& path, const TouchLog& log) {
  write_file(path, to_text(log));
}

}  // namespace sinew
