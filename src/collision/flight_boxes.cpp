#include "collision/flight_boxes.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kLanes = TriangleLeaf::kSize;

// Numbers are rounded when they become floats and when an observer's motion is taken from them, by at most a few units
// in the last place of the largest one.
constexpr double kFloatRounding = 0x1p-20;
// A node hardly moves if its box around whole paths is longer than that at the start by less than this share.
constexpr float kSteady = 0.25F;

float sides_of(const FloatBox& box) {
  return (box.upper[0] - box.lower[0]) + (box.upper[1] - box.lower[1]) + (box.upper[2] - box.lower[2]);
}

FloatCorner corner_of(const Vec3& p) {
  return FloatCorner{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0};
}

// Four corners side by side: their x, y and z.
void store_by_axes(const FloatCorner* corners, float* x, float* y, float* z) {
  const FloatCorner xy01 = __builtin_shufflevector(corners[0], corners[1], 0, 4, 1, 5);
  const FloatCorner xy23 = __builtin_shufflevector(corners[2], corners[3], 0, 4, 1, 5);
  const FloatCorner z01 = __builtin_shufflevector(corners[0], corners[1], 2, 6, 3, 7);
  const FloatCorner z23 = __builtin_shufflevector(corners[2], corners[3], 2, 6, 3, 7);
  store_corner(__builtin_shufflevector(xy01, xy23, 0, 1, 4, 5), x);
  store_corner(__builtin_shufflevector(xy01, xy23, 2, 3, 6, 7), y);
  store_corner(__builtin_shufflevector(z01, z23, 0, 1, 4, 5), z);
}

