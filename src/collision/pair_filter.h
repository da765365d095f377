#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/features.h"

namespace sinew {

// Which pairs of features are no contacts. Surfaces have numbers from 0.
class PairFilter {
 public:
  PairFilter() = default;
  explicit PairFilter(Index surface_count) : rest_(surface_count) {}

  // Features of one surface that are nearer at rest than `limit` (m) do not collide, since they would push
  // each other away for ever. The positions must outlive the filter.
  void set_rest(Index surface, std::span<const Vec3> rest, double limit);
  // Two surfaces that do not collide; the same one twice: it does not collide with itself.
  void exclude_surfaces(Index a, Index b);
  // Pairs that do not collide until they have parted: those that cross or coincide when they first meet.
  void exempt(std::span<const FeaturePair> pairs);
  // Forgets exempt pairs that are farther apart than `distance` (m). positions[s] are those of surface s.
  // Returns how many are left.
  Index forget_parted(std::span<const std::span<const Vec3>> positions, double distance);

  bool excludes_surfaces(Index a, Index b) const;
  // Has a vertex in common, or is exempt, or too near at rest. The last takes as long as closest_points: ask
  // it of pairs that are near now.
  bool excludes(const FeaturePair& pair) const;
  // Of two features of one surface whose rest is known; infinity for others.
  double rest_distance(const FeaturePair& pair) const;
  // Ascending; a part of the state of a world.
  std::span<const FeaturePair> exempt_pairs() const { return exempt_; }

 private:
  struct Rest {
    std::span<const Vec3> positions;
    double limit = 0;
  };
  std::vector<Rest> rest_;
  std::vector<std::array<Index, 2>> surfaces_;  // ascending
  std::vector<FeaturePair> exempt_;             // ascending
};

// Adds all pairs of features of two triangles, the sixteen at most that have no vertex in common: to exempt
// triangles that cross.
void append_features_of(Index surface_a, const Triangle& a, Index surface_b, const Triangle& b,
                        std::vector<FeaturePair>& pairs);

}  // namespace sinew
