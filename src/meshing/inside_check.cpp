#include "meshing/inside_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "mesh/triangle_tree.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// Just behind a flat sheet the winding number is one half less nothing; behind a closed surface it is one.
// In between lie open sheets, and only those with some curvature enclose more than a film.
constexpr double kLeastWinding = 0.51;
constexpr double kDepth = 1e-7;  // in parts of the box's diagonal
constexpr Index kMostSamples = 512;

bool has_inside(const SignedDistance& solid) {
  const auto corners = solid.tree().corners();
  const auto n = static_cast<Index>(corners.size());
  const double depth = kDepth * solid.box().diagonal();
  for (Index i = 0; i < n; i += 1 + n / kMostSamples) {
    const auto& [a, b, c] = corners[i];
    const Vec3 center = (a + b + c) / 3, step = depth * normalized(cross(b - a, c - a));
    // Where triangles are turned the wrong way, inside may be on either side.
    if (solid.winding(center - step) > kLeastWinding || solid.winding(center + step) > kLeastWinding)
      return true;
  }
  return false;
}

}  // namespace

void require_digits(const Box3& box) {
  constexpr double kSmallest = 1e-60, kLargest = 1e60, kDigits = 1e-6;
  const double side = box.longest_side();
  if (side < kSmallest || side > kLargest)
    throw Error(fmt::format("the surface has a size of {:.2g}", side), "", "scale it to a size near 1");
  const double away = std::max(norm(box.lower), norm(box.upper));
  if (away * std::numeric_limits<double>::epsilon() > kDigits * side)
    throw Error(
        fmt::format("the surface has a size of {:.2g}, but is {:.2g} away from the origin", side, away), "",
        "move it nearer: no digits are left for its shape");
}

void require_inside(const SignedDistance& solid) {
  if (solid.tree().empty() || !(solid.box().longest_side() > 0))
    throw Error("the surface has no extent", "", "it needs at least one triangle with an area");
  require_digits(solid.box());
  if (!has_inside(solid))
    throw Error("nothing is inside the surface: it is flat, or a sheet that encloses no volume", "",
                "close it or give it a thickness");
}

}  // namespace sinew
