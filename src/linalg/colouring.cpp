#include "linalg/colouring.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "sinew/base/geometry.h"

namespace sinew {

namespace {

// Spreads the low 21 bits so that two zero bits follow each.
std::uint64_t spread(std::uint64_t v) {
  v &= 0x1fffff;
  v = (v | v << 32) & 0x1f00000000ffffULL;
  v = (v | v << 16) & 0x1f0000ff0000ffULL;
  v = (v | v << 8) & 0x100f00f00f00f00fULL;
  v = (v | v << 4) & 0x10c30c30c30c30c3ULL;
  return (v | v << 2) & 0x1249249249249249ULL;
}

std::vector<std::uint64_t> morton_codes(std::span<const Vec3> positions) {
  const Box3 box = bounding_box(positions);
  const double scale = box.longest_side() > 0 ? 0x1fffff / box.longest_side() : 0;
  std::vector<std::uint64_t> codes;
  for (const Vec3& p : positions) {
    const Vec3 q = scale * (p - box.lower);
    codes.push_back(spread(static_cast<std::uint64_t>(q.x)) | spread(static_cast<std::uint64_t>(q.y)) << 1 |
                    spread(static_cast<std::uint64_t>(q.z)) << 2);
  }
  return codes;
}

}  // namespace

ColourOrder colour_order(const BlockPattern& pattern, std::span<const Vec3> positions) {
  const Index n = pattern.rows();
  const std::vector<std::uint64_t> codes = morton_codes(positions);
  std::vector<Index> along(n);
  std::iota(along.begin(), along.end(), 0);
  std::sort(along.begin(), along.end(),
            [&](Index a, Index b) { return codes[a] != codes[b] ? codes[a] < codes[b] : a < b; });

  std::vector<int> colour(n, -1);
  std::vector<Index> taken_by;  // per colour: the last node that has a neighbour of it
  for (const Index v : along) {
    for (Index at = pattern.row_start[v]; at < pattern.row_start[v + 1]; ++at)
      if (const int c = colour[pattern.column[at]]; c >= 0) taken_by[c] = v;
    std::size_t c = 0;
    while (c < taken_by.size() && taken_by[c] == v) ++c;
    if (c == taken_by.size()) taken_by.push_back(-1);
    colour[v] = static_cast<int>(c);
  }

  ColourOrder order;
  order.colour_start.assign(taken_by.size() + 1, 0);
  for (const int c : colour) ++order.colour_start[c + 1];
  for (std::size_t c = 0; c < taken_by.size(); ++c) order.colour_start[c + 1] += order.colour_start[c];
  order.old_of_new.resize(n);
  order.new_of_old.resize(n);
  std::vector<Index> fill(order.colour_start.begin(), order.colour_start.end() - 1);
  for (const Index v : along) {
    const Index place = fill[colour[v]]++;
    order.old_of_new[place] = v;
    order.new_of_old[v] = place;
  }
  return order;
}

BlockPattern reordered(const BlockPattern& pattern, const ColourOrder& order) {
  BlockPattern result;
  result.row_start.assign(1, 0);
  result.column.reserve(pattern.column.size());
  for (Index i = 0; i < pattern.rows(); ++i) {
    const Index old = order.old_of_new[i];
    for (Index at = pattern.row_start[old]; at < pattern.row_start[old + 1]; ++at)
      result.column.push_back(order.new_of_old[pattern.column[at]]);
    std::sort(result.column.begin() + result.row_start.back(), result.column.end());
    result.row_start.push_back(static_cast<Index>(result.column.size()));
  }
  result.diagonal.resize(pattern.rows());
  for (Index i = 0; i < pattern.rows(); ++i) result.diagonal[i] = result.find(i, i);
  return result;
}

}  // namespace sinew
