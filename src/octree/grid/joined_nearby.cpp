#include "octree/grid/joined_nearby.h"

#include <algorithm>
#include <array>
#include <bitset>

namespace sinew {

namespace {

// The largest side of the box of two nearby voxels.
constexpr int kMostSide = 12;

struct VoxelBox {
  LatticePoint lower, upper;  // the lowest and the highest voxel

  VoxelBox(const LatticePoint& a, const LatticePoint& b, int reach) {
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] = std::min(a[axis], b[axis]) - reach;
      upper[axis] = std::max(a[axis], b[axis]) + reach;
    }
  }
  bool is_small() const {
    const LatticePoint size = upper - lower;
    return std::max({size.x, size.y, size.z}) < kMostSide;
  }
  bool contains(const LatticePoint& v) const {
    for (int axis = 0; axis < 3; ++axis)
      if (v[axis] < lower[axis] || v[axis] > upper[axis]) return false;
    return true;
  }
  int index(const LatticePoint& v) const {
    const LatticePoint inner = v - lower;
    return inner.x + kMostSide * (inner.y + kMostSide * inner.z);
  }
};

// Whether steps for which passes(lower voxel, axis) holds lead from a to b within the box.
template <typename Passes>
bool leads_to(const VoxelBox& box, const LatticePoint& a, const LatticePoint& b, Passes&& passes) {
  std::bitset<kMostSide * kMostSide * kMostSide> seen;
  std::array<LatticePoint, kMostSide * kMostSide * kMostSide> reached;
  int count = 0;
  const auto reach = [&](const LatticePoint& voxel) {
    if (!box.contains(voxel) || seen[box.index(voxel)]) return;
    seen[box.index(voxel)] = true;
    reached[count++] = voxel;
  };
  reach(a);
  for (int next = 0; next < count; ++next) {
    const LatticePoint voxel = reached[next];
    if (voxel == b) return true;
    for (int axis = 0; axis < 3; ++axis) {
      const LatticePoint step = unit_step(axis);
      if (passes(voxel, axis)) reach(voxel + step);
      if (passes(voxel - step, axis)) reach(voxel - step);
    }
  }
  return false;
}

bool are_joined_neighbours(const LinkedVoxels& voxels, const LatticePoint& a, const LatticePoint& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a + unit_step(axis) == b) return voxels.joined(a, axis);
    if (b + unit_step(axis) == a) return voxels.joined(b, axis);
  }
  return false;
}

// Whether a link between two inside voxels was joined before there were cuts.
bool was_joined(const LinkedVoxels& voxels, const LatticePoint& voxel, int axis) {
  if (voxels.joined(voxel, axis)) return true;
  const Index at = voxels.find_cut_link(voxel, axis);
  if (at < 0) return false;
  const CutLink& link = voxels.cut_links()[at];
  return link.lower.cut >= 0 && link.upper.cut >= 0 && (link.lower.cut > 0 || link.upper.cut > 0);
}

}  // namespace

bool are_nearby(const LatticePoint& a, const LatticePoint& b, int reach) {
  return VoxelBox(a, b, reach).is_small();
}

bool joined_nearby(const LinkedVoxels& voxels, const LatticePoint& a, const LatticePoint& b, int reach) {
  if (a == b || are_joined_neighbours(voxels, a, b)) return true;
  return leads_to(VoxelBox(a, b, reach), a, b,
                  [&](const LatticePoint& voxel, int axis) { return voxels.joined(voxel, axis); });
}

bool were_joined_nearby(const LinkedVoxels& voxels, const LatticePoint& a, const LatticePoint& b, int reach) {
  return leads_to(VoxelBox(a, b, reach), a, b,
                  [&](const LatticePoint& voxel, int axis) { return was_joined(voxels, voxel, axis); });
}

}  // namespace sinew
