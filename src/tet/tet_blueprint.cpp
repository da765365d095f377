#include "tet/tet_blueprint.h"

#include "base/shared_objects.h"
#include "body/contact_mesh.h"
#include "embed/binding.h"
#include "sinew/base/error.h"
#include "stepping/elastic_tuning.h"
#include "stepping/held_nodes.h"
#include "tet/elastic_assembly.h"

namespace sinew {

namespace {

void require_one_shape(const TetBodyModel& model) {
  if (model.levels.empty() == !model.sheet)
    throw Error("a body is made of either levels of tetrahedra or a sheet");
  if (model.sheet && model.sheet->levels.empty()) throw Error("a sheet needs at least one level");
}

// What holds leave free, by nodes of the input.
struct Support {
  std::vector<Index> held;
  std::vector<Roller> rollers;
};

Support support_of(const TetBodyModel& model) {
  const std::size_t nodes =
      model.sheet ? model.sheet->levels[0].positions.size() : model.levels[0].positions.size();
  HeldNodes sorted = held_nodes(model.holds, static_cast<Index>(nodes), model.placement);
  Support support{{}, std::move(sorted.rollers)};
  for (std::size_t v = 0; v < nodes; ++v)
    if (sorted.held[v] != 0) support.held.push_back(static_cast<Index>(v));
  return support;
}

ElasticRest rest_of(const TetBodyModel& model, const Support& support) {
  if (!model.sheet) return make_elastic_rest(model.levels[0], model.materials, support.held, support.rollers);
  return make_elastic_rest(model.sheet->levels[0], model.sheet->thickness, model.sheet->bending,
                           model.materials, support.held, support.rollers);
}

std::vector<Triangle> faces_of(const TetBodyModel& model, const ElasticRest& rest) {
  std::vector<Triangle> faces =
      model.sheet ? model.sheet->levels[0].triangles : boundary_surface(model.levels[0]).triangles;
  for (Triangle& t : faces)
    for (Index& v : t) v = rest.order.new_of_old[v];
  return faces;
}

LevelTransfers transfers_of(const TetBodyModel& model, const ElasticRest& rest) {
  if (model.sheet) return transfers_between(rest, std::span(model.sheet->levels).subspan(1));
  return transfers_between(rest, std::span(model.levels).subspan(1));
}

Fingerprint fingerprint_of(const TetBodyModel& model, const Support& support, bool lumped_mass) {
  Fingerprint made_from;
  for (const VolumeMesh& level : model.levels)
    made_from.add(level.positions).add(level.tetrahedra).add(level.hexahedra);
  if (model.sheet) {
    made_from.add(model.sheet->thickness).add(model.sheet->bending);
    for (const SurfaceMesh& level : model.sheet->levels) made_from.add(level.positions).add(level.triangles);
  }
  made_from.add(model.surface.positions).add(model.surface.triangles);
  add(made_from, model.contact_surface);
  made_from.add(model.levels.size()).add(model.materials).add(support.held).add(lumped_mass);
  for (const auto& [node, free] : support.rollers)
    made_from.add(node).add(std::span<const Vec3>(free.column));
  return made_from;
}

void require_contact_surface(const TetBodyModel& model, const SurfaceMesh& seen) {
  const ContactChoice& choice = model.contact_surface;
  const bool is_plain =
      std::holds_alternative<AutoContact>(choice) || std::holds_alternative<SeenContact>(choice);
  if (model.sheet && !is_plain)
    throw Error("a sheet collides with what is seen", "contact_surface", "leave it out");
  require_valid(choice, seen);
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

std::shared_ptr<const TetBlueprint> tet_blueprint(const TetBodyModel& model, bool lumped_mass) {
  static SharedObjects<TetBlueprint> blueprints;
  require_one_shape(model);
  const Support support = support_of(model);
  const Fingerprint made_from = fingerprint_of(model, support, lumped_mass);
  return blueprints.find_or_make(made_from, [&] {
    auto made = std::make_shared<TetBlueprint>();
    made->made_from = made_from;
    made->materials = distinct_materials(model.materials);
    made->rest = rest_of(model, support);
    made->mass = mass_matrix(made->rest, lumped_mass);
    made->faces = faces_of(model, made->rest);
    made->topology = topology_of(model);
    made->contact_surface = model.contact_surface;
    require_contact_surface(model, made->topology.surface->mesh);
    made->transfers = transfers_of(model, made->rest);
    return made;
  });
}

}  // namespace sinew
