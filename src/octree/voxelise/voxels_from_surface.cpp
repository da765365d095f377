// Where the surface crosses the links. Links along one axis lie on lines through the samples. Seen along the
// axis, a triangle covers some of these lines, and crosses each of them once:
//
//        .   .   .   .         x : lines that the triangle covers; each gives a crossing, which belongs to
//          /\                      the link that it falls on
//        ./ x \ .   .
//        /______\              A line through an edge or a corner is covered by one triangle around it:
//        .   .   .   .         exact predicates, and lines moved by an infinitely small step.
//
// Along a link, crossings separate pieces that are inside or outside. The first and the last piece have the
// side of the voxel there; only if there are two crossings or more, the sides of the others are computed.

#include "octree/voxelise/voxels_from_surface.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/parallel.h"
#include "mesh/predicates.h"
#include "meshing/crumbs.h"
#include "octree/voxelise/hole_boundary.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

constexpr Index kSlab = 4;  // layers of lines per task

// In voxels. A crossing this near to a sample belongs to the links on both sides of it, and a piece of a link
// this short has no side. Covers rounding of coordinates a million voxels from zero.
constexpr double kTouch = 1e-9;

struct Crossing {
  LatticePoint voxel;  // lower end of the link
  double distance;     // from there, in voxels
  Index triangle;
};

auto order_of(const Crossing& c) { return std::tie(c.voxel.z, c.voxel.y, c.voxel.x, c.distance, c.triangle); }

// The side of the line from p to q, seen along the axis, on which s lies: +1 left, -1 right. If s is on it, s
// is moved by a small step along the next axis, then by a smaller one along the last.
int side_of(const Vec3& p, const Vec3& q, const Vec3& s, int axis) {
  const int side = projected_orientation(p, q, s, axis);
  if (side != 0) return side;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  if (q[j] != p[j]) return q[j] > p[j] ? -1 : 1;
  return q[i] > p[i] ? 1 : -1;
}

bool covers(const std::array<Vec3, 3>& t, const Vec3& s, int axis) {
  const int turn = side_of(t[0], t[1], s, axis);
  return side_of(t[1], t[2], s, axis) == turn && side_of(t[2], t[0], s, axis) == turn;
}

// Where the line through s along the axis meets the triangle's plane, clamped to the triangle's extent.
double height_of(const std::array<Vec3, 3>& t, const Vec3& s, int axis) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  const auto [low, high] = std::minmax({t[0][axis], t[1][axis], t[2][axis]});
  if (normal[axis] == 0) return 0.5 * (low + high);
  const double slope = normal[i] * (s[i] - t[0][i]) + normal[j] * (s[j] - t[0][j]);
  return std::clamp(t[0][axis] - slope / normal[axis], low, high);
}

class LinkCrossings {
 public:
  LinkCrossings(const SurfaceMesh& surface, const SignedDistance& solid, const VoxelGrid& grid, int axis)
      : surface_(surface), solid_(solid), grid_(grid), axis_(axis) {}

  // The links that are not joined on the lines [begin, end) along the axis after next.
  std::vector<CutLink> parted_links(Index begin, Index end) const {
    std::vector<Crossing> crossings = crossings_of(begin, end);
    std::sort(crossings.begin(), crossings.end(),
              [](const Crossing& a, const Crossing& b) { return order_of(a) < order_of(b); });
    std::vector<CutLink> links;
    for (auto first = crossings.begin(); first != crossings.end();) {
      const auto last =
          std::find_if(first, crossings.end(), [&](const Crossing& c) { return !(c.voxel == first->voxel); });
      const CutLink link = parted_link({first, last});
      if (link.lower.cut >= 0 || link.upper.cut >= 0) links.push_back(link);
      first = last;
    }
    return links;
  }

 private:
  std::vector<Crossing> crossings_of(Index begin, Index end) const {
    const int i = (axis_ + 1) % 3, j = (axis_ + 2) % 3;
    const GridFrame& frame = grid_.frame;
    Box3 slab = solid_.box();
    slab.lower[j] = frame.origin[j] + frame.spacing * begin;
    slab.upper[j] = frame.origin[j] + frame.spacing * (end - 1);
    std::vector<Crossing> crossings;
    solid_.tree().for_each_overlap(slab, [&](Index t) {
      const auto corners = surface_.corners(t);
      const Box3 box = bounding_box(corners);
      const auto [first_i, last_i] = samples(box, i, 0, frame.counts[i]);
      const auto [first_j, last_j] = samples(box, j, begin, end);
      LatticePoint line;
      for (line[j] = first_j; line[j] <= last_j; ++line[j])
        for (line[i] = first_i; line[i] <= last_i; ++line[i])
          if (const Vec3 s = frame.point(line.x, line.y, line.z); covers(corners, s, axis_))
            add(line, (height_of(corners, s, axis_) - frame.origin[axis_]) / frame.spacing, t, crossings);
    });
    return crossings;
  }

  // The first and the last sample within [begin, end) that may lie in the box along that axis, allowing for
  // rounding.
  std::pair<Index, Index> samples(const Box3& box, int axis, Index begin, Index end) const {
    const auto at = [&](double x) { return (x - grid_.frame.origin[axis]) / grid_.frame.spacing; };
    const double low = std::max(std::ceil(at(box.lower[axis]) - kTouch), static_cast<double>(begin));
    const double high = std::min(std::floor(at(box.upper[axis]) + kTouch), end - 1.0);
    return low <= high ? std::pair{static_cast<Index>(low), static_cast<Index>(high)} : std::pair{1, 0};
  }

