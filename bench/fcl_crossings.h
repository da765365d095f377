#pragma once

#include <optional>

#include "collision/overlapping_pairs.h"

namespace sinew {

// The triangles of two surfaces that intersect by FCL, the Flexible Collision Library, and what its search
// takes.
struct FclCrossings {
  std::vector<TrianglePair> pairs;  // ascending
  double milliseconds;              // of CPU time, without building its trees
};

// Empty if the bench was compiled without FCL.
std::optional<FclCrossings> fcl_crossings(const SurfaceMesh& a, const SurfaceMesh& b);

}  // namespace sinew
