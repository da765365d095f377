#include "scene/loading/placement.h"

#include <numbers>

#include "mesh/surface_input.h"
#include "meshing/bcc_lattice.h"
#include "sinew/base/geometry.h"
#include "sinew/shape/models.h"

namespace sinew {

void put_in_place(std::vector<Vec3>& points, const PlaceDescription& place) {
  if (place == PlaceDescription{}) return;
  const Placement placement = placement_of(place);
  for (Vec3& p : points) p = placement.point(place.scale * p);
}

Placement placement_of(const PlaceDescription& place) {
  Placement placement{.move = place.move};
  if (place.turn.degrees != 0)
    placement.rotation = {rotation_axes(place.turn.axis, place.turn.degrees * std::numbers::pi / 180)};
  return placement;
}

SurfaceMesh described_surface(const SurfaceDescription& surface, bool filled) {
  if (const auto* model = std::get_if<ModelDescription>(&surface))
    return make_model(model->model, model->triangles, model->parameters);
  const auto& file = std::get<MeshFileDescription>(surface);
  SurfaceMesh mesh = filled ? solid_from(file.file) : surface_from(file.file);
  for (Vec3& p : mesh.positions) p *= file.metres_per_unit;
  return mesh;
}

}  // namespace sinew
