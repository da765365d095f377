#include "scene/loading/region_loading.h"

#include "scene/loading/placement.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

struct MakeRegion {
  Region operator()(const EverywhereDescription&) const { return {}; }
  Region operator()(const BoxRegionDescription& d) const { return {BoxRegion{{d.lower, d.upper}}}; }
  Region operator()(const SphereRegionDescription& d) const { return {SphereRegion{d.centre, d.radius}}; }
  Region operator()(const HalfSpaceDescription& d) const { return {HalfSpaceRegion{d.point, d.normal}}; }
  Region operator()(const NearRegionDescription& d) const {
    SurfaceMesh surface = described_surface(d.surface, true);
    put_in_place(surface.positions, d.place);
    return {NearShapeRegion{std::make_shared<const SignedDistance>(surface), d.distance}};
  }
  Region operator()(const AnyRegionDescription& d) const {
    UnionRegion any;
    for (const RegionDescription& part : d.parts) any.parts.push_back(region_of(part));
    return {std::move(any)};
  }
  Region operator()(const NotRegionDescription& d) const {
    Region region = region_of(d.part.at(0));
    region.complement = !region.complement;
    return region;
  }
};

}  // namespace

Region region_of(const RegionDescription& description) { return std::visit(MakeRegion{}, description.shape); }

std::vector<Vec3> directions_of(const HoldDescription& hold) {
  return hold.normal ? std::vector<Vec3>{*hold.normal} : hold.axes;
}

}  // namespace sinew
