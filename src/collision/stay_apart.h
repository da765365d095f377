#pragma once

#include <span>

#include "sinew/base/geometry.h"

namespace sinew {

// Whether the hull of the first `count_of_a` points and that of the others surely stay farther apart than `distance`
// (m) while the points move along straight lines: boxes around their paths are, seen by an observer who moves as all
// of them do on average. How fast they move together does not count.
bool stay_apart(std::span<const Vec3> start, std::span<const Vec3> end, int count_of_a, double distance);

}  // namespace sinew
