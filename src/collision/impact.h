#pragma once

#include <array>

#include "collision/features.h"

namespace sinew {

// Continuous detection for features whose vertices go straight from `start` to `end`, in the order of
// FeaturePair, while time goes from 0 to 1. Nothing is missed, whatever the speed and however thin the
// features are; rounding is relative to the features' size and relative motion, not to where they are.

// How wide the slab between the features is if its faces are perpendicular to the unit vector `normal`; m,
// negative if they overlap along it. The distance of the features is never less.
double slab_width(FeaturePair::Kind kind, const std::array<Vec3, 4>& x, const Vec3& normal);

// Whether a slab of this normal, which moves with the features, stays wider than `gap` between them on the
// whole way: then they have not crossed. A few products; take the normal of the closest points at the start.
bool separated_by_plane(FeaturePair::Kind kind, const std::array<Vec3, 4>& start,
                        const std::array<Vec3, 4>& end, const Vec3& normal, double gap);

// 1 if the features stay farther apart than a threshold on the whole way. Otherwise a time less than 1 at
// which their distance is between one half of the threshold and the threshold, up to rounding; it has not
// been less before. So it is never later than the first touch. The threshold is `gap` (m; if 0, rounding),
// but at most 0.9 of the distance at the start, so that features may slide at any distance. A distance that
// falls below the threshold and rises again without coming to its half may or may not be reported. Features
// that are nearer than about 1e-8 of their size at the start may be stopped too early, never too late.
//
// If they touch at the start (nearer than 1e-13 of their size and motion), which side they were on is not
// known: the time is 1 if they do not move against each other, or if they part to the two sides of a plane
// along the triangle, or along both edges; otherwise 0. It is 0 too if a number is not finite.
double impact_time(FeaturePair::Kind kind, const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end,
                   double gap);

}  // namespace sinew
