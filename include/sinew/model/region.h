#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

class SignedDistance;  // sinew/meshing/signed_distance.h

// Parts of space that select nodes, faces and elements of a body at rest. Lengths in metres; boundaries
// belong to the part.

struct Region;

// All points.
struct WholeSpace {};
// The points in a box.
struct BoxRegion {
  Box3 box{};
};
// The points in a ball.
struct SphereRegion {
  Vec3 centre{};
  double radius = 1;
};
// The side of the plane through `point` that `normal`, of any length, points to, as "half_space" of a scene
// file: {{0, 0, 0}, {-1, 0, 0}} is where x <= 0.
struct HalfSpaceRegion {
  Vec3 point{}, normal{0, 1, 0};
};
// The points whose signed distance to the shape is at most `distance`: 0 gives the inside of the shape,
// negative values the points inside that are at least that far from its surface.
struct NearShapeRegion {
  std::shared_ptr<const SignedDistance> shape{};
  double distance = 0;
};
// Only these points, sorted by before().
struct PointsRegion {
  std::vector<Vec3> points;

  // By x, then y, then z.
  static bool before(const Vec3& a, const Vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  }
};
// The union of the parts; empty if there are none.
struct UnionRegion {
  std::vector<Region> parts;
};

// One of the parts, or everything but it.
struct Region {
  std::variant<WholeSpace, BoxRegion, SphereRegion, HalfSpaceRegion, NearShapeRegion, PointsRegion,
               UnionRegion>
      part{};
  bool complement = false;  // everything but the part
};

// Throws Error if a parameter is invalid (an empty box, a negative radius, a plane without direction, no
// shape); `where` says where the region came from.
void require_valid(const Region& region, std::string_view where);

// The hint of an error about a region that selects nothing of a body: the extent of the body at rest.
std::string reach_hint(const Box3& body);

// Whether the point is in the region.
bool contains(const Region& region, const Vec3& point);
// The indices of the points in the region, ascending. For NearShapeRegion, many points at once are several
// times faster than one by one.
std::vector<Index> points_in(const Region& region, std::span<const Vec3> points);

}  // namespace sinew
