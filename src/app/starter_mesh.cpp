#include "app/starter_mesh.h"

#include "mesh/sheet_guess.h"
#include "mesh/surface_input.h"
#include "mesh/surface_topology.h"
#include "meshing/inside_check.h"
#include "sinew/base/error.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/mesh/repair.h"

namespace sinew {

namespace {

using Kind = StarterMesh::Kind;

bool has_inside(const SurfaceMesh& surface) try {
  require_inside(SignedDistance(surface));
  return true;
} catch (const Error&) {
  return false;
}

StarterMesh volume_in(MeshFile file) {
  const Kind kind = file.volume.hexahedron_count() > 0 ? Kind::kHexahedra : Kind::kVolume;
  SurfaceMesh boundary = surface_of(file);
  repair(boundary);  // faces of inverted elements look the wrong way
  const Box3 box = bounding_box(boundary);
  return {kind, std::move(boundary), box, file.volume.element_count()};
}

StarterMesh surface_in(const std::filesystem::path& path, bool filled) {
  SurfaceMesh surface = surface_from(path);
  const Box3 box = bounding_box(surface);
  // Sheets that bend have two triangles at an edge.
  const bool can_bend = surface_topology(surface.triangles).edge_manifold();
  const bool sheet = (!filled && is_sheet(surface) && can_bend) || !has_inside(surface);
  return {sheet ? Kind::kSheet : Kind::kSolid, std::move(surface), box, 0};
}

}  // namespace

StarterMesh read_starter_mesh(const std::filesystem::path& path, bool filled) {
  MeshFile file = read_mesh(path);
  StarterMesh mesh = file.is_volume() ? volume_in(std::move(file)) : surface_in(path, filled);
  if (!(mesh.box.longest_side() > 0)) throw Error("the mesh has no size", path.string());
  return mesh;
}

}  // namespace sinew
