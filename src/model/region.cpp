#include "sinew/model/region.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

using Marks = std::vector<char>;

Marks marks_of(const Region& region, std::span<const Vec3> points);

template <typename Contains>
Marks marks_where(std::span<const Vec3> points, Contains&& contains) {
  Marks marks(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) marks[i] = contains(points[i]);
  return marks;
}

struct MarkPoints {
  std::span<const Vec3> points;

  Marks operator()(const WholeSpace&) const { return Marks(points.size(), 1); }
  Marks operator()(const BoxRegion& region) const {
    return marks_where(points, [&](const Vec3& p) { return region.box.contains(p); });
  }
  Marks operator()(const SphereRegion& region) const {
    return marks_where(points, [&](const Vec3& p) { return distance(p, region.centre) <= region.radius; });
  }
  Marks operator()(const HalfSpaceRegion& region) const {
    return marks_where(points, [&](const Vec3& p) { return dot(p - region.point, region.normal) >= 0; });
  }
  Marks operator()(const NearShapeRegion& region) const {
    std::vector<double> distances(points.size());
    region.shape->evaluate(points, distances);
    Marks marks(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) marks[i] = distances[i] <= region.distance;
    return marks;
  }
  Marks operator()(const PointsRegion& region) const {
    return marks_where(points, [&](const Vec3& p) {
      return std::binary_search(region.points.begin(), region.points.end(), p, PointsRegion::before);
    });
  }
  Marks operator()(const UnionRegion& region) const {
    Marks marks(points.size(), 0);
    for (const Region& part : region.parts) {
      const Marks more = marks_of(part, points);
      for (std::size_t i = 0; i < points.size(); ++i) marks[i] |= more[i];
    }
    return marks;
  }
};

Marks marks_of(const Region& region, std::span<const Vec3> points) {
  Marks marks = std::visit(MarkPoints{points}, region.part);
  if (region.complement)
    for (char& mark : marks) mark = !mark;
  return marks;
}

struct RequireValid {
  std::string where;

  void require(bool valid, const std::string& what, const std::string& hint) const {
    if (!valid) throw Error(what, where, hint);
  }
  void operator()(const WholeSpace&) const {}
  void operator()(const BoxRegion& region) const {
    const auto& [lower, upper] = region.box;
    require(is_finite(lower) && is_finite(upper), "a box has corners that are not finite",
            "use a half-space or the whole space");
    require(lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z, "a box is empty",
            "no coordinate of its lower corner may exceed that of its upper corner");
  }
  void operator()(const SphereRegion& region) const {
    require(is_finite(region.centre), "the centre of a sphere is not finite", "");
    require(region.radius >= 0 && std::isfinite(region.radius),
            fmt::format("the radius of a sphere is {} m", region.radius), "it must not be negative");
  }
  void operator()(const HalfSpaceRegion& region) const {
    require(is_finite(region.point), "the point of a half-space is not finite", "");
    require(is_finite(region.normal) && norm(region.normal) > 0, "a half-space has no direction",
            "its normal must have a length");
  }
  void operator()(const NearShapeRegion& region) const {
    require(region.shape != nullptr, "a region near a shape has no shape", "give it the surface of one");
    require(!std::isnan(region.distance), "the distance to a shape is not a number", "");
  }
  void operator()(const PointsRegion& region) const {
    require(std::is_sorted(region.points.begin(), region.points.end(), PointsRegion::before),
            "the points of a region are in no order", "sort them by PointsRegion::before");
  }
  void operator()(const UnionRegion& region) const {
    for (const Region& part : region.parts) std::visit(*this, part.part);
  }
};

}  // namespace

void require_valid(const Region& region, std::string_view where) {
  std::visit(RequireValid{std::string(where)}, region.part);
}

std::string reach_hint(const Box3& body) {
  const auto shown = [](const Vec3& p) { return fmt::format("({:.4g}, {:.4g}, {:.4g})", p.x, p.y, p.z); };
  return fmt::format("the body reaches from {} to {} m at rest", shown(body.lower), shown(body.upper));
}

bool contains(const Region& region, const Vec3& point) { return marks_of(region, {&point, 1})[0] != 0; }

std::vector<Index> points_in(const Region& region, std::span<const Vec3> points) {
  const Marks marks = marks_of(region, points);
  std::vector<Index> chosen;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i] != 0) chosen.push_back(static_cast<Index>(i));
  return chosen;
}

}  // namespace sinew
