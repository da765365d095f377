#include "mesh/edge_table.h"

#include <algorithm>

namespace sinew {

EdgeTable::EdgeTable(std::span<const Triangle> triangles) {
  struct Record {
    std::array<Index, 2> edge;
    Side side;
  };
  std::vector<Record> records;
  records.reserve(3 * triangles.size());
  for (Index t = 0; t < static_cast<Index>(triangles.size()); ++t) {
    if (has_repeated_corner(triangles[t])) continue;
    for (int corner = 0; corner < 3; ++corner) {
      const Index from = triangles[t][corner], to = triangles[t][(corner + 1) % 3];
      records.push_back({{std::min(from, to), std::max(from, to)}, {t, corner, from < to}});
    }
  }
  std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
    return a.edge != b.edge ? a.edge < b.edge : a.side.triangle < b.side.triangle;
  });

  edge_of_side_.assign(3 * triangles.size(), -1);
  sides_.reserve(records.size());
  for (const Record& record : records) {
    if (edges_.empty() || edges_.back() != record.edge) {
      edges_.push_back(record.edge);
      first_.push_back(static_cast<Index>(sides_.size()));
    }
    edge_of_side_[3 * record.side.triangle + record.side.corner] = edge_count() - 1;
    sides_.push_back(record.side);
  }
  first_.push_back(static_cast<Index>(sides_.size()));
}

Index EdgeTable::find(Index v, Index w) const {
  const std::array<Index, 2> wanted{std::min(v, w), std::max(v, w)};
  const auto found = std::lower_bound(edges_.begin(), edges_.end(), wanted);
  return found != edges_.end() && *found == wanted ? static_cast<Index>(found - edges_.begin()) : -1;
}

}  // namespace sinew
