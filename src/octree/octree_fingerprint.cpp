#include "octree/octree_fingerprint.h"

#include "body/contact_mesh.h"
#include "mesh/triangle_tree.h"
#include "octree/grid/linked_voxels.h"
#include "sinew/mesh/scalar_volume.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

// Structs are added member by member where they could contain padding, whose bytes mean nothing.

void add(Fingerprint& print, const Vec3& v) { print.add(v.x).add(v.y).add(v.z); }

void add(Fingerprint& print, const Lattice& lattice) {
  add(print, lattice.origin);
  print.add(lattice.spacing).add(std::span<const std::int32_t>(lattice.counts));
}

void add(Fingerprint& print, const LinkedVoxels& voxels) {
  add(print, voxels.lattice());
  print.add(voxels.bricks().size());
  for (const Brick& brick : voxels.bricks()) {
    print.add(std::span(&brick.place, 1)).add(std::span(&brick.inside, 1));
    print.add(std::span<const BrickBits>(brick.joined));
  }
  static_assert(sizeof(CutLink) == 14 * sizeof(std::int32_t));
  print.add(voxels.cut_links());
}

void add(Fingerprint& print, const Region& region);

void add(Fingerprint&, const WholeSpace&) {}
void add(Fingerprint& print, const BoxRegion& region) {
  add(print, region.box.lower), add(print, region.box.upper);
}
void add(Fingerprint& print, const SphereRegion& region) {
  add(print, region.centre);
  print.add(region.radius);
}
void add(Fingerprint& print, const HalfSpaceRegion& region) {
  add(print, region.point), add(print, region.normal);
}
void add(Fingerprint& print, const NearShapeRegion& region) {
  print.add(region.distance).add(region.shape != nullptr);
  if (region.shape) print.add(region.shape->tree().corners());
}
void add(Fingerprint& print, const PointsRegion& region) { print.add(region.points); }
void add(Fingerprint& print, const UnionRegion& region) {
  print.add(region.parts.size());
  for (const Region& part : region.parts) add(print, part);
}

void add(Fingerprint& print, const Region& region) {
  print.add(region.complement).add(region.part.index());
  std::visit([&](const auto& part) { add(print, part); }, region.part);
}

void add(Fingerprint& print, const Motion& motion) {
  for (const Vec3& v : {motion.velocity, motion.centre, motion.axis, motion.swing}) add(print, v);
  print.add(motion.turning).add(motion.swing_frequency).add(motion.during.from).add(motion.during.until);
  print.add(motion.path.size());
  for (const Waypoint& waypoint : motion.path) print.add(waypoint.time), add(print, waypoint.move);
}

void add(Fingerprint& print, const Material& material) {
  print.add(material.young).add(material.poisson).add(material.density);
}

void add(Fingerprint& print, const RegionMaterial& rule) {
  add(print, rule.region), add(print, rule.material);
}
void add(Fingerprint& print, const FieldMaterial& rule) {
  for (const std::string* name : {&rule.young, &rule.poisson, &rule.density})
    print.add(std::span<const char>(*name));
}
void add(Fingerprint& print, const VolumeMaterial& rule) {
  print.add(rule.young).add(rule.poisson).add(rule.density).add(rule.volume != nullptr);
  if (!rule.volume) return;
  const ScalarVolume& volume = *rule.volume;
  print.add(std::span<const Index>(volume.dimensions)).add(std::span(&volume.axes, 1)).add(volume.values);
  add(print, volume.origin);
}

void add(Fingerprint& print, const MaterialMap& map) {
  add(print, map.base);
  print.add(map.rules.size());
  for (const MaterialRule& rule : map.rules) {
    print.add(rule.index());
    std::visit([&](const auto& one) { add(print, one); }, rule);
  }
}

}  // namespace

Fingerprint rest_fingerprint(const OctreeBodyModel& model) {
  Fingerprint print;
  add(print, model.voxels.linked());
  print.add(model.coarsest);
  add(print, model.materials);
  print.add(model.holds.size());
  for (const RegionHold& hold : model.holds) {
    add(print, hold.region), add(print, hold.motion);
    print.add(hold.directions.size()).add(hold.directions).add(hold.name.size());
    print.add(std::span<const char>(hold.name));
  }
  // Regions are in world coordinates: what they choose depends on the place.
  if (!model.holds.empty() || !model.materials.rules.empty()) {
    for (const Vec3& axis : model.placement.rotation.column) add(print, axis);
    add(print, model.placement.move);
  }
  print.add(model.adaptive.has_value());
  print.add(model.surface).add(model.own_surface.positions).add(model.own_surface.triangles);
  add(print, model.contact_surface);
  return print;
}

}  // namespace sinew
