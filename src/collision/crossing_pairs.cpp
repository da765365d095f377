#include "collision/crossing_pairs.h"

#include <algorithm>

#include "base/parallel.h"
#include "collision/overlapping_boxes.h"
#include "mesh/self_intersection.h"

namespace sinew {

namespace {

std::array<const Vec3*, 3> corners(const RefitTree& tree, std::span<const Vec3> positions, Index t) {
  const auto& [a, b, c] = tree.triangles()[t];
  return {&positions[a], &positions[b], &positions[c]};
}

// Marks pairs that do not cross, side by side, and drops them.
void keep_crossing(const RefitTree& a, std::span<const Vec3> positions_a, const RefitTree& b,
                   std::span<const Vec3> positions_b, std::vector<TrianglePair>& pairs) {
  parallel_for_each(pairs.size(), 256, [&](Index i) {
    auto& [s, t] = pairs[i];
    if (!triangles_cross(corners(a, positions_a, s), corners(b, positions_b, t))) s = -1;
  });
  std::erase_if(pairs, [](const TrianglePair& pair) { return pair.a < 0; });
}

}  // namespace

void crossings_between(const RefitTree& a, std::span<const Vec3> positions_a, const RefitTree& b,
                       std::span<const Vec3> positions_b, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs) {
  overlapping_pairs(a, b, scratch, pairs);
  keep_crossing(a, positions_a, b, positions_b, pairs);
}

void crossings_within(const RefitTree& tree, std::span<const Vec3> positions, OverlapScratch& scratch,
                      std::vector<TrianglePair>& pairs) {
  self_overlaps(tree, scratch, pairs, 1);
  keep_crossing(tree, positions, tree, positions, pairs);
}

void crossings_within(const RefitTree& tree, StarCheck& stars, std::span<const Vec3> positions,
                      OverlapScratch& scratch, std::vector<TrianglePair>& pairs) {
  self_overlaps(tree, scratch, pairs);
  stars.append_unproven(positions, pairs);
  keep_crossing(tree, positions, tree, positions, pairs);
  std::sort(pairs.begin(), pairs.end());
}

std::vector<Crossing> crossing_pairs(std::span<const SurfaceState> surfaces) {
  Box3 all;
  std::vector<Box3> boxes;
  for (const SurfaceState& surface : surfaces) boxes.push_back(bounding_box(surface.positions));
  for (const Box3& box : boxes) all.extend(box);
  const Vec3 origin = all.empty() ? Vec3{} : all.center();
  std::vector<RefitTree> trees;
  for (const SurfaceState& surface : surfaces)
    trees.emplace_back(surface.triangles, surface.positions).refit(surface.positions, 0, origin);

  std::vector<Crossing> crossings;
  std::vector<TrianglePair> pairs;
  OverlapScratch scratch;
  for (Index s = 0; s < static_cast<Index>(surfaces.size()); ++s) {
    crossings_within(trees[s], surfaces[s].positions, scratch, pairs);
    for (const auto& [a, b] : pairs) crossings.push_back({{s, s}, {a, b}});
  }
  BoxSweep sweep;
  std::vector<std::array<Index, 2>> near;
  overlapping_boxes(boxes, sweep, near);
  for (const auto& [s, t] : near) {
    crossings_between(trees[s], surfaces[s].positions, trees[t], surfaces[t].positions, scratch, pairs);
    for (const auto& [a, b] : pairs) crossings.push_back({{s, t}, {a, b}});
  }
  std::sort(crossings.begin(), crossings.end());
  return crossings;
}

}  // namespace sinew
