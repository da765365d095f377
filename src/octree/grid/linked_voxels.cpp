#include "octree/grid/linked_voxels.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kVoxelBricks = 64;  // per parallel chunk
constexpr Index kLinks = 4096;      // per parallel chunk

CutLink boundary_half_way(const LatticePoint& voxel, int axis, bool lower_inside) {
  CutLink link{voxel, axis, {}, {}};
  LinkEnd& end = lower_inside ? link.lower : link.upper;
  end.normal[axis] = 1;
  end.cut = 0;
  return link;
}

// Whether `seen` is nearer, or equally near and of a lower cut.
bool is_nearer(const LinkEnd& seen, const LinkEnd& end) {
  return std::tie(seen.distance, seen.cut, seen.normal) < std::tie(end.distance, end.cut, end.normal);
}

void keep_nearest(const LinkEnd& seen, LinkEnd& end) {
  if (seen.cut >= 0 && end.cut >= 0 && is_nearer(seen, end)) end = seen;
}

// A cut that only one end sees, as the other end would see it.
LinkEnd seen_from_other_end(LinkEnd end) {
  end.distance = 1 - end.distance;
  return end;
}

CutLink seen_by_both_ends(CutLink link) {
  if (link.lower.cut < 0) link.lower = seen_from_other_end(link.upper);
  if (link.upper.cut < 0) link.upper = seen_from_other_end(link.lower);
  return link;
}

std::uint64_t key_of(const CutLink& link) { return link_key(link.voxel, link.axis); }

bool is_valid(const LinkEnd& end) { return end.cut < 0 || (end.distance >= 0 && end.distance <= 1); }

// Whether keys of links around a voxel are defined.
bool has_key(const LatticePoint& voxel) {
  constexpr std::int32_t kEnd = 1 << 20;
  const auto in_range = [](std::int32_t a) { return a >= -kBrickSide && a < kEnd; };
  return in_range(voxel.x) && in_range(voxel.y) && in_range(voxel.z);
}

void require_valid(std::span<const CutLink> links) {
  const std::string where = "a link that is not joined";
  for (const CutLink& link : links) {
    const auto [x, y, z] = link.voxel;
    if (link.axis < 0 || link.axis > 2) throw Error(fmt::format("there is no axis {}", link.axis), where);
    if (!has_key(link.voxel))
      throw Error(fmt::format("({}, {}, {}) is far from the lattice", x, y, z), where);
    if (link.lower.cut < 0 && link.upper.cut < 0) throw Error("neither end sees a cut", where);
    if (!is_valid(link.lower) || !is_valid(link.upper))
      throw Error("the distance to a cut is not between 0 and 1", where);
  }
}

std::vector<std::uint64_t> ascending_keys(std::span<const CutLink> links) {
  std::vector<std::uint64_t> keys(links.size());
  parallel_for_each(keys.size(), kLinks, [&](Index i) { keys[i] = key_of(links[i]); });
  if (std::adjacent_find(keys.begin(), keys.end(), std::greater_equal<>()) != keys.end())
    throw Error("links to cut must be sorted by key, each once", "LinkedVoxels::cut");
  return keys;
}

// Reads the inside voxels of the bricks along x from this place on, row by row, as samples are stored.
void read_row(const VoxelGrid& grid, const LatticePoint& place, std::span<BrickBits> bricks) {
  const LatticePoint lower = kBrickSide * place;
  const auto& counts = grid.frame.counts;
  std::fill(bricks.begin(), bricks.end(), kNoBits);
  for (int z = lower.z; z < std::min(lower.z + kBrickSide, counts[2]); ++z)
    for (int y = lower.y; y < std::min(lower.y + kBrickSide, counts[1]); ++y) {
      const std::uint8_t* row = &grid.inside[grid.frame.index(0, y, z)];
      for (int x = 0; x < counts[0]; ++x)
        bricks[x >> kBrickLevel][z & 7] |= std::uint64_t(row[x] != 0) << bit_of({x, y, z});
    }
}

}  // namespace

std::uint64_t link_key(const LatticePoint& voxel, int axis) {
  return morton_code(voxel + LatticePoint{kBrickSide, kBrickSide, kBrickSide}) << 2 |
         static_cast<std::uint64_t>(axis);
}

LinkedVoxels::LinkedVoxels(const VoxelGrid& grid, std::span<const CutLink> boundary) {
  const GridFrame& frame = grid.frame;
  lattice_.spacing = frame.spacing;
  lattice_.origin = frame.origin - 0.5 * frame.spacing * Vec3{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    brick_counts_[axis] = (frame.counts[axis] + kBrickSide - 1) / kBrickSide;
    lattice_.counts[axis] = brick_counts_[axis] * kBrickSide;
  }
  find_bricks(grid);
  join_inside();
  set_boundary(boundary);
}

