#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "meshing/signed_distance.h"

namespace sinew {

// Parts of space that choose nodes, faces and elements of a body at rest. Lengths in metres; boundaries
// belong to the part.

struct Region;

struct WholeSpace {};
struct BoxRegion {
  Box3 box{};
};
struct SphereRegion {
  Vec3 centre{};
  double radius = 1;
};
// The side of the plane through `point` that `outward`, of any length, points away from.
struct HalfSpaceRegion {
  Vec3 point{}, outward{0, 1, 0};
};
// Where the signed distance to the shape is at most `distance`: 0 is the inside of the shape, negative values
// stay away from its surface by that much.
struct NearShapeRegion {
  std::shared_ptr<const SignedDistance> shape{};
  double distance = 0;
};
// These points alone, in the order of before().
struct PointsRegion {
  std::vector<Vec3> points;

  static bool before(const Vec3& a, const Vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  }
};
// What lies in one of the parts; nothing where there are none.
struct UnionRegion {
  std::vector<Region> parts;
};

struct Region {
  std::variant<WholeSpace, BoxRegion, SphereRegion, HalfSpaceRegion, NearShapeRegion, PointsRegion,
               UnionRegion>
      part{};
  bool complement = false;  // everything but the part
};

// Throws Error where a figure makes no sense (an empty box, a negative radius, a plane without direction, no
// shape); `where` names the place the region came from.
void require_valid(const Region& region, std::string_view where);

// What to say where a region holds nothing of a body: from where to where it reaches at rest.
std::string reach_hint(const Box3& body);

bool contains(const Region& region, const Vec3& point);
// The numbers of the points in the region, ascending; many points at once are several times faster than one
// by one near a shape.
std::vector<Index> points_in(const Region& region, std::span<const Vec3> points);

}  // namespace sinew