// The largest number of these, relative to the origin.
double extent_of(std::span<const Vec3> positions, const Vec3& origin) {
  return parallel_reduce(
      static_cast<Index>(positions.size()), 4096, 0.0,
      [&](Index begin, Index end) {
        double most = 0;
        for (Index v = begin; v < end; ++v) {
          const Vec3 p = positions[v] - origin;
          most = std::max({most, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        }
        return most;
      },
      [](double a, double b) { return std::max(a, b); });
}

}  // namespace

void FlightBoxes::fit(const RefitTree& tree, std::span<const Vec3> start, std::span<const Vec3> end,
                      double margin, const Vec3& origin) {
  const double extent = std::max(extent_of(start, origin), extent_of(end, origin));
  margin_ = rounded_up(margin + kFloatRounding * (extent + margin));
  starts_.resize(start.size()), ends_.resize(end.size());
  parallel_for_each(start.size(), 4096, [&](Index v) {
    starts_[v] = corner_of(start[v] - origin);
    ends_[v] = corner_of(end[v] - origin);
  });

  const std::size_t nodes = tree.nodes().size(), leaves = tree.leaves().size();
  boxes_.resize(nodes), is_steady_.resize(nodes), paths_.resize(nodes);
  leaves_.resize(leaves), leaf_paths_.resize(leaves), node_of_leaf_.resize(leaves);
  const LeafKernels& kernels = leaf_kernels_for(best_instruction_set());
  parallel_for_each(leaves, 512, [&](Index leaf) {
    constexpr float kStill[3] = {0, 0, 0};
    LeafPath& lanes = leaf_paths_[leaf];
    node_of_leaf_[leaf] = tree.node_of(leaf);
    fit_leaf(tree.leaves()[leaf], lanes, paths_[tree.node_of(leaf)]);
    kernels.see(lanes.start, lanes.end, kStill, leaves_[leaf]);
  });
  for (auto i = static_cast<Index>(paths_.size()); i-- > 0;) {
    const RefitTree::Node& node = tree.nodes()[i];
    Path& path = paths_[i];
    if (!node.is_leaf()) {
      path = paths_[i + 1];
      path.start.extend(paths_[node.right].start);
      path.end.extend(paths_[node.right].end);
    }
    path.half_drift = 0.25F * ((load_corner(path.end.lower) - load_corner(path.start.lower)) +
                               (load_corner(path.end.upper) - load_corner(path.start.upper)));
    boxes_[i] = path.start;
    boxes_[i].extend(path.end);
    is_steady_[i] = sides_of(boxes_[i]) <= (1 + kSteady) * sides_of(path.start) ? 1 : 0;
  }
}

void FlightBoxes::fit_leaf(const TriangleLeaf& triangles, LeafPath& lanes, Path& path) const {
  constexpr int kAtOnce = 4;
  constexpr float kOutside = FloatBox::kInfinity;
  const FloatCorner margin = {margin_, margin_, margin_, 0};
  const auto fit = [&](std::span<const FloatCorner> places, TriangleLeaf& boxes, FloatBox& all) {
    const FloatCorner far = {kOutside, kOutside, kOutside, 0};
    FloatCorner least = far, most = -far;
    for (int lane = 0; lane < kLanes; lane += kAtOnce) {
      FloatCorner lower[kAtOnce], upper[kAtOnce];
      for (int k = 0; k < kAtOnce; ++k) {
        lower[k] = far, upper[k] = -far;
        if (triangles.vertex[0][lane + k] < 0) continue;
        const FloatCorner& p = places[triangles.vertex[0][lane + k]];
        const FloatCorner& q = places[triangles.vertex[1][lane + k]];
        const FloatCorner& r = places[triangles.vertex[2][lane + k]];
        lower[k] = smaller(smaller(p, q), r) - margin;
        upper[k] = larger(larger(p, q), r) + margin;
        least = smaller(least, lower[k]), most = larger(most, upper[k]);
      }
      store_by_axes(lower, boxes.lower[0] + lane, boxes.lower[1] + lane, boxes.lower[2] + lane);
      store_by_axes(upper, boxes.upper[0] + lane, boxes.upper[1] + lane, boxes.upper[2] + lane);
    }
    store_corner(least, all.lower), store_corner(most, all.upper);
    std::ranges::copy(std::span(&triangles.vertex[0][0], 3 * kLanes), &boxes.vertex[0][0]);
  };
  fit(starts_, lanes.start, path.start);
  fit(ends_, lanes.end, path.end);
}

std::pair<const TriangleLeaf*, const TriangleLeaf*> see_leaves(const FlightBoxes& a, Index leaf_a,
                                                               const FlightBoxes& b, Index leaf_b,
                                                               const LeafKernels& kernels,
                                                               FlightBoxes::SeenLeaves& seen) {
  const Index node_a = a.node_of_leaf_[leaf_a], node_b = b.node_of_leaf_[leaf_b];
  if ((a.is_steady_[node_a] & b.is_steady_[node_b]) != 0) return {&a.leaves_[leaf_a], &b.leaves_[leaf_b]};
  float drift[4];
  store_corner(a.paths_[node_a].half_drift + b.paths_[node_b].half_drift, drift);
  kernels.see(a.leaf_paths_[leaf_a].start, a.leaf_paths_[leaf_a].end, drift, seen.a);
  kernels.see(b.leaf_paths_[leaf_b].start, b.leaf_paths_[leaf_b].end, drift, seen.b);
  return {&seen.a, &seen.b};
}

FlightBoxes::Drift drift_of(const FlightBoxes& a, const Triangle& triangle_a, const FlightBoxes& b,
                            const Triangle& triangle_b) {
  FlightBoxes::Drift u{};
  for (int corner = 0; corner < 3; ++corner) {
    const Index v = triangle_a[corner], w = triangle_b[corner];
    u += (a.ends_[v] - a.starts_[v]) + (b.ends_[w] - b.starts_[w]);
  }
  return u * (1.0F / 6);
}

FloatBox FlightBoxes::seen(Index vertex, const Drift& drift) const {
  const FloatCorner margin = {margin_, margin_, margin_, 0};
  const FloatCorner start = starts_[vertex], end = ends_[vertex] - drift;
  FloatBox box;
  store_corner(smaller(start, end) - margin, box.lower);
  store_corner(larger(start, end) + margin, box.upper);
  return box;
}

}  // namespace sinew
