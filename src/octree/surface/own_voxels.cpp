#include "octree/surface/own_voxels.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <queue>

#include "base/parallel.h"
#include "octree/surface/dual_face.h"

namespace sinew {

namespace {

constexpr Index kOwnPoints = 4096;  // per parallel chunk

// The nearest inside voxel to p in this range for which may_be_taken holds, if any.
template <typename MayBeTaken>
std::optional<LatticePoint> nearest_voxel(const LinkedVoxels& voxels, const LatticePoint& lower,
                                          const LatticePoint& upper, const Vec3& p,
                                          MayBeTaken&& may_be_taken) {
  std::optional<LatticePoint> best;
  double least = 0;
  for (int z = lower.z; z <= upper.z; ++z)
    for (int y = lower.y; y <= upper.y; ++y)
      for (int x = lower.x; x <= upper.x; ++x) {
        const LatticePoint voxel{x, y, z};
        if (!voxels.inside(voxel)) continue;
        const double squared = squared_norm(p - to_vec3(voxel));
        if ((best && squared >= least) || !may_be_taken(voxel)) continue;
        best = voxel;
        least = squared;
      }
  return best;
}

// Whether the inside voxels among the corners are connected by links between corners; false if there are
// none.
bool is_one_group(const LinkedVoxels& voxels, const DualPlace& place) {
  unsigned inside = 0;
  const auto corner = [&](int i) {
    LatticePoint voxel;
    for (int axis = 0; axis < 3; ++axis)
      voxel[axis] = (i >> axis & 1) != 0 ? place.upper[axis] : place.lower[axis];
    return voxel;
  };
  for (int i = 0; i < 8; ++i) inside |= static_cast<unsigned>(voxels.inside(corner(i))) << i;
  if (inside == 0) return false;
  unsigned group = inside & -inside;
  for (unsigned before = 0; before != group;) {
    before = group;
    for (int i = 0; i < 8; ++i)
      for (int axis = 0; axis < 3; ++axis) {
        const unsigned pair = 1U << i | 1U << (i | 1 << axis);
        const bool is_upper = (i >> axis & 1) != 0;
        if (is_upper || (group & pair) == 0 || (inside & pair) != pair) continue;
        if (place.lower[axis] == place.upper[axis] || voxels.joined(corner(i), axis)) group |= pair;
      }
  }
  return group == inside;
}

// Passes voxels from vertex to vertex along the edges of the polygons, shortest path first.
class VoxelSpread {
 public:
  VoxelSpread(const LinkedVoxels& voxels, const VoxelPieces& pieces, const SurfacePolygons& polygons,
              std::span<const DualPlace> places, Index known)
      : voxels_(voxels),
        pieces_(pieces),
        places_(places),
        known_(known),
        edges_start_(known + places.size() + 1) {
    const auto for_each_edge = [&](auto&& visit) {
      for (Index p = 0; p < polygons.count(); ++p) {
        const auto polygon = polygons[p];
        for (std::size_t k = 0; k < polygon.size(); ++k) visit(polygon[k], polygon[(k + 1) % polygon.size()]);
      }
    };
    for_each_edge([&](Index a, Index b) { ++edges_start_[a + 1], ++edges_start_[b + 1]; });
    for (std::size_t v = 1; v < edges_start_.size(); ++v) edges_start_[v] += edges_start_[v - 1];
    edges_.resize(edges_start_.back());
    std::vector<Index> next = edges_start_;
    for_each_edge([&](Index a, Index b) { edges_[next[a]++] = b, edges_[next[b]++] = a; });
  }

  void spread(std::vector<LatticePoint>& voxel_of, std::vector<char>& has_voxel) {
    for (std::size_t v = 0; v < has_voxel.size(); ++v)
      if (has_voxel[v] != 0) offer(static_cast<Index>(v), 0, has_voxel);
    while (!queue_.empty()) {
      const auto [length, to, from] = queue_.top();
      queue_.pop();
      if (has_voxel[to] != 0) continue;
      has_voxel[to] = 1;
      voxel_of[to] = handed_on(voxel_of[from], places_[to - known_]);
      offer(to, length, has_voxel);
    }
  }

 private:
  struct Offer {
    double length;  // from the nearest known vertex
    Index to, from;
    auto operator<=>(const Offer&) const = default;
  };

  void offer(Index from, double length, const std::vector<char>& has_voxel) {
    for (Index e = edges_start_[from]; e < edges_start_[from + 1]; ++e) {
      const Index to = edges_[e];
      if (has_voxel[to] != 0) continue;
      const double step = from < known_ ? 0 : distance(places_[from - known_].at, places_[to - known_].at);
      queue_.push({length + step, to, from});
    }
  }

  // A corner of the place that is connected to the voxel, or that voxel.
  LatticePoint handed_on(const LatticePoint& voxel, const DualPlace& place) const {
    const auto hangs_on_it = [&](const LatticePoint& corner) { return pieces_.joined(voxel, corner); };
    return nearest_voxel(voxels_, place.lower, place.upper, place.behind, hangs_on_it).value_or(voxel);
  }

  const LinkedVoxels& voxels_;
  const VoxelPieces& pieces_;
  std::span<const DualPlace> places_;
  Index known_;
  std::vector<Index> edges_start_, edges_;  // per vertex: its neighbours
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> queue_;
};

// For a part of the surface without known vertices.
LatticePoint nearest_of_all(const LinkedVoxels& voxels, const DualPlace& place) {
  const LatticePoint ones{1, 1, 1};
  const auto any = [](const LatticePoint&) { return true; };
  for (LatticePoint lower = place.lower, upper = place.upper;; lower = lower - ones, upper = upper + ones)
    if (const auto found = nearest_voxel(voxels, lower, upper, place.behind, any)) return *found;
}

}  // namespace

std::vector<LatticePoint> own_voxels(const LinkedVoxels& voxels, const VoxelPieces& pieces,
                                     const SurfacePolygons& polygons, std::span<const LatticePoint> known,
                                     std::span<const DualPlace> places) {
  const auto first = static_cast<Index>(known.size());
  std::vector<LatticePoint> voxel_of(known.begin(), known.end());
  voxel_of.resize(known.size() + places.size());
  std::vector<char> has_voxel(voxel_of.size(), 0), is_used(voxel_of.size(), 0);
  std::fill(has_voxel.begin(), has_voxel.begin() + first, 1);
  for (const Index v : polygons.corners) is_used[v] = 1;

  // Take a corner of the place if the choice is unambiguous.
  parallel_for_each(places.size(), kOwnPoints, [&](Index i) {
    const DualPlace& place = places[i];
    if (is_used[first + i] == 0 || !is_one_group(voxels, place)) return;
    const auto any = [](const LatticePoint&) { return true; };
    voxel_of[first + i] = *nearest_voxel(voxels, place.lower, place.upper, place.behind, any);
    has_voxel[first + i] = 1;
  });

  // Let the others take theirs from neighbouring vertices.
  const auto is_left = [&](Index v) { return is_used[v] != 0 && has_voxel[v] == 0; };
  const auto any_left = [&] {
    return std::any_of(polygons.corners.begin(), polygons.corners.end(), is_left);
  };
  if (!any_left()) return voxel_of;
  VoxelSpread spread(voxels, pieces, polygons, places, first);
  spread.spread(voxel_of, has_voxel);
  for (Index v = first; v < static_cast<Index>(voxel_of.size()); ++v)
    if (is_left(v)) voxel_of[v] = nearest_of_all(voxels, places[v - first]);
  return voxel_of;
}

}  // namespace sinew
