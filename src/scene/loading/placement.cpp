#include "scene/loading/placement.h"

#include <numbers>

#include "mesh/surface_input.h"
#include "meshing/bcc_lattice.h"
#include "sinew/base/geometry.h"
#include "sinew/shape/models.h"

namespace sinew {

void put_in_place(std::vector<Vec3>& points, const PlaceDescription& place) {
  if (place == PlaceDescription{}) return;
  const Mat3 turn{rotation_axes(place.turn.axis, place.turn.degrees * std::numbers::pi / 180)};
  for (Vec3& p : points) p = turn * (place.scale * p) + place.move;
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
