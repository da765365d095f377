#include "scene/loading/force_loading.h"

#include "scene/loading/region_loading.h"

namespace sinew {

namespace {

struct MakeForces {
  PlacedForces all;

  void add(const std::vector<ForceDescription>& descriptions, const ScenePlace& place) {
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
      all.places.push_back(place.item(i));
      all.forces.push_back(std::visit([&](const auto& force) { return made(force); }, descriptions[i]));
    }
  }

  Force made(const SurfaceForceDescription& d) const try {
    return SurfaceForce{region_of(d.region), d.traction, d.pressure, d.during, d.on_cuts};
  } catch (const Error& error) {
    throw all.places.back().with(error);
  }
  Force made(const auto& force) const { return force; }
};

}  // namespace

PlacedForces forces_of(const SceneDescription& scene, const BodyDescription& body, const ScenePlace& place) {
  MakeForces made;
  made.add(body.forces, place.member("forces"));
  made.add(scene.forces, {place.file, "forces"});
  made.all.forces.emplace_back(Gravity{scene.gravity});
  made.all.places.push_back({place.file, "gravity"});
  return std::move(made.all);
}

}  // namespace sinew
