#pragma once

#include <array>

#include "collision/features.h"

namespace sinew {

// The points of two features that are nearest to each other.
struct ClosestPoints {
  double distance;  // m
  // Unit vector from the second feature to the first. If they touch (nearer than 1e-12 of their size), it is
  // perpendicular to the triangle or to both edges as far as these have a direction; the sign means nothing.
  Vec3 normal;
  // Of the four vertices, with a sign: those of the first feature add up to 1, those of the second to -1, so
  // that sum_i weight[i] x[i] leads from the second point to the first: it is distance * normal.
  std::array<double, 4> weight;
};

// x: the vertices in the order of FeaturePair. Triangles without area, edges without length, and parallel
// edges give the right distance too, up to rounding, of which errors are relative to the features' size and
// not to their distance from the origin.
ClosestPoints closest_points(FeaturePair::Kind kind, const std::array<Vec3, 4>& x);

}  // namespace sinew
