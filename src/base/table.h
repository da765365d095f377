#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// A text table for people: columns as wide as their widest cell, numbers to the right, words to the left.
class Table {
 public:
  explicit Table(std::vector<std::string> header);

  void add_row(std::vector<std::string> cells);
  // One line per row, each ending in a newline; a rule under the header.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// 1234567 -> "1,234,567".
std::string with_thousands(long long value);

// A number and its noun: "1 edge", "1,024 edges".
std::string counted(long long count, std::string_view one, std::string_view many);

}  // namespace sinew
