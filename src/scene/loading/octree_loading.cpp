#include "scene/loading/octree_loading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mesh/surface_topology.h"
#include "octree/grid/octree_rest.h"
#include "octree/grid/refinement_marks.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "scene/loading/force_loading.h"
#include "scene/loading/material_loading.h"
#include "scene/loading/mesh_questions.h"
#include "scene/loading/placement.h"
#include "scene/loading/region_loading.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/octree/octree_body.h"

namespace sinew {

namespace {

void require_affordable_voxels(double voxels) {
  constexpr double kMost = 1e9;
  if (voxels > kMost)
    throw Error(fmt::format("the box of the body would have {:.3g} of the finest cells", voxels), "",
                fmt::format("{:.0e} are the most: take larger ones", kMost));
}

GridFrame frame_of(const Box3& box, const OctreeBodyDescription& octree) {
  const double spacing = octree.cell_size.value_or(box.longest_side() / octree.cells);
  const Vec3 size = box.upper - box.lower;
  require_affordable_voxels(size.x * size.y * size.z / (spacing * spacing * spacing));
  return octree.cell_size ? spaced_frame(box, spacing) : voxel_frame(box, octree.cells);
}

// Voxels, and the surface they were made from, in the own axes of the body; a box has none.
struct FilledSurface {
  LinkedVoxels voxels;
  SurfaceMesh surface;
  std::optional<SolidFit> fit = {};
};

// Cubes as wide as the walls would follow them.
std::optional<SolidFit> fit_of(const LinkedVoxels& voxels, const SurfaceMesh& surface,
                               const SignedDistance& solid) {
  const std::optional<SolidSize> size = solid_size(surface, solid);
  if (!size) return {};
  const double volume = static_cast<double>(voxels.inside_count()) * std::pow(voxels.lattice().spacing, 3);
  return SolidFit{volume / size->volume, std::ceil(solid.box().longest_side() / size->wall)};
}

struct FillSurface {
  const BodyDescription& body;
  const OctreeBodyDescription& own;

  FilledSurface operator()(const MeshFileDescription& mesh) const {
    MeshFile file = read_mesh(mesh.file);
    if (!file.is_volume()) return of_surface(described_surface(mesh, true));
    mend_volume(file.volume, mesh.file.string());
    SurfaceMesh boundary = boundary_surface(file.volume);
    drop_unused_vertices(boundary);
    for (Vec3& p : boundary.positions) p *= mesh.metres_per_unit;
    return of_surface(std::move(boundary));
  }
  FilledSurface operator()(const ModelDescription& model) const {
    return of_surface(described_surface(model, true));
  }
  FilledSurface operator()(const BoxMeshDescription& box) const {
    const Vec3 side{box.size.x / box.cells[0], box.size.y / box.cells[1], box.size.z / box.cells[2]};
    if (std::max(std::abs(side.y - side.x), std::abs(side.z - side.x)) > 1e-9 * side.x)
      throw Error(fmt::format("the cells of the box are {:.4g} x {:.4g} x {:.4g} m", side.x, side.y, side.z),
                  "", "cells of an octree are cubes: choose size and cells so that they are");
    require_affordable_voxels(double(box.cells[0]) * box.cells[1] * box.cells[2]);
    return {linked_box({}, body.place.scale * side.x, box.cells), {}, {}};
  }
  FilledSurface operator()(const RectangleMeshDescription&) const {
    throw Error("a rectangle has no inside", "", "an octree needs one");
  }

  FilledSurface of_surface(SurfaceMesh surface) const {
    for (Vec3& p : surface.positions) p *= body.place.scale;
    const GridFrame frame = frame_of(bounding_box(surface.positions), own);
    const SignedDistance solid(surface);
    LinkedVoxels voxels = linked_voxels(surface, solid, frame);
    const std::optional<SolidFit> fit = fit_of(voxels, surface, solid);
    return {std::move(voxels), std::move(surface), fit};
  }
};

FilledSurface filled_surface(const BodyDescription& body, const OctreeBodyDescription& own,
                             const ScenePlace& place) try {
  return std::visit(FillSurface{body, own}, body.mesh);
} catch (const Error& error) {
  throw place.member("mesh").with(error);
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

}  // namespace

std::unique_ptr<Body> make_octree_body(const BodyToMake& wanted, const OctreeBodyDescription& own) {
  const auto& [scene, body, place, meshes] = wanted;
  question_material(body.material, place.member("material"));
  OctreeBodyModel model;
  FilledSurface filled = filled_surface(body, own, place);
  model.voxels = std::move(filled.voxels);
  model.placement = placement_of(body.place);
  question_size(body, box_of(model.voxels, model.placement), place);
  question_volume(body, filled.fit, place);
  const std::vector<Vec3> centres = body.material.regions.empty()
                                        ? std::vector<Vec3>{}
                                        : placed(model.placement, voxel_centres(model.voxels));
  PlacedMaterials materials;
  try {
    materials = described_rules(body.material, place.member("material"), centres);
  } catch (const Error& error) {
    throw place.member("material").with(error);
  }
  const PlacedForces forces = forces_of(scene, body, place);
  model.coarsest = own.interior;
  model.materials = std::move(materials.map);
  model.holds = holds_of(body, place.member("hold"));
  model.forces = forces.forces;
  model.velocity = body.velocity;
  model.surface = seen_surface(own, filled.surface);
  model.own_surface = std::move(filled.surface);
  try {
    hold_every_piece(model, body.hold, scene.down());
    auto made = std::make_unique<OctreeBody>(body.name, std::move(model), body.params);
    question_holds(made->rest().holds, place);
    question_poisson(made->rest().materials, made->rest().grid.cells.count(), place);
    return made;
  } catch (const Error& error) {
    std::vector<ScenePlace> holds;
    for (std::size_t i = 0; i < body.hold.size(); ++i) holds.push_back(place.member("hold").item(i));
    if (error.where().starts_with("rules")) throw place.with(error, "rules", materials.places);
    if (error.where().starts_with("holds")) throw place.with(error, "holds", holds);
    throw place.with(error, "forces", forces.places);
  }
}

}  // namespace sinew
