#include "tet/tet_discretization.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "embed/binding.h"
#include "sinew/base/error.h"
#include "stepping/elastic_tuning.h"
#include "tet/elastic_assembly.h"
#include "tet/static_support.h"
#include "tet/tet_precision.h"

namespace sinew {

namespace {

constexpr Index kNodes = 2048;

std::vector<Index> held_nodes(const std::vector<Hold>& holds) {
  std::vector<Index> nodes;
  for (const Hold& hold : holds) nodes.insert(nodes.end(), hold.nodes.begin(), hold.nodes.end());
  return nodes;
}

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

AppliedForces applied_forces_of(const TetBodyModel& model, const ElasticRest& rest) {
  std::vector<Triangle> faces =
      model.sheet ? model.sheet->levels[0].triangles : boundary_surface(model.levels[0]).triangles;
  for (Triangle& t : faces)
    for (Index& v : t) v = rest.order.new_of_old[v];
  return AppliedForces(model.forces, rest.positions, nodal_masses(rest), std::move(faces), rest.is_sheet(),
                       rest.order.old_of_new);
}

LevelTransfers transfers_of(const TetBodyModel& model, const ElasticRest& rest) {
  if (model.sheet) return transfers_between(rest, std::span(model.sheet->levels).subspan(1));
  return transfers_between(rest, std::span(model.levels).subspan(1));
}

}  // namespace

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

TetDiscretization::TetDiscretization(const std::string& body, const TetBodyModel& model,
                                     const ElasticParams& params)
    : lumped_mass_(params.lumped_mass),
      materials_(distinct_materials(model.materials)),
      rest_(rest_of(model)),
      holds_(holds_of(model, rest_)),
      mass_(mass_matrix(rest_, lumped_mass_)),
      topology_(topology_of(model)),
      transfers_(transfers_of(model, rest_)),
      forces_(applied_forces_of(model, rest_)),
      system_(rest_, params.strain, mass_, transfers_, params.solver, params.precision) {
  if (rest_.is_sheet() && params.strain == Strain::kCorotated)
    throw Error(fmt::format("body '{}' is a sheet, for which there is no corotated strain", body), "",
                "take 'green' (a sheet that drapes) or 'cauchy' (small deflections)");
  if (params.chosen_integrator() == Integrator::kStatic)
    require_no_free_piece(rest_, *topology_.elements, body);
}

void TetDiscretization::at_nodes(In unknowns, std::span<Vec3> nodes) const {
  parallel_for_each(rest_.node_count(), kNodes,
                    [&](Index i) { nodes[rest_.order.old_of_new[i]] = to_vec3(unknowns[i]); });
}

Pull TetDiscretization::by_unknowns(Pull pull) const {
  for (Index& node : pull.nodes) node = rest_.order.new_of_old[node];
  return pull;
}

void TetDiscretization::set_materials(const std::vector<Material>& materials) {
  sinew::set_materials(rest_, materials);
  // Change it in place, since the system refers to the mass matrix.
  const std::vector<float> mass = mass_matrix(rest_, lumped_mass_);
  std::copy(mass.begin(), mass.end(), mass_.begin());
  forces_.set_masses(nodal_masses(rest_));
  system_.mass_changed();
}

double TetDiscretization::stiffness_over_inertia(const StepScheme& scheme) const {
  return sinew::stiffness_over_inertia(rest_, scheme);
}

std::vector<char> TetDiscretization::free_elements() const {
  return sinew::free_elements(rest_, *topology_.elements);
}

}  // namespace sinew
