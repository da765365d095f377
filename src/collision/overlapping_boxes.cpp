#include "collision/overlapping_boxes.h"

#include <algorithm>

namespace sinew {

namespace {

// The axis along which the boxes' centres vary most.
int sweep_axis(std::span<const Box3> boxes) {
  Vec3 sum, squares;
  double count = 0;
  for (const Box3& box : boxes) {
    if (box.empty()) continue;
    const Vec3 center = box.center();
    sum += center, squares += Vec3{center.x * center.x, center.y * center.y, center.z * center.z}, ++count;
  }
  int best = 0;
  auto variance = [&](int axis) { return squares[axis] - sum[axis] * sum[axis] / count; };
  for (int axis = 1; axis < 3; ++axis)
    if (variance(axis) > variance(best)) best = axis;
  return best;
}

}  // namespace

// Sort and sweep: along one axis, a box can overlap only those that begin before it ends.
void overlapping_boxes(std::span<const Box3> boxes, BoxSweep& sweep,
                       std::vector<std::array<Index, 2>>& pairs) {
  pairs.clear();
  sweep.extents.clear();
  const int axis = sweep_axis(boxes);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (!boxes[i].empty())
      sweep.extents.push_back({boxes[i].lower[axis], boxes[i].upper[axis], static_cast<Index>(i)});
  std::sort(sweep.extents.begin(), sweep.extents.end(), [](const auto& a, const auto& b) {
    return a.lower != b.lower ? a.lower < b.lower : a.box < b.box;
  });
  for (auto a = sweep.extents.begin(); a != sweep.extents.end(); ++a)
    for (auto b = a + 1; b != sweep.extents.end() && b->lower <= a->upper; ++b)
      if (boxes[a->box].overlaps(boxes[b->box]))
        pairs.push_back({std::min(a->box, b->box), std::max(a->box, b->box)});
  std::sort(pairs.begin(), pairs.end());
}

}  // namespace sinew