void LinkedVoxels::find_bricks(const VoxelGrid& grid) {
  const auto& n = brick_counts_;
  std::vector<std::vector<Brick>> found(n[2]);
  parallel_for(n[2], 1, [&](Index z, Index) {
    std::vector<BrickBits> row(n[0]);
    for (int y = 0; y < n[1]; ++y) {
      read_row(grid, {0, y, z}, row);
      for (int x = 0; x < n[0]; ++x)
        if (row[x] != kNoBits) found[z].push_back({{x, y, z}, row[x], {}});
    }
  });
  for (const auto& layer : found) bricks_.insert(bricks_.end(), layer.begin(), layer.end());
  if (bricks_.empty()) throw Error("there is no voxel inside of the body", "", "take a finer resolution");
  std::sort(bricks_.begin(), bricks_.end(),
            [](const Brick& a, const Brick& b) { return morton_code(a.place) < morton_code(b.place); });
  number_places();
}

void LinkedVoxels::number_places() {
  const auto& n = brick_counts_;
  brick_of_place_.assign(std::size_t(n[0]) * n[1] * n[2], -1);
  for (std::size_t b = 0; b < bricks_.size(); ++b) {
    const LatticePoint& p = bricks_[b].place;
    brick_of_place_[p.x + std::size_t(n[0]) * (p.y + std::size_t(n[1]) * p.z)] = static_cast<Index>(b);
  }
}

const BrickBits& LinkedVoxels::inside_bits(const LatticePoint& place) const {
  const Index brick = brick_at(place);
  return brick < 0 ? kNoBits : bricks_[brick].inside;
}

void LinkedVoxels::join_inside() {
  parallel_for_each(bricks_.size(), kVoxelBricks, [&](Index b) {
    for (int axis = 0; axis < 3; ++axis) {
      Brick& brick = bricks_[b];
      const BrickBits& above = inside_bits(brick.place + unit_step(axis));
      brick.joined[axis] = brick.inside & bits_above(brick.inside, above, axis);
    }
  });
}

void LinkedVoxels::set_boundary(std::span<const CutLink> boundary) {
  // Collect the given links, then all boundary links of the voxels.
  require_valid(boundary);
  std::vector<CutLink> links;
  for (const CutLink& link : boundary) {
    const bool lower_inside = inside(link.voxel), upper_inside = inside(link.voxel + unit_step(link.axis));
    if (!lower_inside && !upper_inside) continue;
    links.push_back(seen_by_both_ends(link));
    if (!lower_inside) links.back().lower = {};
    if (!upper_inside) links.back().upper = {};
    if (lower_inside && upper_inside)
      clear_bit(bricks_[brick_at(link.voxel >> kBrickLevel)].joined[link.axis], link.voxel);
  }
  for (const Brick& brick : bricks_) {
    const LatticePoint lower = kBrickSide * brick.place;
    for (int axis = 0; axis < 3; ++axis) {
      const LatticePoint step = unit_step(axis);
      const BrickBits above = bits_above(brick.inside, inside_bits(brick.place + step), axis);
      const BrickBits below = bits_below(brick.inside, inside_bits(brick.place - step), axis);
      for_each_bit(brick.inside & ~above,
                   [&](const LatticePoint& v) { links.push_back(boundary_half_way(lower + v, axis, true)); });
      for_each_bit(brick.inside & ~below, [&](const LatticePoint& v) {
        links.push_back(boundary_half_way(lower + v - step, axis, false));
      });
    }
  }

  // Sort by key and keep the first of each.
  std::vector<std::pair<std::uint64_t, Index>> order(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) order[i] = {key_of(links[i]), static_cast<Index>(i)};
  std::sort(order.begin(), order.end());
  const auto last =
      std::unique(order.begin(), order.end(), [](auto& a, auto& b) { return a.first == b.first; });
  Links sorted;
  for (auto it = order.begin(); it != last; ++it) {
    sorted.keys.push_back(it->first);
    sorted.links.push_back(links[it->second]);
  }
  links_ = std::make_shared<const Links>(std::move(sorted));
}

std::shared_ptr<const LinkedVoxels::Links> LinkedVoxels::no_links() {
  static const auto none = std::make_shared<const Links>();
  return none;
}

bool LinkedVoxels::operator==(const LinkedVoxels& other) const {
  return lattice_ == other.lattice_ && brick_counts_ == other.brick_counts_ &&
         (links_ == other.links_ || *links_ == *other.links_) && bricks_ == other.bricks_;
}

