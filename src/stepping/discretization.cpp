#include "stepping/discretization.h"

#include "embed/binding.h"
#include "sinew/base/error.h"

namespace sinew {

std::shared_ptr<const ContactSurface> Discretization::contact_surface() const {
  const FrameTopology& shown = topology();
  if (!shown.surface) return nullptr;
  ContactSurface surface = contact_surface_of(shown.surface->mesh, *embedding_in_nodes(shown));
  surface.cuts = shown.surface->cuts;
  return std::make_shared<const ContactSurface>(std::move(surface));
}

Embedding Discretization::bind_inside(std::span<const Vec3> points) const {
  const FrameElements& elements = *topology().elements;
  if (!elements.hexahedra.empty()) return bind_to_cubes(elements.rest_positions, elements.hexahedra, points);
  if (elements.tetrahedra.empty()) throw Error("a sheet has no inside");
  VolumeMesh mesh;
  mesh.positions = elements.rest_positions, mesh.tetrahedra = elements.tetrahedra;
  return bind_to_tetrahedra(mesh, points);
}

ContactSurface Discretization::contact_surface_of(const SurfaceMesh& mesh, const Embedding& in_nodes) const {
  ContactSurface surface;
  surface.triangles = mesh.triangles;
  surface.rest = mesh.positions;
  surface.embedding = compose(in_nodes, nodes_by_unknowns());
  surface.thickness = sheet_thickness();
  return surface;
}

}  // namespace sinew
