#include "tet/tet_body_model.h"

#include <utility>

#include "base/error.h"
#include "embed/binding.h"
#include "tet/elastic_assembly.h"

namespace sinew {

namespace {

std::vector<Index> held_nodes(const std::vector<Hold>& holds) {
  std::vector<Index> nodes;
  for (const Hold& hold : holds) nodes.insert(nodes.end(), hold.nodes.begin(), hold.nodes.end());
  return nodes;
}

}  // namespace

ElasticRest rest_of(const TetBodyModel& model) {
  if (model.levels.empty() == !model.sheet)
    throw Error("a body is made of either levels of tetrahedra or a sheet");
  if (model.sheet) {
    if (model.sheet->levels.empty()) throw Error("a sheet needs at least one level");
    return make_elastic_rest(model.sheet->levels[0], model.sheet->thickness, model.sheet->bending,
                             model.materials, held_nodes(model.holds));
  }
  return make_elastic_rest(model.levels[0], model.materials, held_nodes(model.holds));
}

std::vector<Hold> holds_of(const TetBodyModel& model, const ElasticRest& rest) {
  std::vector<Hold> holds = model.holds;
  for (Hold& hold : holds)
    for (Index& v : hold.nodes) v = rest.order.new_of_old[v];
  return holds;
}

FrameTopology topology_of(const TetBodyModel& model) {
  FrameElements elements;
  FrameSurface surface{model.surface, {}};
  const bool own = model.surface.triangles.empty();
  if (model.sheet) {
    const SurfaceMesh& sheet = model.sheet->levels[0];
    elements.rest_positions = sheet.positions;
    elements.triangles = sheet.triangles;
    if (own) surface.mesh = sheet;
    Embedding embedding = bind_to_triangles(sheet, surface.mesh.positions);
    return make_topology(std::move(surface), std::move(embedding), std::move(elements));
  }
  const VolumeMesh& mesh = model.levels[0];
  elements.rest_positions = mesh.positions;
  elements.tetrahedra = mesh.tetrahedra;
  if (own) surface.mesh = boundary_surface(mesh);
  drop_unused_vertices(surface.mesh);
  Embedding embedding = bind_to_tetrahedra(mesh, surface.mesh.positions);
  return make_topology(std::move(surface), std::move(embedding), std::move(elements));
}

AppliedForces applied_forces_of(const TetBodyModel& model, const ElasticRest& rest) {
  std::vector<Triangle> faces =
      model.sheet ? model.sheet->levels[0].triangles : boundary_surface(model.levels[0]).triangles;
  for (Triangle& t : faces)
    for (Index& v : t) v = rest.order.new_of_old[v];
  return AppliedForces(model.forces, rest.positions, nodal_masses(rest), std::move(faces), rest.is_sheet());
}

LevelTransfers transfers_of(const TetBodyModel& model, const ElasticRest& rest) {
  if (model.sheet) return transfers_between(rest, std::span(model.sheet->levels).subspan(1));
  return transfers_between(rest, std::span(model.levels).subspan(1));
}

}  // namespace sinew
