#include "sinew/model/blade.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

void require_valid(const BladeSweep& sweep, std::string_view where) {
  const std::string place(where);
  for (const BladeSweep::Line& line : sweep.lines) {
    if (line.size() < 2)
      throw Error(fmt::format("the line of a blade has {} points", line.size()), place,
                  "give it two at least");
    if (line.size() != sweep.lines.front().size())
      throw Error(fmt::format("a blade is to sweep from a line of {} points to one of {}",
                              sweep.lines.front().size(), line.size()),
                  place, "give all lines the same number of points");
    for (const Vec3& point : line) require_in_reach(point, "a point of the line of a blade", place);
  }
}

void append(BladeSweep& sweep, const BladeSweep& next) {
  const auto begin = next.lines.begin() + (sweep.lines.empty() || next.lines.empty() ? 0 : 1);
  sweep.lines.insert(sweep.lines.end(), begin, next.lines.end());
  sweep.ends |= next.ends;
}

Blade swept_blade(std::span<const BladeSweep::Line> lines) {
  Blade blade;
  for (std::size_t i = 1; i < lines.size(); ++i) append(blade, swept_blade(lines[i - 1], lines[i]));
  return blade;
}

}  // namespace sinew
