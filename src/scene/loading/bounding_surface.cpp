#include "scene/loading/bounding_surface.h"

#include "base/log.h"
#include "base/table.h"
#include "mesh/self_intersection.h"
#include "scene/loading/grid_levels.h"
#include "scene/loading/placement.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

struct FindSurface {
  SurfaceMesh operator()(const MeshFileDescription& mesh) const {
    SurfaceMesh surface = described_surface(mesh, false);
    const SelfIntersections crossings = self_intersections(surface);
    if (!crossings.pairs.empty())
      log_warning(
          "{}: {} of triangles cross: what several parts of the surface contain weighs as many times as much",
          mesh.file.string(), counted(static_cast<Index>(crossings.pairs.size()), "pair", "pairs"));
    return surface;
  }
  SurfaceMesh operator()(const ModelDescription& model) const { return described_surface(model, false); }
  SurfaceMesh operator()(const BoxMeshDescription& box) const {
    SurfaceMesh surface = boundary_surface(box_levels(box, 0, 1)[0]);
    drop_unused_vertices(surface);
    return surface;
  }
  SurfaceMesh operator()(const RectangleMeshDescription&) const {
    throw Error("a rectangle has no inside", "", "a rigid body needs one: take a box");
  }
};

}  // namespace

SurfaceMesh bounding_surface(const MeshDescription& mesh) { return std::visit(FindSurface{}, mesh); }

}  // namespace sinew
