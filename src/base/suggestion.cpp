#include "base/suggestion.h"

#include <algorithm>
#include <vector>

#include "base/lower_case.h"

namespace sinew {

// Optimal string alignment: the Levenshtein table, row by row, with one more move, the swap of two
// neighbours, which reaches back two rows.
int edit_distance(std::string_view first, std::string_view second) {
  const std::string a = lower_case(first), b = lower_case(second);
  std::vector<int> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

std::string suggestion(std::string_view word, std::span<const std::string> names) {
  const std::string typed = lower_case(word);
  if (typed.size() >= 2)
    for (const std::string& name : names)
      if (lower_case(name).starts_with(typed)) return name;
  std::string best;
  int best_distance = std::max(1, static_cast<int>(word.size()) / 3) + 1;
  for (const std::string& name : names) {
    const int distance = edit_distance(word, name);
    if (distance < best_distance) best = name, best_distance = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const std::string name = suggestion(word, names);
  return name.empty() ? "" : "; did you mean '" + name + "'?";
}

}  // namespace sinew
