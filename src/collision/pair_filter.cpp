#include "collision/pair_filter.h"

#include <algorithm>
#include <limits>

#include "collision/closest_points.h"

namespace sinew {

namespace {

std::array<Index, 2> ascending(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

void PairFilter::set_rest(Index surface, std::span<const Vec3> rest, double limit) {
  rest_[surface] = {rest, limit};
}

void PairFilter::exclude_surfaces(Index a, Index b) {
  const auto pair = ascending(a, b);
  const auto place = std::lower_bound(surfaces_.begin(), surfaces_.end(), pair);
  if (place == surfaces_.end() || *place != pair) surfaces_.insert(place, pair);
}

bool PairFilter::excludes_surfaces(Index a, Index b) const {
  return std::binary_search(surfaces_.begin(), surfaces_.end(), ascending(a, b));
}

void PairFilter::exempt(std::span<const FeaturePair> pairs) {
  exempt_.insert(exempt_.end(), pairs.begin(), pairs.end());
  std::sort(exempt_.begin(), exempt_.end());
  exempt_.erase(std::unique(exempt_.begin(), exempt_.end()), exempt_.end());
}

Index PairFilter::forget_parted(std::span<const std::span<const Vec3>> positions, double distance) {
  std::erase_if(exempt_, [&](const FeaturePair& pair) {
    const auto x = gather(pair, positions[pair.surface[0]], positions[pair.surface[1]]);
    return closest_points(pair.kind, x).distance > distance;
  });
  return static_cast<Index>(exempt_.size());
}

double PairFilter::rest_distance(const FeaturePair& pair) const {
  if (pair.surface[0] != pair.surface[1] || rest_[pair.surface[0]].positions.empty())
    return std::numeric_limits<double>::infinity();
  const std::span<const Vec3> rest = rest_[pair.surface[0]].positions;
  return closest_points(pair.kind, gather(pair, rest, rest)).distance;
}

bool PairFilter::excludes(const FeaturePair& pair) const {
  if (pair.surface[0] == pair.surface[1] && share_vertex(pair)) return true;
  if (std::binary_search(exempt_.begin(), exempt_.end(), pair)) return true;
  return pair.surface[0] == pair.surface[1] && rest_distance(pair) < rest_[pair.surface[0]].limit;
}

void append_features_of(Index surface_a, const Triangle& a, Index surface_b, const Triangle& b,
                        std::vector<FeaturePair>& pairs) {
  auto add = [&](const FeaturePair& pair) {
    if (surface_a != surface_b || !share_vertex(pair)) pairs.push_back(pair);
  };
  for (int i = 0; i < 3; ++i) {
    add(vertex_triangle(surface_a, a[i], surface_b, b));
    add(vertex_triangle(surface_b, b[i], surface_a, a));
    for (int j = 0; j < 3; ++j)
      add(edge_edge(surface_a, {a[i], a[(i + 1) % 3]}, surface_b, {b[j], b[(j + 1) % 3]}));
  }
}

}  // namespace sinew
