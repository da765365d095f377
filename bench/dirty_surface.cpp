#include "bench/dirty_surface.h"

#include <algorithm>

#include "base/random.h"
#include "sinew/meshing/voxel_grid.h"
#include "sinew/shape/models.h"

namespace sinew {

namespace {

// A model scaled to the given size along its longest side and moved to a centre.
SurfaceMesh placed(const char* model, Index triangles, double size, const Vec3& center) {
  SurfaceMesh mesh = make_model(model, triangles);
  const Box3 box = bounding_box(mesh);
  for (Vec3& p : mesh.positions) p = center + (size / box.longest_side()) * (p - box.center());
  return mesh;
}

double union_volume(const std::vector<SurfaceMesh>& parts) {
  Box3 box;
  for (const SurfaceMesh& part : parts) box.extend(bounding_box(part));
  VoxelGrid all{voxel_frame(box, 256), {}};
  all.inside.assign(all.frame.sample_count(), 0);
  for (const SurfaceMesh& part : parts) {
    const VoxelGrid grid = voxelize_by_rows(part, all.frame);
    for (std::size_t i = 0; i < all.inside.size(); ++i) all.inside[i] |= grid.inside[i];
  }
  return all.volume();
}

// Removes every triangle with a corner within `radius` of a random vertex.
void cut_hole(SurfaceMesh& mesh, double radius, Random& random) {
  const Vec3 center = mesh.positions[random.below(static_cast<std::uint32_t>(mesh.vertex_count()))];
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    return std::any_of(t.begin(), t.end(),
                       [&](Index v) { return distance(mesh.positions[v], center) < radius; });
  });
}

}  // namespace

DirtySurface make_dirty_surface() {
  const std::vector<SurfaceMesh> parts{placed("rabbit", 8000, 1, {0, 0, 0}),
                                       placed("torus", 4000, 0.9, {0.1, -0.2, 0.05}),
                                       placed("sphere", 3000, 0.5, {-0.35, 0.1, 0.1})};
  DirtySurface dirty{{}, union_volume(parts)};
  SurfaceMesh& surface = dirty.surface;
  for (const SurfaceMesh& part : parts) append(surface, part);
  Random random(2007);
  for (const double radius : {0.06, 0.05, 0.04, 0.04, 0.03, 0.03, 0.03, 0.02, 0.02, 0.02})
    cut_hole(surface, radius, random);
  const auto count = static_cast<std::uint32_t>(surface.triangle_count());
  for (std::uint32_t i = 0; i < count / 100; ++i)
    surface.triangles.push_back(surface.triangles[random.below(count)]);
  for (Triangle& t : surface.triangles)
    if (random.uniform() < 0.03) std::swap(t[1], t[2]);
  return dirty;
}

}  // namespace sinew
