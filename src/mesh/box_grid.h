#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Boxes sorted into a grid of about two cells for each: tells which of them may be at a place.
class BoxGrid {
 public:
  // Of the boxes box_of(0) to box_of(count - 1), which lie in `around`.
  template <typename BoxOf>
  BoxGrid(const Box3& around, Index count, const BoxOf& box_of);

  // The boxes that may contain the point, ascending: all that do are among them.
  std::span<const Index> at(const Vec3& p) const {
    const auto [i, j, k] = cell_of(p);
    return in_cell(cell_index(i, j, k));
  }
  // Calls visit(box number) for boxes that may overlap the given one, for some of them more than once.
  template <typename Visit>
  void for_each_near(const Box3& box, Visit&& visit) const {
    for_each_cell(box, [&](Index cell) {
      for (const Index i : in_cell(cell)) visit(i);
    });
  }

  std::size_t cell_count() const { return first_.size() - 1; }
  const Box3& around() const { return around_; }
  // Sides of a cell.
  Vec3 cell_size() const { return {1 / cells_per_unit_.x, 1 / cells_per_unit_.y, 1 / cells_per_unit_.z}; }

 private:
  // Points outside belong to the cells at the rim.
  std::array<Index, 3> cell_of(const Vec3& p) const {
    std::array<Index, 3> cell{};
    for (int axis = 0; axis < 3; ++axis) {
      const double at = (p[axis] - around_.lower[axis]) * cells_per_unit_[axis];
      cell[axis] = static_cast<Index>(std::clamp(at, 0.0, cells_[axis] - 1.0));
    }
    return cell;
  }
  Index cell_index(Index i, Index j, Index k) const { return i + cells_[0] * (j + cells_[1] * k); }
  std::span<const Index> in_cell(Index cell) const {
    return {boxes_.data() + first_[cell], static_cast<std::size_t>(first_[cell + 1] - first_[cell])};
  }
  template <typename Visit>
  void for_each_cell(const Box3& box, Visit&& visit) const {
    const auto lower = cell_of(box.lower), upper = cell_of(box.upper);
    for (Index k = lower[2]; k <= upper[2]; ++k)
      for (Index j = lower[1]; j <= upper[1]; ++j)
        for (Index i = lower[0]; i <= upper[0]; ++i) visit(cell_index(i, j, k));
  }

  Box3 around_;
  std::array<Index, 3> cells_{1, 1, 1};
  Vec3 cells_per_unit_;
  std::vector<Index> first_, boxes_;  // per cell, ascending
};

template <typename BoxOf>
BoxGrid::BoxGrid(const Box3& around, Index count, const BoxOf& box_of) : around_(around) {
  // Near cubic, unless all is flat or has no extent.
  constexpr double kFlat = 1e-3, kMostAlong = 512;
  const double longest = count == 0 ? 0 : around.longest_side(), least = std::max(kFlat * longest, 1e-300);
  if (!(longest > 0)) around_ = {{0, 0, 0}, {0, 0, 0}};
  const Vec3 size = max(around_.size(), Vec3{least, least, least});
  const double side = std::cbrt(size.x * size.y * size.z / (2.0 * std::max<Index>(1, count)));
  for (int axis = 0; axis < 3; ++axis) {
    cells_[axis] = static_cast<Index>(std::clamp(longest > 0 ? size[axis] / side : 1.0, 1.0, kMostAlong));
    cells_per_unit_[axis] = cells_[axis] / size[axis];
  }
  first_.assign(std::size_t(cells_[0]) * cells_[1] * cells_[2] + 1, 0);
  for (Index i = 0; i < count; ++i) for_each_cell(box_of(i), [&](Index cell) { ++first_[cell + 1]; });
  for (std::size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
  boxes_.resize(first_.back());
  std::vector<Index> fill(first_.begin(), first_.end() - 1);
  for (Index i = 0; i < count; ++i) for_each_cell(box_of(i), [&](Index cell) { boxes_[fill[cell]++] = i; });
}

}  // namespace sinew
