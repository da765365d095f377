#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/features.h"

namespace sinew {

// Which pairs of features are no contacts, and how near the others may come. Surfaces have numbers from 0.
class PairFilter {
 public:
  PairFilter() = default;
  explicit PairFilter(Index surface_count) : rest_(surface_count) {}
  void set_surface_count(Index count) { rest_.resize(count); }

  // Features of one surface that are nearer at rest than `limit` (m) do not collide, since they would push each
  // other away for ever, unless they face each other: the sides of a cut, of a crack, of a narrow slot. The
  // triangles tell which side is outside; if there are none (of a sheet), no features face each other. The
  // positions must outlive the filter.
  void set_rest(Index surface, std::span<const Vec3> rest, double limit,
                std::span<const Triangle> triangles = {});

  // Surfaces that cross, and per vertex (of a, of b) whether it is near a crossing. Features of the two that both
  // have such a vertex are exempt until the surfaces have parted. The same surface twice: it crosses itself.
  struct Entangled {
    Index a, b;
    std::vector<char> near_a, near_b;
  };
  void set_entangled(std::vector<Entangled> entangled) { entangled_ = std::move(entangled); }
  bool exempts(const FeaturePair& pair) const;

  // How near the features may come, m, if all others keep `gap`: less if they are nearer at rest. Negative if they
  // are no contact: they have a vertex in common, are exempt, or too near at rest. It may take as long as
  // closest_points: ask it of pairs that are near now.
  double keeps(const FeaturePair& pair, double gap) const;
  // The same for features that have come too near to each other, so that they have to be a contact.
  double keeps_at_least(const FeaturePair& pair, double gap) const;
  // Of two features of one surface whose rest is known; infinity for others.
  double rest_distance(const FeaturePair& pair) const;

 private:
  struct Rest {
    std::span<const Vec3> positions;
    double limit = 0;
    std::vector<Vec3> normals;  // per vertex, outward, of length 1; empty if the sides are not known
  };
  bool face_each_other(const FeaturePair& pair, const Rest& rest, const Vec3& apart) const;

  std::vector<Rest> rest_;
  std::vector<Entangled> entangled_;
};

}  // namespace sinew
