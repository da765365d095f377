#pragma once

#include <array>
#include <compare>
#include <span>
#include <vector>

#include "collision/overlapping_pairs.h"
#include "collision/star_check.h"

namespace sinew {

// Triangles that cross, exactly (mesh/self_intersection.h): touching, overlap within one plane and folding
// over a common edge are not crossings.

// A surface in some state.
struct SurfaceState {
  std::span<const Triangle> triangles;
  std::span<const Vec3> positions;
};

struct Crossing {
  std::array<Index, 2> surface, triangle;  // the smaller surface first; within one, the smaller triangle
  auto operator<=>(const Crossing&) const = default;
};

// All crossings between surfaces and within them, ascending. It builds its trees itself and shares nothing
// with what contact does in a step: the oracle of tests and scenes.
std::vector<Crossing> crossing_pairs(std::span<const SurfaceState> surfaces);

// Those of two surfaces, one triangle of each, and of one surface with itself, ascending, by trees that were
// fitted to these positions, with any margin. They replace what is in `pairs`. With the surface's own stars,
// the same answer takes a quarter of the time.
void crossings_between(const RefitTree& a, std::span<const Vec3> positions_a, const RefitTree& b,
                       std::span<const Vec3> positions_b, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs);
void crossings_within(const RefitTree& tree, std::span<const Vec3> positions, OverlapScratch& scratch,
                      std::vector<TrianglePair>& pairs);
void crossings_within(const RefitTree& tree, StarCheck& stars, std::span<const Vec3> positions,
                      OverlapScratch& scratch, std::vector<TrianglePair>& pairs);

}  // namespace sinew
