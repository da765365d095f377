#pragma once

#include <optional>

#include "body/frame.h"
#include "render/camera.h"

namespace sinew {

// Where a ray meets a surface first.
struct Pick {
  Index body = 0, triangle = 0;  // of the frame, of that body's surface
  Vec3 point;                    // m
  double distance = 0;           // from the ray's origin, m
};

// The nearest hit on all surfaces as they are now, from either side; none where the ray misses. Tries every
// triangle: a million take some 20 ms, once at each click.
std::optional<Pick> pick(const Frame& frame, const Ray& ray);

}  // namespace sinew
