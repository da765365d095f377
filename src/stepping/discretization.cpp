#include "stepping/discretization.h"

namespace sinew {

std::shared_ptr<const ContactSurface> Discretization::contact_surface() const {
  const FrameTopology& shown = topology();
  if (!shown.surface) return nullptr;
  ContactSurface surface = contact_surface_of(shown.surface->mesh, *embedding_in_nodes(shown));
  surface.cuts = shown.surface->cuts;
  return std::make_shared<const ContactSurface>(std::move(surface));
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
