#include "tet/tet_discretization.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/shared_objects.h"
#include "body/contact_mesh.h"
#include "embed/binding.h"
#include "mesh/mean_edge.h"
#include "sinew/base/error.h"
#include "tet/elastic_assembly.h"
#include "tet/static_support.h"
#include "tet/tet_precision.h"

namespace sinew {

namespace {

constexpr Index kNodes = 2048;

const Placement& require_sound(const Placement& placement) {
  require_valid(placement, "");
  return placement;
}

std::vector<Hold> holds_of(const TetBodyModel& model, const ElasticRest& rest) {
  std::vector<Hold> holds = model.holds;
  for (Hold& hold : holds)
    for (Index& v : hold.nodes) v = rest.order.new_of_old[v];
  return holds;
}

AppliedForces applied_forces_of(const TetBodyModel& model, const TetBlueprint& blueprint) {
  const ElasticRest& rest = blueprint.rest;
  const bool need_faces = std::any_of(model.forces.begin(), model.forces.end(), acts_on_boundary);
  return AppliedForces(model.forces, placed(model.placement, rest.positions), nodal_masses(rest),
                       {need_faces ? blueprint.faces : std::vector<Triangle>{}}, rest.is_sheet(),
                       rest.order.old_of_new);
}

}  // namespace

TetDiscretization::TetDiscretization(const std::string& body, const TetBodyModel& model,
                                     const ElasticParams& params)
    : lumped_mass_(params.lumped_mass),
      blueprint_(tet_blueprint(model, lumped_mass_)),
      placement_(require_sound(model.placement)),
      holds_(holds_of(model, blueprint_->rest)),
      forces_(applied_forces_of(model, *blueprint_)),
      system_(blueprint_->rest, params.strain, blueprint_->mass, blueprint_->transfers, params.solver,
              params.precision) {
  guided_ = held_nodes(holds_, rest().node_count(), placement_).guided;
  if (rest().is_sheet() && params.strain == Strain::kCorotated)
    throw Error(fmt::format("body '{}' is a sheet, for which there is no corotated strain", body), "",
                "take 'green' (a sheet that drapes) or 'cauchy' (small deflections)");
  if (params.chosen_integrator() == Integrator::kStatic)
    require_no_free_piece(rest(), *topology().elements, body, placement_);
}

void TetDiscretization::at_nodes(In unknowns, std::span<Vec3> nodes) const {
  parallel_for_each(rest().node_count(), kNodes,
                    [&](Index i) { nodes[rest().order.old_of_new[i]] = to_vec3(unknowns[i]); });
}

Pull TetDiscretization::by_unknowns(Pull pull) const {
  for (Index& node : pull.nodes) node = rest().order.new_of_old[node];
  return pull;
}

// The first change copies the rest data, which other bodies may share. Later ones happen in place, since the
// system refers to it.
void TetDiscretization::set_materials(const std::vector<Material>& materials) {
  std::unique_ptr<Tuned> copy;
  if (!tuned_) copy = std::make_unique<Tuned>(Tuned{blueprint_->rest, blueprint_->mass});
  Tuned& tuned = copy ? *copy : *tuned_;
  sinew::set_materials(tuned.rest, materials);
  std::ranges::copy(mass_matrix(tuned.rest, lumped_mass_), tuned.mass.begin());
  if (copy) tuned_ = std::move(copy);
  system_.set_rest(tuned.rest, tuned.mass);
  forces_.set_masses(nodal_masses(tuned.rest));
}

double TetDiscretization::stiffness_over_inertia(const StepScheme& scheme) const {
  return sinew::stiffness_over_inertia(rest(), scheme);
}

std::vector<char> TetDiscretization::free_elements() const {
  return sinew::free_elements(rest(), *topology().elements);
}

// Equal bodies share it.
std::shared_ptr<const ContactSurface> TetDiscretization::contact_surface() const {
  static SharedObjects<ContactSurface> surfaces;
  return surfaces.find_or_make(blueprint_->made_from, [&]() -> std::shared_ptr<const ContactSurface> {
    if (rest().is_sheet()) return Discretization::contact_surface();
    const FrameElements& elements = *topology().elements;
    const VolumeMesh volume{elements.rest_positions, elements.tetrahedra, {}, {}, {}};
    const std::optional<ContactMesh> chosen =
        contact_mesh(blueprint_->contact_surface, topology().surface->mesh,
                     mean_edge(volume.tetrahedra, volume.positions));
    if (!chosen) return Discretization::contact_surface();
    ContactSurface surface =
        contact_surface_of(chosen->mesh, bind_to_tetrahedra(volume, chosen->mesh.positions));
    surface.deviation = chosen->deviation;
    return std::make_shared<const ContactSurface>(std::move(surface));
  });
}

std::shared_ptr<const LoosePieces> TetDiscretization::loose_pieces() const {
  DisjointSets sets(rest().node_count());
  const auto& [nodes, corners] = std::pair(std::span(rest().stars.nodes), rest().stars.corners);
  for (std::size_t at = 0; at < nodes.size(); ++at) sets.unite(nodes[at], nodes[at - at % corners]);
  return std::make_shared<const LoosePieces>(find_loose_pieces(sets.components(), rest().held));
}

}  // namespace sinew
