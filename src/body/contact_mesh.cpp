#include "body/contact_mesh.h"

#include <fmt/format.h>

#include "mesh/mean_edge.h"
#include "mesh/mesh_check.h"
#include "mesh/surface_topology.h"
#include "remeshing/near_decimation.h"
#include "sinew/base/error.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

constexpr const char* kWhere = "contact_surface";
// In mean edges of the elements. A surface with shorter edges is decimated, to edges and a distance of at most these.
constexpr double kFineEdge = 1.0 / 3, kContactEdge = 0.5, kMostDistance = 0.1;
constexpr double kFarthest = 0.1;  // outside of the body, over its size
constexpr Index kFewest = 4;       // triangles, of a tetrahedron

struct Choose {
  const SurfaceMesh& seen;
  double element_edge;

  std::optional<ContactMesh> operator()(const SeenContact&) const { return {}; }
  std::optional<ContactMesh> operator()(const AutoContact&) const {
    if (mean_edge(seen) > kFineEdge * element_edge) return {};
    return of(decimated_near(
        seen, {.edge = kContactEdge * element_edge, .max_distance = kMostDistance * element_edge}));
  }
  std::optional<ContactMesh> operator()(const CoarseContact& coarse) const {
    return of(decimated_to(seen, coarse.triangles));
  }
  std::optional<ContactMesh> operator()(const GivenContact& given) const { return ContactMesh{given.mesh}; }

  static std::optional<ContactMesh> of(std::optional<NearSurface> made) {
    if (!made) return {};
    return ContactMesh{std::move(made->mesh), true, made->distance};
  }
};

void require_closed(const SurfaceMesh& mesh) {
  require_sound(mesh);
  const SurfaceTopology topology = surface_topology(mesh.triangles);
  if (is_closed_and_oriented(mesh.triangles)) return;
  if (topology.open_edges > 0)
    throw Error(fmt::format("the contact surface is not closed: {} of its edges have one triangle alone",
                            topology.open_edges),
                kWhere, "close its holes: it has to bound a solid");
  throw Error("the triangles of the contact surface do not agree on which side is outside", kWhere,
              "orient them outward");
}

void require_near(const SurfaceMesh& mesh, const SurfaceMesh& seen) {
  const SignedDistance body(seen);
  const double limit = kFarthest * bounding_box(seen).diagonal();
  for (Index v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3& p = mesh.positions[v];
    const double outside = body(p);
    if (outside <= limit) continue;
    throw Error(
        fmt::format(
            "vertex {} of the contact surface, at ({:.4g}, {:.4g}, {:.4g}), is {:.3g} m outside of the "
            "body, which it has to follow",
            v, p.x, p.y, p.z, outside),
        kWhere,
        fmt::format(
            "it may be {:.3g} m, a tenth of the body's size; the contact surface is in the coordinates "
            "and the unit of the body's mesh",
            limit));
  }
}

}  // namespace

std::optional<ContactMesh> contact_mesh(const ContactChoice& choice, const SurfaceMesh& seen,
                                        double element_edge) {
  return std::visit(Choose{seen, element_edge}, choice);
}

void require_valid(const ContactChoice& choice, const SurfaceMesh& seen) {
  if (const auto* coarse = std::get_if<CoarseContact>(&choice);
      coarse != nullptr && coarse->triangles < kFewest)
    throw Error(fmt::format("a contact surface of {} triangles bounds nothing", coarse->triangles), kWhere,
                fmt::format("take {} or more", kFewest));
  if (const auto* given = std::get_if<GivenContact>(&choice)) {
    require_closed(given->mesh);
    require_near(given->mesh, seen);
  }
}

void add(Fingerprint& print, const ContactChoice& choice) {
  print.add(choice.index());
  if (const auto* coarse = std::get_if<CoarseContact>(&choice)) print.add(coarse->triangles);
  if (const auto* given = std::get_if<GivenContact>(&choice))
    print.add(given->mesh.positions).add(given->mesh.triangles);
}

}  // namespace sinew
