#pragma once

#include <algorithm>

#include "sinew/scene/scene_description.h"

// Makes a scene cheap to load and to step, whatever it asks for, and keeps everything else as it says.
namespace sinew::fuzz {

template <typename Number>
void limit(Number& value, Number most) {
  value = std::min(value, most);
}

// In place of the models, which take long to make.
inline void limit(SurfaceDescription& surface, const std::filesystem::path& stand_in) {
  if (std::holds_alternative<ModelDescription>(surface)) surface = MeshFileDescription{stand_in, 1};
}

inline void limit(RegionDescription& region, const std::filesystem::path& stand_in) {
  if (auto* near = std::get_if<NearRegionDescription>(&region.shape)) limit(near->surface, stand_in);
  if (auto* any = std::get_if<AnyRegionDescription>(&region.shape))
    for (RegionDescription& part : any->parts) limit(part, stand_in);
  if (auto* other = std::get_if<NotRegionDescription>(&region.shape))
    for (RegionDescription& part : other->part) limit(part, stand_in);
}

inline void limit(std::vector<ForceDescription>& forces, const std::filesystem::path& stand_in) {
  for (ForceDescription& force : forces)
    if (auto* surface = std::get_if<SurfaceForceDescription>(&force)) limit(surface->region, stand_in);
}

inline void limit(BodyDescription& body, const std::filesystem::path& stand_in) {
  if (std::holds_alternative<ModelDescription>(body.mesh)) body.mesh = MeshFileDescription{stand_in, 1};
  if (auto* box = std::get_if<BoxMeshDescription>(&body.mesh))
    for (Index& n : box->cells) limit(n, 4);
  if (auto* rectangle = std::get_if<RectangleMeshDescription>(&body.mesh))
    for (Index& n : rectangle->cells) limit(n, 4);
  if (auto* tet = std::get_if<TetBodyDescription>(&body.kind)) limit(tet->tets, 60), limit(tet->refine, 1);
  if (auto* octree = std::get_if<OctreeBodyDescription>(&body.kind))
    limit(octree->cells, 5), octree->cell_size.reset();
  limit(body.params.solver.cycles, 3);
  limit(body.params.solver.max_iterations, 20);
  limit(body.params.solver.sweeps_before, 2);
  limit(body.params.solver.sweeps_after, 2);
  limit(body.params.newton_iterations, 3);
  for (MaterialRegionDescription& region : body.material.regions) limit(region.region, stand_in);
  for (HoldDescription& hold : body.hold) limit(hold.region, stand_in);
  limit(body.forces, stand_in);
}

inline void limit(CutDescription& cut, const std::filesystem::path& stand_in) {
  if (auto* mesh = std::get_if<BladeMeshDescription>(&cut.blade)) limit(mesh->surface, stand_in);
  if (auto* grid = std::get_if<BladeGridDescription>(&cut.blade))
    for (Index& n : grid->counts) limit(n, 3);
}

// `stand_in` is the file of a small closed surface.
inline void make_small(SceneDescription& scene, const std::filesystem::path& stand_in) {
  if (scene.bodies.size() > 2) scene.bodies.resize(2);
  if (scene.cuts.size() > 2) scene.cuts.resize(2);
  for (BodyDescription& body : scene.bodies) limit(body, stand_in);
  limit(scene.forces, stand_in);
  for (CutDescription& cut : scene.cuts) limit(cut, stand_in);
}

}  // namespace sinew::fuzz
