#include "scene/loading/tet_loading.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/loading/contact_loading.h"
#include "scene/loading/force_loading.h"
#include "scene/loading/material_loading.h"
#include "scene/loading/placement.h"
#include "scene/loading/region_loading.h"
#include "scene/loading/scene_meshes.h"
#include "sinew/tet/tet_body.h"
#include "tet/static_support.h"

namespace sinew {

namespace {

BodyMesh mesh_of(const BodyToMake& wanted, const TetBodyDescription& own) try {
  return wanted.meshes.of_body(wanted.body, own);
} catch (const Error& error) {
  throw wanted.place.member("mesh").with(error);
}

// `positions` are those of the nodes in place.
std::vector<Hold> holds_of(const BodyDescription& body, std::span<const Vec3> positions,
                           const ScenePlace& place) {
  std::vector<Hold> holds;
  for (std::size_t i = 0; i < body.hold.size(); ++i) {
    const ScenePlace here = place.item(i).member("region");
    try {
      const HoldDescription& hold = body.hold[i];
      holds.push_back(
          {points_in(region_of(hold.region), positions), hold.motion, directions_of(hold), hold.name});
    } catch (const Error& error) {
      throw here.with(error);
    }
    if (!holds.back().nodes.empty()) continue;
    throw Error(fmt::format("the region holds no node of '{}'", body.name), here.text(),
                reach_hint(bounding_box(positions)));
  }
  return holds;
}

// Pieces are those at rest.
void hold_every_piece(std::vector<Hold>& holds, const std::vector<HoldDescription>& described,
                      const BodyMesh& mesh, std::span<const Vec3> positions, const Vec3& down) {
  const auto first = std::ranges::find_if(described, &HoldDescription::every_piece);
  if (first == described.end()) return;
  std::vector<char> held(positions.size(), 0);
  for (const Hold& hold : holds)
    for (const Index v : hold.nodes) held[v] = 1;
  const std::vector<Index> more = mesh.sheet_levels.empty()
                                      ? nodes_to_hold(mesh.levels[0].tetrahedra, positions, held, down)
                                      : nodes_to_hold(mesh.sheet_levels[0].triangles, positions, held, down);
  std::vector<Index>& nodes = holds[first - described.begin()].nodes;
  nodes.insert(nodes.end(), more.begin(), more.end());
}

const std::vector<Field>& element_fields(const BodyMesh& mesh) {
  static const std::vector<Field> none;
  return mesh.levels.empty() ? none : mesh.levels[0].element_fields;
}

// Elements as wide as the walls on average, and half as wide as they are now at most.
std::string remedy_for(const TetBodyDescription& own, const SolidFit& fit) {
  return more_elements("tets", std::max(fit.elements, 8.0 * own.tets));
}

struct PlacedTetModel {
  TetBodyModel model;
  std::vector<ScenePlace> forces;  // places of its forces
};

PlacedTetModel model_of(const BodyToMake& wanted, const TetBodyDescription& own) {
  const auto& [scene, body, place, meshes] = wanted;
  question_material(body.material, place.member("material"));
  BodyMesh mesh = mesh_of(wanted, own);
  const Placement placement = placement_of(body.place);
  const std::vector<Vec3> positions = placed(placement, mesh.positions());
  question_size(body, bounding_box(positions), place);
  PlacedForces forces = forces_of(scene, body, place);
  PlacedTetModel made;
  TetBodyModel& model = made.model;
  model.materials = described_materials(body.material, place.member("material"),
                                        placed(placement, mesh.element_centres()), element_fields(mesh));
  model.holds = holds_of(body, positions, place.member("hold"));
  hold_every_piece(model.holds, body.hold, mesh, positions, scene.down());
  question_holds(model.holds, place);
  if (mesh.fit) question_volume(body, *mesh.fit, remedy_for(own, *mesh.fit), place);
  if (!own.sheet) question_poisson(model.materials, mesh.levels[0].tetrahedron_count(), place);
  model.forces = std::move(forces.forces);
  model.velocity = body.velocity;
  model.placement = placement;
  model.surface = std::move(mesh.surface);
  model.contact_surface = scene_contact_surface(body, place);
  model.levels = std::move(mesh.levels);
  if (own.sheet) model.sheet = Sheet{std::move(mesh.sheet_levels), own.sheet->thickness, own.sheet->bending};
  made.forces = std::move(forces.places);
  return made;
}

}  // namespace

TetBodyModel tet_model(const BodyToMake& wanted, const TetBodyDescription& own) {
  return model_of(wanted, own).model;
}

std::unique_ptr<Body> make_tet_body(const BodyToMake& wanted, const TetBodyDescription& own) {
  const PlacedTetModel placed = model_of(wanted, own);
  try {
    return std::make_unique<TetBody>(wanted.body.name, placed.model, wanted.body.params);
  } catch (const Error& error) {
    if (error.where() == "contact_surface") throw with_contact_place(error, wanted.place);
    throw wanted.place.with(error, "forces", placed.forces);
  }
}

}  // namespace sinew
