#include "octree/cutting/cell_boxes.h"

#include "base/parallel.h"
#include "octree/grid/brick_points.h"

namespace sinew {

namespace {

constexpr double kRounding = 0x1p-46;
constexpr Index kBoxBricks = 16;  // per parallel chunk

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

Box3 brick_box(const Cells& cells, const Vertices& vertices, const VertexPositions& positions, Index brick) {
  Box3 all;
  Vec3 reach;
  for (Index c = cells.brick_start[brick]; c < cells.brick_start[brick + 1]; ++c) {
    const Box3 box = bounding_box(corner_values(vertices, c, positions));
    all.extend(box);
    reach = max(reach, (box.upper - box.lower) / cells.places[c].side());
  }
  return Box3{all.lower - reach, all.upper + reach}.inflated(kRounding * largest_coordinate(all));
}

std::vector<Box3> brick_boxes(const Cells& cells, const Vertices& vertices,
                              const VertexPositions& positions) {
  std::vector<Box3> boxes(cells.brick_start.size() - 1);
  parallel_for_each(boxes.size(), kBoxBricks,
                    [&](Index b) { boxes[b] = brick_box(cells, vertices, positions, b); });
  return boxes;
}

BrickBoxTree::BrickBoxTree(const Cells& cells, const Vertices& vertices, const VertexPositions& positions)
    : bricks_(cells.brick_start.size() - 1), groups_((bricks_.size() + kGroup - 1) / kGroup) {
  // Box the vertices of each brick of points. A brick of cells has vertices of those that touch it.
  const std::vector<PointBrick>& points = *vertices.bricks;
  std::vector<Box3> of_points(points.size());
  parallel_for_each(points.size(), kBoxBricks, [&](Index p) {
    const auto extend = [&](Index begin, Index end) {
      for (Index v = begin; v < end; ++v) of_points[p].extend(positions[v]);
    };
    extend(vertices.unknown_start[p], vertices.unknown_start[p + 1]);
    extend(vertices.unknowns + vertices.hanging_start[p], vertices.unknowns + vertices.hanging_start[p + 1]);
  });
  for (std::size_t p = 0; p < points.size(); ++p)
    for (const Index brick : points[p].bricks)
      if (brick >= 0) bricks_[brick].extend(of_points[p]);

  // A link leaves the box of its cell by the size of the cell at most.
  for (std::size_t b = 0; b < bricks_.size(); ++b) {
    Box3& box = bricks_[b];
    const double margin = kRounding * largest_coordinate(box);
    box = Box3{box.lower - box.size(), box.upper + box.size()}.inflated(margin);
    groups_[b / kGroup].extend(box);
  }
}

}  // namespace sinew
