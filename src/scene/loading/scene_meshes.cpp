#include "scene/loading/scene_meshes.h"

#include <algorithm>

#include "scene/loading/bounding_surface.h"

namespace sinew {

BodyMesh SceneMeshes::of_body(const BodyDescription& body, const TetBodyDescription& own) {
  BodyMesh mesh = unplaced(body.mesh, own);
  scale(mesh, body.place.scale);
  return mesh;
}

FilledSurface SceneMeshes::filled(const BodyDescription& body, const OctreeBodyDescription& own) {
  for (const Filled& other : filled_)
    if (other.mesh == body.mesh && other.scale == body.place.scale && same_voxels(other.own, own))
      return other.filled;
  filled_.push_back({body.mesh, own, body.place.scale, fill_surface(body.mesh, own, body.place.scale)});
  return filled_.back().filled;
}

SurfaceMesh SceneMeshes::bounding(const BodyDescription& body) {
  auto found =
      std::ranges::find_if(bounding_, [&](const Bounding& other) { return other.mesh == body.mesh; });
  if (found == bounding_.end()) {
    bounding_.push_back({body.mesh, bounding_surface(body.mesh)});
    found = bounding_.end() - 1;
  }
  SurfaceMesh surface = found->surface;
  for (Vec3& p : surface.positions) p *= body.place.scale;
  return surface;
}

const BodyMesh& SceneMeshes::unplaced(const MeshDescription& mesh, const TetBodyDescription& own) {
  for (const Made& other : made_)
    if (other.mesh == mesh && same_mesh(other.own, own)) return other.made;
  made_.push_back({mesh, own, make_body_mesh(mesh, own, up_)});
  return made_.back().made;
}

}  // namespace sinew
