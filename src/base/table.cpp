#include "base/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace sinew {

namespace {

bool looks_numeric(const std::string& cell) {
  const std::size_t first = cell.find_first_not_of("-+.");
  return cell.empty() || cell == "-" ||
         (first != std::string::npos && std::isdigit(static_cast<unsigned char>(cell[first])) != 0);
}

}  // namespace

Table::Table(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

void Table::add_row(std::vector<std::string> cells) {
  cells.resize(rows_[0].size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  const std::size_t columns = rows_[0].size();
  std::vector<std::size_t> width(columns, 0);
  std::vector<bool> numeric(columns, rows_.size() > 1);
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t c = 0; c < columns; ++c) {
      width[c] = std::max(width[c], rows_[r][c].size());
      if (r > 0 && !looks_numeric(rows_[r][c])) numeric[c] = false;
    }
  std::string text;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c)
      line += numeric[c] ? fmt::format("{:>{}}  ", rows_[r][c], width[c])
                         : fmt::format("{:<{}}  ", rows_[r][c], width[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
    if (r > 0) continue;
    for (std::size_t c = 0; c < columns; ++c)
      text += std::string(width[c], '-') + (c + 1 < columns ? "  " : "\n");
  }
  return text;
}

std::string with_thousands(long long value) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return value < 0 ? "-" + digits : digits;
}

std::string counted(long long count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", with_thousands(count), count == 1 ? one : many);
}

}  // namespace sinew
