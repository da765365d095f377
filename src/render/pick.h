#pragma once

#include <optional>

#include "body/frame.h"
#include "render/camera.h"

namespace sinew {

// The first intersection of a ray with a surface.
struct Pick {
  Index body = 0, triangle = 0;  // of the frame, of that body's surface
  Vec3 point;                    // m
  double distance = 0;           // from the ray's origin, m
};

// The nearest hit on all surfaces at their current positions, from either side; empty if the ray misses.
// Tests every triangle: a million take some 20 ms, once per click.
std::optional<Pick> pick(const Frame& frame, const Ray& ray);

}  // namespace sinew