  void add(LatticePoint line, double height, Index triangle, std::vector<Crossing>& crossings) const {
    const double low = std::floor(height - kTouch), high = std::floor(height + kTouch);
    for (double link = low; link <= high; ++link) {
      if (link < -1 || link >= grid_.frame.counts[axis_]) continue;
      line[axis_] = static_cast<std::int32_t>(link);
      crossings.push_back({line, std::clamp(height - link, 0.0, 1.0), triangle});
    }
  }

  // What the ends of one link see; nothing if it is joined or outside.
  CutLink parted_link(std::span<const Crossing> crossings) const {
    const LatticePoint lower = crossings.front().voxel;
    CutLink link{lower, axis_, {}, {}};
    const bool lower_inside = is_inside(lower), upper_inside = is_inside(lower + unit_step(axis_));
    if (!lower_inside && !upper_inside) return link;
    const int n = static_cast<int>(crossings.size());
    // Piece p of the link is the one before crossing p.
    const auto piece_is_outside = [&](int p) {
      if (p == 0) return !lower_inside;
      if (p == n) return !upper_inside;
      return gap_is_outside(crossings[p - 1], crossings[p]);
    };
    int first = 0, last = n;
    while (first <= n && !piece_is_outside(first)) ++first;
    if (first > n) return link;
    while (!piece_is_outside(last)) --last;
    if (lower_inside) link.lower = seen(crossings[first - 1], crossings[first - 1].distance);
    if (upper_inside) link.upper = seen(crossings[last], 1 - crossings[last].distance);
    return link;
  }

  bool gap_is_outside(const Crossing& from, const Crossing& to) const {
    if (to.distance - from.distance < kTouch) return false;
    Vec3 middle = grid_.frame.point(from.voxel.x, from.voxel.y, from.voxel.z);
    middle[axis_] += 0.5 * (from.distance + to.distance) * grid_.frame.spacing;
    return !solid_.inside(middle);
  }

  LinkEnd seen(const Crossing& crossing, double distance) const {
    const Vec3 normal = normalized(surface_.area_vector(crossing.triangle));
    return {static_cast<float>(distance),
            {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)},
            0};
  }

  bool is_inside(const LatticePoint& voxel) const {
    for (int axis = 0; axis < 3; ++axis)
      if (voxel[axis] < 0 || voxel[axis] >= grid_.frame.counts[axis]) return false;
    return grid_.inside[grid_.frame.index(voxel.x, voxel.y, voxel.z)] != 0;
  }

  const SurfaceMesh& surface_;
  const SignedDistance& solid_;
  const VoxelGrid& grid_;
  int axis_;
};

std::vector<CutLink> surface_crossings(const SurfaceMesh& surface, const SignedDistance& solid,
                                       const VoxelGrid& grid) {
  std::vector<CutLink> links;
  for (int axis = 0; axis < 3; ++axis) {
    const LinkCrossings crossings(surface, solid, grid, axis);
    const Index lines = grid.frame.counts[(axis + 2) % 3];
    std::vector<std::vector<CutLink>> slabs((lines + kSlab - 1) / kSlab);
    parallel_for(lines, kSlab,
                 [&](Index begin, Index end) { slabs[begin / kSlab] = crossings.parted_links(begin, end); });
    for (const auto& slab : slabs) links.insert(links.end(), slab.begin(), slab.end());
  }
  return links;
}

// Per voxel: a bit for each axis up which its link is not joined.
std::vector<std::uint8_t> parted_voxels(const GridFrame& frame, std::span<const CutLink> links) {
  std::vector<std::uint8_t> parted(frame.sample_count(), 0);
  for (const auto& [voxel, axis, lower, upper] : links)
    if (voxel[axis] >= 0)
      parted[frame.index(voxel.x, voxel.y, voxel.z)] |= static_cast<std::uint8_t>(1U << axis);
  return parted;
}

// The `links` that are not in `known`.
std::vector<CutLink> not_among(std::span<const CutLink> known, std::span<const CutLink> links) {
  std::vector<std::uint64_t> keys;
  for (const CutLink& link : known) keys.push_back(link_key(link.voxel, link.axis));
  std::sort(keys.begin(), keys.end());
  std::vector<CutLink> others;
  std::copy_if(links.begin(), links.end(), std::back_inserter(others), [&](const CutLink& link) {
    return !std::binary_search(keys.begin(), keys.end(), link_key(link.voxel, link.axis));
  });
  return others;
}

}  // namespace

LinkedVoxels linked_voxels(const SurfaceMesh& surface, const SignedDistance& solid, const GridFrame& frame) {
  VoxelGrid grid = voxelize(surface, solid, frame);
  std::vector<CutLink> boundary = surface_crossings(surface, solid, grid);
  drop_crumbs(grid, surface, solid.tree(), parted_voxels(grid.frame, boundary));
  LinkedVoxels voxels(grid, boundary);
  if (solid.closed()) return voxels;
  const std::vector<CutLink> missed = not_among(boundary, voxels.cut_links());
  const std::vector<CutLink> holes = hole_boundary(solid, voxels.lattice(), missed);
  boundary.insert(boundary.end(), holes.begin(), holes.end());
  return LinkedVoxels(grid, boundary);
}

LinkedVoxels linked_box(const Vec3& lower, double spacing, const std::array<Index, 3>& counts) {
  VoxelGrid grid{{lower + 0.5 * spacing * Vec3{1, 1, 1}, spacing, counts}, {}};
  grid.inside.assign(grid.frame.sample_count(), 1);
  return LinkedVoxels(grid);
}

}  // namespace sinew
