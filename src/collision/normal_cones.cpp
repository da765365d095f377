#include "collision/normal_cones.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sinew {

NormalCones::NormalCones(std::span<const Triangle> triangles, Index vertex_count) {
  // List the edges at each vertex, those of two triangles twice.
  struct Corner {
    Index vertex, end, apex;
  };
  std::vector<Corner> corners;
  corners.reserve(6 * triangles.size());
  for (const Triangle& t : triangles)
    for (int k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
      corners.push_back({a, b, c});
      corners.push_back({b, a, c});
    }
  std::ranges::sort(corners, [](const Corner& a, const Corner& b) {
    return std::tie(a.vertex, a.end, a.apex) < std::tie(b.vertex, b.end, b.apex);
  });

  // Join equal ones.
  first_.assign(vertex_count + 1, 0);
  const Corner* last = nullptr;
  for (const Corner& corner : corners) {
    if (last != nullptr && last->vertex == corner.vertex && last->end == corner.end) {
      if (wings_.back().apex[1] < 0) wings_.back().apex[1] = corner.apex;
    } else {
      wings_.push_back({corner.end, {corner.apex, -1}});
      ++first_[corner.vertex + 1];
    }
    last = &corner;
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

}  // namespace sinew
