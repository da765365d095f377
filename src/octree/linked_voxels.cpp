#include "octree/linked_voxels.h"

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace sinew {

namespace {

CutLink boundary_half_way(const LatticePoint& voxel, int axis, bool lower_inside) {
  CutLink link{voxel, axis, {}, {}};
  LinkEnd& end = lower_inside ? link.lower : link.upper;
  end.normal[axis] = 1;
  end.cut = 0;
  return link;
}

void keep_nearest(const LinkEnd& seen, LinkEnd& end) {
  if (seen.cut >= 0 && (end.cut < 0 || seen.distance < end.distance)) end = seen;
}

bool by_key(const CutLink& a, const CutLink& b) {
  return link_key(a.voxel, a.axis) < link_key(b.voxel, b.axis);
}

}  // namespace

std::uint64_t link_key(const LatticePoint& voxel, int axis) {
  return morton_code(voxel + LatticePoint{1, 1, 1}) << 2 | static_cast<std::uint64_t>(axis);
}

LinkedVoxels::LinkedVoxels(const VoxelGrid& grid) {
  const GridFrame& frame = grid.frame;
  lattice_.spacing = frame.spacing;
  lattice_.origin = frame.origin - 0.5 * frame.spacing * Vec3{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    brick_counts_[axis] = (frame.counts[axis] + kBrickSide - 1) / kBrickSide;
    lattice_.counts[axis] = brick_counts_[axis] * kBrickSide;
  }

  // Find the bricks with something inside, and put them along the curve.
  const auto place_index = [&](const LatticePoint& p) {
    return p.x + std::size_t(brick_counts_[0]) * (p.y + std::size_t(brick_counts_[1]) * p.z);
  };
  std::vector<Brick> found(std::size_t(brick_counts_[0]) * brick_counts_[1] * brick_counts_[2]);
  for (Index k = 0; k < frame.counts[2]; ++k)
    for (Index j = 0; j < frame.counts[1]; ++j)
      for (Index i = 0; i < frame.counts[0]; ++i)
        if (grid.inside[frame.index(i, j, k)]) {
          const LatticePoint voxel{i, j, k};
          Brick& brick = found[place_index(voxel >> kBrickLevel)];
          brick.place = voxel >> kBrickLevel;
          set(brick.inside, voxel);
        }
  std::erase_if(found, [](const Brick& brick) { return brick.inside == BrickBits{}; });
  if (found.empty()) throw Error("there is no voxel inside of the body", "", "take a finer resolution");
  std::sort(found.begin(), found.end(),
            [](const Brick& a, const Brick& b) { return morton_code(a.place) < morton_code(b.place); });
  bricks_ = std::move(found);
  brick_of_place_.assign(std::size_t(brick_counts_[0]) * brick_counts_[1] * brick_counts_[2], -1);
  for (std::size_t b = 0; b < bricks_.size(); ++b)
    brick_of_place_[place_index(bricks_[b].place)] = static_cast<Index>(b);

  // Join what is inside, and give the rest its boundary.
  for (Brick& brick : bricks_)
    for (int v = 0; v < kBrickVoxels; ++v) {
      const LatticePoint voxel = kBrickSide * brick.place + LatticePoint{v & 7, v >> 3 & 7, v >> 6};
      if (!test(brick.inside, voxel)) continue;
      for (int axis = 0; axis < 3; ++axis) {
        const LatticePoint step = unit_step(axis);
        if (inside(voxel + step))
          set(brick.joined[axis], voxel);
        else
          cut_links_.push_back(boundary_half_way(voxel, axis, true));
        if (!inside(voxel - step)) cut_links_.push_back(boundary_half_way(voxel - step, axis, false));
      }
    }
  std::sort(cut_links_.begin(), cut_links_.end(), by_key);
}

Index LinkedVoxels::find_cut_link(const LatticePoint& voxel, int axis) const {
  const auto found =
      std::lower_bound(cut_links_.begin(), cut_links_.end(), CutLink{voxel, axis, {}, {}}, by_key);
  const bool is_it = found != cut_links_.end() && found->voxel == voxel && found->axis == axis;
  return is_it ? static_cast<Index>(found - cut_links_.begin()) : -1;
}

Index LinkedVoxels::brick_at(const LatticePoint& place) const {
  for (int axis = 0; axis < 3; ++axis)
    if (place[axis] < 0 || place[axis] >= brick_counts_[axis]) return -1;
  return brick_of_place_[place.x +
                         std::size_t(brick_counts_[0]) * (place.y + std::size_t(brick_counts_[1]) * place.z)];
}

bool LinkedVoxels::inside(const LatticePoint& voxel) const {
  const Index brick = brick_at(voxel >> kBrickLevel);
  return brick >= 0 && test(bricks_[brick].inside, voxel);
}

bool LinkedVoxels::joined(const LatticePoint& voxel, int axis) const {
  const Index brick = brick_at(voxel >> kBrickLevel);
  return brick >= 0 && test(bricks_[brick].joined[axis], voxel);
}

std::int64_t LinkedVoxels::inside_count() const {
  std::int64_t count = 0;
  for (const Brick& brick : bricks_)
    for (const std::uint64_t word : brick.inside) count += std::popcount(word);
  return count;
}

Index LinkedVoxels::cut(const std::vector<CutLink>& links) {
  Index parted = 0;
  const std::size_t before = cut_links_.size();
  for (const CutLink& link : links) {
    const Index known = [&] {
      const auto end = cut_links_.begin() + static_cast<std::ptrdiff_t>(before);
      const auto found = std::lower_bound(cut_links_.begin(), end, link, by_key);
      return found != end && !by_key(link, *found) ? static_cast<Index>(found - cut_links_.begin()) : -1;
    }();
    if (known >= 0) {
      CutLink& old = cut_links_[known];
      if (old.lower.cut >= 0) keep_nearest(link.lower, old.lower);
      if (old.upper.cut >= 0) keep_nearest(link.upper, old.upper);
    } else if (joined(link.voxel, link.axis)) {
      clear(bricks_[brick_at(link.voxel >> kBrickLevel)].joined[link.axis], link.voxel);
      cut_links_.push_back(link);
      ++parted;
    }
  }
  std::inplace_merge(cut_links_.begin(), cut_links_.begin() + static_cast<std::ptrdiff_t>(before),
                     cut_links_.end(), by_key);
  return parted;
}

}  // namespace sinew