Index LinkedVoxels::find_cut_link(const LatticePoint& voxel, int axis) const {
  const std::uint64_t key = link_key(voxel, axis);
  const std::vector<std::uint64_t>& keys = links_->keys;
  const auto found = std::lower_bound(keys.begin(), keys.end(), key);
  return found != keys.end() && *found == key ? static_cast<Index>(found - keys.begin()) : -1;
}

Index LinkedVoxels::brick_at(const LatticePoint& place) const {
  for (int axis = 0; axis < 3; ++axis)
    if (place[axis] < 0 || place[axis] >= brick_counts_[axis]) return -1;
  return brick_of_place_[place.x +
                         std::size_t(brick_counts_[0]) * (place.y + std::size_t(brick_counts_[1]) * place.z)];
}

bool LinkedVoxels::inside(const LatticePoint& voxel) const {
  const Index brick = brick_at(voxel >> kBrickLevel);
  return brick >= 0 && has_bit(bricks_[brick].inside, voxel);
}

bool LinkedVoxels::joined(const LatticePoint& voxel, int axis) const {
  const Index brick = brick_at(voxel >> kBrickLevel);
  return brick >= 0 && has_bit(bricks_[brick].joined[axis], voxel);
}

std::int64_t LinkedVoxels::inside_count() const {
  std::int64_t count = 0;
  for (const Brick& brick : bricks_) count += bit_count(brick.inside);
  return count;
}

LinkedVoxels LinkedVoxels::window(std::span<const Index> bricks) const {
  LinkedVoxels part;
  part.lattice_ = lattice_;
  part.brick_counts_ = brick_counts_;
  for (const Index b : bricks) part.bricks_.push_back(bricks_[b]);
  part.number_places();
  for (Brick& brick : part.bricks_)
    for (int axis = 0; axis < 3; ++axis) {
      const BrickBits above = bits_above(brick.inside, part.inside_bits(brick.place + unit_step(axis)), axis);
      brick.joined[axis] = brick.joined[axis] & above;
    }
  return part;
}

LinkedVoxels LinkedVoxels::with(std::vector<Brick> bricks) const {
  LinkedVoxels other = *this;
  other.bricks_ = std::move(bricks);
  other.links_ = no_links();
  return other;
}

Index LinkedVoxels::cut(std::span<const CutLink> links) {
  // Walk both lists in parallel: known links see a cut that is nearer; others are inserted if they were joined.
  struct Found {
    std::size_t at;  // the known link, or the one before which it is inserted
    Index link;
    bool is_known;
  };
  const Index n = static_cast<Index>(links.size());
  require_valid(links);
  const std::vector<std::uint64_t> keys = ascending_keys(links);
  const std::vector<std::uint64_t>& known_keys = links_->keys;
  std::vector<std::vector<Found>> found((n + kLinks - 1) / kLinks);
  parallel_for(n, kLinks, [&](Index begin, Index end) {
    auto known = std::lower_bound(known_keys.begin(), known_keys.end(), keys[begin]);
    for (Index i = begin; i < end; ++i) {
      known = std::lower_bound(known, known_keys.end(), keys[i]);
      const bool is_known = known != known_keys.end() && *known == keys[i];
      if (is_known || joined(links[i].voxel, links[i].axis))
        found[begin / kLinks].push_back({static_cast<std::size_t>(known - known_keys.begin()), i, is_known});
    }
  });

  // Copy what is known, from one of them to the next.
  Links now;
  now.links.reserve(known_keys.size() + links.size()), now.keys.reserve(known_keys.size() + links.size());
  std::size_t copied = 0;
  const auto copy_up_to = [&](std::size_t end) {
    const auto range = [&](const auto& all) {
      return std::pair(all.begin() + static_cast<std::ptrdiff_t>(copied),
                       all.begin() + static_cast<std::ptrdiff_t>(end));
    };
    const auto [first, last] = range(links_->links);
    const auto [first_key, last_key] = range(known_keys);
    now.links.insert(now.links.end(), first, last);
    now.keys.insert(now.keys.end(), first_key, last_key);
    copied = end;
  };
  Index parted = 0;
  for (const auto& part : found)
    for (const auto& [at, i, is_known] : part) {
      copy_up_to(is_known ? at + 1 : at);
      if (is_known) {
        keep_nearest(links[i].lower, now.links.back().lower);
        keep_nearest(links[i].upper, now.links.back().upper);
        continue;
      }
      now.links.push_back(seen_by_both_ends(links[i]));
      now.keys.push_back(keys[i]);
      clear_bit(bricks_[brick_at(links[i].voxel >> kBrickLevel)].joined[links[i].axis], links[i].voxel);
      ++parted;
    }
  copy_up_to(known_keys.size());
  links_ = std::make_shared<const Links>(std::move(now));
  return parted;
}

}  // namespace sinew
