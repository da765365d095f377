#pragma once

#include <map>
#include <tuple>

#include "octree/grid/cells.h"

// The rules of balanced_cells() voxel by voxel and block by block, as a slow twin.
namespace sinew::test {

class SimpleCells {
 public:
  SimpleCells(const LinkedVoxels& voxels, int coarsest, const RefinementMarks& marks = {})
      : voxels_(voxels), coarsest_(coarsest), marks_(marks) {}

  // By brick, then along the Morton curve.
  std::vector<CellPlace> places() {
    std::vector<CellPlace> places;
    for (const Brick& brick : voxels_.bricks()) add(kBrickSide * brick.place, 3, places);
    return places;
  }

 private:
  void add(const LatticePoint& lower, int level, std::vector<CellPlace>& places) {
    if (level > 0 && is_split(lower, level)) {
      for (int i = 0; i < 8; ++i) add(lower + (1 << (level - 1)) * corner_offset(i), level - 1, places);
    } else if (voxels_.inside(lower)) {
      places.push_back({static_cast<std::uint16_t>(lower.x), static_cast<std::uint16_t>(lower.y),
                        static_cast<std::uint16_t>(lower.z), static_cast<std::uint8_t>(level)});
    }
  }

  bool is_split(const LatticePoint& lower, int level) {
    const auto [it, fresh] = split_.try_emplace({lower.x, lower.y, lower.z, level});
    if (fresh) it->second = must_split(lower, level);
    return it->second;
  }

  bool must_split(const LatticePoint& lower, int level) {
    const Index b = voxels_.brick_at(lower >> kBrickLevel);
    if (b < 0) return false;
    if (level > coarsest_ || is_marked(b, lower, level)) return true;
    const int side = 1 << level;
    if (marks_.coarse_boundary && is_exposed(lower, side)) return true;
    if (level == 1) {
      for (int i = 0; i < 8; ++i)
        if (is_loose(lower + corner_offset(i)) || is_beside_cut(lower + corner_offset(i))) return true;
      return false;
    }
    for (int z = -side / 2; z <= side; z += side / 2)
      for (int y = -side / 2; y <= side; y += side / 2)
        for (int x = -side / 2; x <= side; x += side / 2)
          if (is_split(lower + LatticePoint{x, y, z}, level - 1)) return true;
    return false;
  }

  bool is_marked(Index b, const LatticePoint& lower, int level) const {
    const LatticePoint p = (lower - kBrickSide * voxels_.bricks()[b].place) >> level;
    if (level == 1 && !marks_.to_level_0.empty())
      return marks_.to_level_0[b] >> (p.x + 4 * p.y + 16 * p.z) & 1;
    if (level == 2 && !marks_.to_level_1.empty())
      return marks_.to_level_1[b] >> (p.x + 2 * p.y + 4 * p.z) & 1;
    if (level == 3 && !marks_.to_level_2.empty()) return marks_.to_level_2[b] != 0;
    return false;
  }

  // Partly outside, or with a face through which some links lead outside and others do not.
  bool is_exposed(const LatticePoint& lower, int side) const {
    int inside = 0;
    for (int z = 0; z < side; ++z)
      for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) inside += voxels_.inside(lower + LatticePoint{x, y, z});
    if (inside != 0 && inside != side * side * side) return true;
    if (inside == 0) return false;
    for (int axis = 0; axis < 3; ++axis)
      for (const int at : {-1, side - 1}) {
        int joined = 0;
        for (int j = 0; j < side; ++j)
          for (int i = 0; i < side; ++i)
            joined += voxels_.joined(
                lower + at * unit_step(axis) + i * unit_step((axis + 1) % 3) + j * unit_step((axis + 2) % 3),
                axis);
        if (joined != 0 && joined != side * side) return true;
      }
    return false;
  }

  bool is_cut(const LatticePoint& voxel, int axis) const {
    return voxels_.inside(voxel) && voxels_.inside(voxel + unit_step(axis)) && !voxels_.joined(voxel, axis);
  }

  bool is_loose(const LatticePoint& voxel) const {
    if (!voxels_.inside(voxel)) return false;
    if (marks_.coarse_boundary) return is_at_cut(voxel);
    for (int axis = 0; axis < 3; ++axis)
      if (!voxels_.joined(voxel, axis) || !voxels_.joined(voxel - unit_step(axis), axis)) return true;
    return false;
  }

  bool is_at_cut(const LatticePoint& voxel) const {
    for (int axis = 0; axis < 3; ++axis)
      if (is_cut(voxel, axis) || is_cut(voxel - unit_step(axis), axis)) return true;
    return false;
  }

  bool is_beside_cut(const LatticePoint& voxel) const {
    if (!voxels_.inside(voxel)) return false;
    for (int axis = 0; axis < 3; ++axis)
      for (const int way : {1, -1})
        for (int along = 0; along < 3; ++along) {
          const LatticePoint beside = voxel + way * unit_step(axis);
          if (along != axis && (is_cut(beside, along) || is_cut(beside - unit_step(along), along)))
            return true;
        }
    return false;
  }

  const LinkedVoxels& voxels_;
  int coarsest_;
  const RefinementMarks& marks_;
  std::map<std::tuple<int, int, int, int>, bool> split_;
};

}  // namespace sinew::test
