#include "octree/cutting/cell_boxes.h"

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr double kRounding = 0x1p-46;
constexpr Index kBricks = 16;  // per parallel chunk

double largest_coordinate(const Box3& box) {
  const Vec3 largest = max(max(box.lower, -box.lower), max(box.upper, -box.upper));
  return std::max({largest.x, largest.y, largest.z});
}

}  // namespace

Box3 deformed_box(const CornerValues& corners) {
  const Box3 box = bounding_box(corners);
  return box.inflated(kRounding * largest_coordinate(box));
}

// The centre m of a face and the centre c of the cell are both in the box of the corners, so that c + 2 (m -
// c) leaves it by its size at most.
Box3 deformed_box_with_links(const CornerValues& corners) {
  const Box3 box = deformed_box(corners);
  return {box.lower - box.size(), box.upper + box.size()};
}

std::vector<Box3> brick_boxes(const Cells& cells, const Vertices& vertices, std::span<const Vec3> positions) {
  const Index n = static_cast<Index>(cells.brick_start.size()) - 1;
  std::vector<Box3> boxes(n);
  const auto box_of = [&](Index b) {
    Box3 brick;
    Vec3 reach;
    for (Index c = cells.brick_start[b]; c < cells.brick_start[b + 1]; ++c) {
      const Box3 box = bounding_box(corner_values(vertices, c, positions));
      brick.extend(box);
      if (cells.places[c].level == 0) reach = max(reach, box.upper - box.lower);
    }
    return Box3{brick.lower - reach, brick.upper + reach}.inflated(kRounding * largest_coordinate(brick));
  };
  parallel_for_each(n, kBricks, [&](Index b) { boxes[b] = box_of(b); });
  return boxes;
}

}  // namespace sinew
