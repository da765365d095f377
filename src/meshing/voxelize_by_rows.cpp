// Signed crossings along rows. Seen along x, each triangle covers some rows of samples; where it covers row
// (j, k) it adds +1 or -1 to the first sample beyond it, by the side from which it is seen:
//
//        +1            -1
//    o o | o   o   o   o | o  o       running sum: 0 0 1 1 1 1 0 0
//
// Rows that pass exactly through an edge or a corner must be covered once, not twice and not never: both
// triangles at an edge evaluate the same expression, in the same order of its ends, and a zero counts as
// being on its left (that is, samples are moved by an infinitely small step in y, then a smaller one in z).

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "mesh/surface_topology.h"
#include "sinew/base/error.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

namespace {

struct Projected {
  double y, z;
};

// The side of the line from p to q on which (y, z) lies: +1 left, -1 right, never 0. The ends are put in
// order first, so that the two triangles at an edge compute the very same number.
int side_of(Projected p, Projected q, double y, double z) {
  int sign = 1;
  if (q.y < p.y || (q.y == p.y && q.z < p.z)) {
    std::swap(p, q);
    sign = -1;
  }
  const double area = (q.y - p.y) * (z - p.z) - (q.z - p.z) * (y - p.y);
  if (area != 0) return area > 0 ? sign : -sign;
  // On the line: after a small step in y the sample is left of an upward line's right side, and so on.
  if (q.z != p.z) return q.z > p.z ? -sign : sign;
  return q.y > p.y ? sign : -sign;
}

class RowCrossings {
 public:
  RowCrossings(const SurfaceMesh& surface, VoxelGrid& grid) : surface_(surface), grid_(grid) {}

  // Adds what triangle t crosses in the slices [begin, end).
  void add(Index t, Index begin, Index end) {
    const GridFrame& frame = grid_.frame;
    const auto [a, b, c] = surface_.corners(t);
    const Vec3 normal = cross(b - a, c - a);
    if (normal.x == 0) return;
    const Projected p[3] = {{a.y, a.z}, {b.y, b.z}, {c.y, c.z}};
    const auto [y_low, y_high] = std::minmax({a.y, b.y, c.y});
    const auto [z_low, z_high] = std::minmax({a.z, b.z, c.z});
    const Index j_low = row(y_low, 1, 0, frame.counts[1]), j_high = row(y_high, 1, 0, frame.counts[1]);
    const Index k_low = row(z_low, 2, begin, end), k_high = row(z_high, 2, begin, end);
    for (Index k = std::max(begin, k_low - 1); k < std::min(end, k_high + 1); ++k)
      for (Index j = std::max<Index>(0, j_low - 1); j < std::min(frame.counts[1], j_high + 1); ++j) {
        const Vec3 s = frame.point(0, j, k);
        const int turn = side_of(p[0], p[1], s.y, s.z);
        if (side_of(p[1], p[2], s.y, s.z) != turn || side_of(p[2], p[0], s.y, s.z) != turn) continue;
        const double x = a.x - (normal.y * (s.y - a.y) + normal.z * (s.z - a.z)) / normal.x;
        const double first = std::ceil((x - frame.origin.x) / frame.spacing);
        if (first >= frame.counts[0]) continue;
        const Index i = first > 0 ? static_cast<Index>(first) : 0;
        // An outward normal against x is where the row enters. Sums are taken modulo 256: exact, since the
        // final winding number is small, however many triangles fall on one sample.
        std::uint8_t& sample = grid_.inside[frame.index(i, j, k)];
        sample = static_cast<std::uint8_t>(turn > 0 ? sample - 1 : sample + 1);
      }
  }

 private:
  // The first sample at or beyond a coordinate, within [low, high].
  Index row(double coordinate, int axis, Index low, Index high) const {
    const double at = std::ceil((coordinate - grid_.frame.origin[axis]) / grid_.frame.spacing);
    return static_cast<Index>(std::clamp(at, static_cast<double>(low), static_cast<double>(high)));
  }

  const SurfaceMesh& surface_;
  VoxelGrid& grid_;
};

// Triangles by the slabs of slices that they may touch.
std::vector<std::vector<Index>> triangles_by_slab(const SurfaceMesh& surface, const GridFrame& frame,
                                                  Index slab) {
  const Index slabs = (frame.counts[2] + slab - 1) / slab;
  std::vector<std::vector<Index>> lists(slabs);
  for (Index t = 0; t < surface.triangle_count(); ++t) {
    const auto [a, b, c] = surface.corners(t);
    const auto [low, high] = std::minmax({a.z, b.z, c.z});
    auto slab_of = [&](double z, double margin) {
      const double at = std::floor((z - frame.origin.z) / frame.spacing + margin) / slab;
      return static_cast<Index>(std::clamp(at, 0.0, slabs - 1.0));
    };
    for (Index s = slab_of(low, -1); s <= slab_of(high, 1); ++s) lists[s].push_back(t);
  }
  return lists;
}

}  // namespace

VoxelGrid voxelize_by_rows(const SurfaceMesh& surface, const GridFrame& frame) {
  if (!is_closed_and_oriented(surface.triangles))
    throw Error("crossings can only be counted on a closed surface", "", "use the winding number instead");
  VoxelGrid grid{frame, std::vector<std::uint8_t>(frame.sample_count(), 0)};
  constexpr Index kSlab = 8;
  const auto lists = triangles_by_slab(surface, frame, kSlab);
  parallel_for(frame.counts[2], kSlab, [&](Index begin, Index end) {
    RowCrossings crossings(surface, grid);
    for (const Index t : lists[begin / kSlab]) crossings.add(t, begin, end);
    for (Index k = begin; k < end; ++k)
      for (Index j = 0; j < frame.counts[1]; ++j) {
        std::uint8_t* row = &grid.inside[frame.index(0, j, k)];
        std::uint8_t sum = 0;
        for (Index i = 0; i < frame.counts[0]; ++i) {
          sum = static_cast<std::uint8_t>(sum + row[i]);
          row[i] = static_cast<std::int8_t>(sum) > 0 ? 1 : 0;
        }
      }
  });
  return grid;
}

}  // namespace sinew
