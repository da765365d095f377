#include "scene/loading/octree_loading.h"

#include <algorithm>

#include "mesh/surface_topology.h"
#include "octree/grid/octree_rest.h"
#include "octree/grid/refinement_marks.h"
#include "scene/loading/contact_loading.h"
#include "scene/loading/force_loading.h"
#include "scene/loading/material_loading.h"
#include "scene/loading/mesh_questions.h"
#include "scene/loading/placement.h"
#include "scene/loading/region_loading.h"
#include "scene/loading/scene_meshes.h"
#include "sinew/octree/octree_body.h"

namespace sinew {

namespace {

FilledSurface filled_surface(const BodyToMake& wanted, const OctreeBodyDescription& own) try {
  return wanted.meshes.filled(wanted.body, own);
} catch (const Error& error) {
  throw wanted.place.member("mesh").with(error);
}

Box3 box_of(const LinkedVoxels& voxels, const Placement& placement) {
  const Box3 box = bounding_box(voxel_centres(voxels)).inflated(0.5 * voxels.lattice().spacing);
  return bounding_box(placed(placement, corners_of(box)));
}

std::vector<RegionHold> holds_of(const BodyDescription& body, const ScenePlace& place) {
  std::vector<RegionHold> holds;
  for (std::size_t i = 0; i < body.hold.size(); ++i) try {
      const HoldDescription& hold = body.hold[i];
      holds.push_back({region_of(hold.region), hold.motion, directions_of(hold), hold.name});
    } catch (const Error& error) {
      throw place.item(i).member("region").with(error);
    }
  return holds;
}

// Pieces are those at rest: one that is cut off later falls.
void hold_every_piece(OctreeBodyModel& model, const std::vector<HoldDescription>& described,
                      const Vec3& down) {
  const auto first = std::ranges::find_if(described, &HoldDescription::every_piece);
  if (first == described.end()) return;
  const OctreeRest rest =
      make_octree_rest(make_octree_grid(model.voxels, model.coarsest, {}), {}, model.holds, model.placement);
  Region& region = model.holds[first - described.begin()].region;
  region = {UnionRegion{{std::move(region), {region_to_hold_free_pieces(rest, down, model.placement)}}}};
}

OctreeSurface seen_surface(const OctreeBodyDescription& octree, const SurfaceMesh& own) {
  const bool is_closed = !own.triangles.empty() && is_closed_and_oriented(own.triangles);
  return octree.surface.value_or(is_closed ? OctreeSurface::kOwn : OctreeSurface::kSmooth);
}

// Cubes as wide as the walls on average, and half as wide as they are now at most.
std::string remedy_for(const OctreeBodyDescription& own, const SolidFit& fit) {
  if (own.cell_size) return "take half the \"cell_size\" or less";
  return more_elements("cells", std::max(fit.elements, 2.0 * own.cells));
}

bool is_cut_by(const SceneDescription& scene, const std::string& body) {
  return std::ranges::any_of(scene.cuts,
                             [&](const CutDescription& cut) { return cut.body.empty() || cut.body == body; });
}

// What collides does not change in the middle of a run, unless a hand cuts.
ContactChoice contact_of(const SceneDescription& scene, const BodyDescription& body,
                         const ScenePlace& place) {
  const ContactChoice choice = scene_contact_surface(body, place);
  if (std::holds_alternative<AutoContact>(choice) && is_cut_by(scene, body.name)) return SeenContact{};
  return choice;
}

struct PlacedOctreeModel {
  OctreeBodyModel model;
  std::vector<ScenePlace> rules, holds, forces;  // places of its parts

  // An error that names one of them, with its place.
  Error placed(const Error& error, const ScenePlace& body) const {
    if (error.where().starts_with("rules")) return body.with(error, "rules", rules);
    if (error.where().starts_with("holds")) return body.with(error, "holds", holds);
    if (error.where() == "contact_surface") return with_contact_place(error, body);
    return body.with(error, "forces", forces);
  }
};

PlacedMaterials materials_of(const BodyDescription& body, const OctreeBodyModel& model,
                             const ScenePlace& place) try {
  const std::vector<Vec3> centres = body.material.regions.empty()
                                        ? std::vector<Vec3>{}
                                        : placed(model.placement, voxel_centres(model.voxels));
  return described_rules(body.material, place, centres);
} catch (const Error& error) {
  throw place.with(error);
}

PlacedOctreeModel model_of(const BodyToMake& wanted, const OctreeBodyDescription& own) {
  const auto& [scene, body, place, meshes] = wanted;
  question_material(body.material, place.member("material"));
  PlacedOctreeModel made;
  OctreeBodyModel& model = made.model;
  FilledSurface filled = filled_surface(wanted, own);
  model.voxels = filled.voxels;
  model.placement = placement_of(body.place);
  question_size(body, box_of(model.voxels, model.placement), place);
  if (filled.fit) question_volume(body, *filled.fit, remedy_for(own, *filled.fit), place);
  PlacedMaterials materials = materials_of(body, model, place.member("material"));
  PlacedForces forces = forces_of(scene, body, place);
  model.coarsest = own.interior;
  model.adaptive = own.adaptive;
  model.materials = std::move(materials.map);
  model.holds = holds_of(body, place.member("hold"));
  model.forces = std::move(forces.forces);
  model.velocity = body.velocity;
  model.surface = seen_surface(own, filled.surface);
  model.own_surface = std::move(filled.surface);
  model.contact_surface = contact_of(scene, body, place);
  made.rules = std::move(materials.places), made.forces = std::move(forces.places);
  for (std::size_t i = 0; i < body.hold.size(); ++i) made.holds.push_back(place.member("hold").item(i));
  try {
    hold_every_piece(model, body.hold, scene.down());
  } catch (const Error& error) {
    throw made.placed(error, place);
  }
  return made;
}

}  // namespace

OctreeBodyModel octree_model(const BodyToMake& wanted, const OctreeBodyDescription& own) {
  return model_of(wanted, own).model;
}

std::unique_ptr<Body> make_octree_body(const BodyToMake& wanted, const OctreeBodyDescription& own) {
  const BodyDescription& body = wanted.body;
  PlacedOctreeModel placed = model_of(wanted, own);
  try {
    auto made = std::make_unique<OctreeBody>(body.name, std::move(placed.model), body.params);
    question_holds(made->rest().holds, wanted.place);
    question_poisson(made->rest().materials, made->rest().grid.cells.count(), wanted.place);
    return made;
  } catch (const Error& error) {
    throw placed.placed(error, wanted.place);
  }
}

}  // namespace sinew
