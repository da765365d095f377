#include "scene/loading/body_parts.h"

#include <fmt/format.h>

#include "base/log.h"
#include "mesh/unit_guess.h"
#include "scene/loading/force_parts.h"
#include "scene/loading/material_parts.h"
#include "scene/loading/region_parts.h"

namespace sinew {

namespace {

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
    throw Error(fmt::format("the region holds no node of '{}'", body.name), here.text(),
                reach_hint(bounding_box(mesh.positions())));
  }
  return holds;
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
  question_holds(model.holds, place);
  question_volume(body, mesh.fit, place);
  if (!body.sheet) question_poisson(model.materials, mesh.levels[0].tetrahedron_count(), place);
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

void question_size(const BodyDescription& body, const Box3& box, const ScenePlace& place) {
  constexpr double kSmallest = 1e-3, kLargest = 100;  // m
  const double size = box.longest_side();
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
