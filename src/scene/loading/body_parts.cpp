#include "scene/loading/body_parts.h"

#include <fmt/format.h>

#include "base/log.h"
#include "mesh/unit_guess.h"
#include "scene/loading/material_parts.h"
#include "scene/loading/region_parts.h"

namespace sinew {

namespace {

std::string shown(const Vec3& p) { return fmt::format("({:.4g}, {:.4g}, {:.4g})", p.x, p.y, p.z); }

std::vector<Hold> holds_of(const BodyDescription& body, const BodyMesh& mesh, const ScenePlace& place) {
  std::vector<Hold> holds;
  for (std::size_t i = 0; i < body.hold.size(); ++i) {
    const ScenePlace here = place.item(i).member("region");
    try {
      holds.push_back({points_in(region_of(body.hold[i].region), mesh.positions()), body.hold[i].motion});
    } catch (const Error& error) {
      throw here.with(error);
    }
    if (!holds.back().nodes.empty()) continue;
    const Box3 box = bounding_box(mesh.positions());
    throw Error(fmt::format("the region holds no node of '{}'", body.name), here.text(),
                fmt::format("the body reaches from {} to {} m at rest", shown(box.lower), shown(box.upper)));
  }
  return holds;
}

// Forces with their places in the scene, as bodies name them by number.
struct PlacedForces {
  std::vector<Force> forces;
  std::vector<ScenePlace> places;

  void add(const std::vector<ForceDescription>& descriptions, const ScenePlace& place) {
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
      places.push_back(place.item(i));
      forces.push_back(std::visit([&](const auto& force) { return made(force); }, descriptions[i]));
    }
  }

  Force made(const SurfaceForceDescription& d) const try {
    return SurfaceForce{region_of(d.region), d.traction, d.pressure, d.during};
  } catch (const Error& error) {
    throw places.back().with(error);
  }
  Force made(const auto& force) const { return force; }
};

PlacedForces forces_of(const SceneDescription& scene, const BodyDescription& body, const ScenePlace& place) {
  PlacedForces all;
  all.add(body.forces, place.member("forces"));
  all.add(scene.forces, {place.file, "forces"});
  all.forces.push_back(Gravity{scene.gravity});
  all.places.push_back({place.file, "gravity"});
  return all;
}

const std::vector<Field>& element_fields(const BodyMesh& mesh) {
  static const std::vector<Field> none;
  return mesh.levels.empty() ? none : mesh.levels[0].element_fields;
}

}  // namespace

std::unique_ptr<Body> make_body(const SceneDescription& scene, const BodyDescription& body, BodyMesh mesh,
                                const ScenePlace& place) {
  const PlacedForces forces = forces_of(scene, body, place);
  TetBodyModel model;
  model.materials = described_materials(body.material, place.member("material"), mesh.element_centres(),
                                        element_fields(mesh));
  model.holds = holds_of(body, mesh, place.member("hold"));
  model.forces = forces.forces;
  model.velocity = body.velocity;
  model.surface = std::move(mesh.surface);
  model.levels = std::move(mesh.levels);
  if (body.sheet)
    model.sheet = Sheet{std::move(mesh.sheet_levels), body.sheet->thickness, body.sheet->bending};
  try {
    return std::make_unique<TetBody>(body.name, model, body.params);
  } catch (const Error& error) {
    throw place.with(error, "forces", forces.places);
  }
}

void question_size(const BodyDescription& body, const BodyMesh& mesh, const ScenePlace& place) {
  constexpr double kSmallest = 1e-3, kLargest = 100;  // m
  const double size = bounding_box(mesh.positions()).longest_side();
  const auto* file = std::get_if<MeshFileDescription>(&body.mesh);
  const double in_file = file != nullptr ? size / (body.place.scale * file->metres_per_unit) : 0;
  const UnitGuess guess = guess_unit({{}, {in_file, 0, 0}});
  if (file != nullptr && file->metres_per_unit == 1 && guess.unit == "mm")
    log_warning("{}: {}, and the scene is in metres: \"unit\": \"mm\" would change that",
                place.member("mesh").text(), guess.reason);
  else if (size > kLargest || size < kSmallest)
    log_warning("{}: the body '{}' is {:.3g} m long: is the unit of length right?",
                place.member("mesh").text(), body.name, size);
}

}  // namespace sinew
