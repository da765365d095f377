#include "octree/solver/row_map.h"

#include <algorithm>

namespace sinew {

namespace {

constexpr Index kMappedRows = 4096;  // per parallel chunk

Index row(std::span<const Index> table, Index vertex) { return table.empty() ? vertex : table[vertex]; }

}  // namespace

RowMap::RowMap(const IndexSplice& vertices, const Tables& tables)
    : count_(vertices.count()), of_old_(vertices.old_count()), of_window_(vertices.window_count()) {
  const auto row_of = [&](Index v) { return row(tables.now, std::clamp(v, 0, count_ - 1)); };
  parallel_for_each(of_old_.size(), kMappedRows,
                    [&](Index v) { of_old_[row(tables.old, v)] = row_of(vertices.of_old(v)); });
  for (Index v = 0; v < vertices.window_count(); ++v)
    of_window_[row(tables.window, v)] = row_of(vertices.of_window(v));
  if (tables.now.empty())
    runs_.assign(vertices.runs().begin(), vertices.runs().end());
  else
    find_runs(vertices, tables);
}

void RowMap::find_runs(const IndexSplice& vertices, const Tables& tables) {
  // The row that each comes from, ~row in the window.
  std::vector<Index> source(count_);
  parallel_for_each(vertices.runs().size(), 1, [&](Index k) {
    const IndexSplice::Run& run = vertices.runs()[k];
    for (Index i = 0; i < run.count; ++i)
      source[tables.now[run.to + i]] =
          run.of_window ? ~tables.window[run.from + i] : tables.old[run.from + i];
  });
  for (Index to = 0; to < count_; ++to) {
    const bool of_window = source[to] < 0;
    const Index from = of_window ? ~source[to] : source[to];
    if (!runs_.empty() && runs_.back().of_window == of_window &&
        runs_.back().from + runs_.back().count == from && runs_.back().count < IndexSplice::kLongest)
      ++runs_.back().count;
    else
      runs_.push_back({from, to, 1, of_window});
  }
}

}  // namespace sinew
