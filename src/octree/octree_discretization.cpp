#include "octree/octree_discretization.h"

#include "base/parallel.h"
#include "base/shared_objects.h"
#include "body/contact_mesh.h"
#include "octree/grid/hanging_vertices.h"
#include "octree/octree_contact.h"
#include "octree/octree_pulls.h"
#include "octree/surface/surface_bindings.h"
#include "octree/surface/untangle.h"
#include "sinew/base/profile.h"
#include "stepping/free_pieces.h"

namespace sinew {

namespace {

constexpr Index kVertices = 1024;

}  // namespace

OctreeDiscretization::OctreeDiscretization(OctreeBlueprint& blueprint,
                                           std::shared_ptr<const OctreeParts> parts,
                                           const ElasticParams& params)
    : design_(blueprint.design()),
      parts_(std::move(parts)),
      placement_(blueprint.placement()),
      forces_(rest(), parts_->hanging, blueprint.voxels(), blueprint.forces(), placement_) {
  const ProfileZone zone("grid");
  system_ = make_octree_system(rest(), parts_->structure, params.strain, params.solver);
  topology_ = blueprint.topology(rest());
  surface_ = blueprint.adaptive_surface();
  is_cut_ = rest().grid.voxels != blueprint.voxels();
  const bool is_known = surface_ && surface_->chosen;  // by the cells before these
  if (!is_cut_ && !is_known) require_valid(design_.contact_surface(), topology_.surface->mesh);
}

OctreeDiscretization::~OctreeDiscretization() = default;

void OctreeDiscretization::at_nodes(In unknowns, std::span<Vec3> nodes) const {
  const BlockVector<double> all = forces_.of_all_vertices(unknowns);
  parallel_for_each(nodes.size(), kVertices, [&](Index v) { nodes[v] = to_vec3(all[v]); });
}

Embedding OctreeDiscretization::nodes_by_unknowns() const {
  const Vertices& vertices = rest().grid.vertices;
  Embedding embedding = embedding_on_own_nodes(vertices.unknowns);
  for (Index v = vertices.unknowns; v < vertices.count(); ++v) {
    for (const auto [unknown, weight] : vertices.weights(v))
      embedding.node.push_back(unknown), embedding.weight.push_back(weight);
    embedding.start.push_back(static_cast<Index>(embedding.node.size()));
  }
  return embedding;
}

Pull OctreeDiscretization::by_unknowns(Pull pull) const {
  return sinew::by_unknowns(pull, rest().grid.vertices);
}

void OctreeDiscretization::set_materials(const std::vector<Material>& materials) {
  auto tuned = std::make_unique<const OctreeMaterials>(make_octree_materials(rest().grid, materials));
  forces_.set_materials(*tuned);
  system_->set_materials(*tuned);
  tuned_ = std::move(tuned);
}

double OctreeDiscretization::stiffness_over_inertia(const StepScheme& scheme) const {
  return stiffness_over_mass(rest().grid, materials().materials) * scheme.stiffness / scheme.mass;
}

std::vector<char> OctreeDiscretization::free_elements() const {
  const Components components{parts_->pieces().of_cell, parts_->pieces().count()};
  return elements_of(components, free_pieces_of(rest(), components));
}

std::shared_ptr<const ContactSurface> OctreeDiscretization::contact_surface() const {
  static SharedObjects<ContactSurface> surfaces;
  if (is_cut_) return seen_contact_surface();
  if (surface_) return adaptive_contact_surface();
  return surfaces.find_or_make(design_.made_from(), [&] {
    const std::optional<ContactMesh> chosen = contact_mesh(design_.contact_surface(), topology_.surface->mesh,
                                                           rest().grid.voxels.lattice().spacing);
    return chosen ? chosen_contact_surface(*chosen) : seen_contact_surface();
  });
}

std::shared_ptr<const ContactSurface> OctreeDiscretization::adaptive_contact_surface() const {
  std::optional<std::optional<ContactMesh>>& chosen = surface_->chosen;
  if (!chosen)
    chosen = contact_mesh(design_.contact_surface(), topology_.surface->mesh,
                          rest().grid.voxels.lattice().spacing);
  return *chosen ? chosen_contact_surface(**chosen) : seen_contact_surface();
}

std::shared_ptr<const ContactSurface> OctreeDiscretization::chosen_contact_surface(
    const ContactMesh& chosen) const {
  ContactSurface surface = contact_surface_of(chosen.mesh, bind_contact_mesh(chosen, topology_));
  surface.deviation = chosen.deviation;
  return std::make_shared<const ContactSurface>(std::move(surface));
}

SplitSurface OctreeDiscretization::untangled_surface() const {
  const LinkedVoxels& voxels = rest().grid.voxels;
  SplitSurface split = design_.surface() == OctreeSurface::kOwn ? own_surface() : splitting_cubes(voxels);
  split.mesh.positions = topology_.surface->mesh.positions;
  untangle(split, voxels.lattice());
  return split;
}

SplitSurface OctreeDiscretization::own_surface() const {
  if (surface_) return surface_->seen;
  SplittingCubes splitting;
  return design_.split_surface(rest(), splitting);
}

// Splitting cubes gives the triangles that are seen, and the safe places of their vertices. A surface of one's own has
// some only where it is cut.
std::shared_ptr<const ContactSurface> OctreeDiscretization::seen_contact_surface() const {
  const bool is_smooth = design_.surface() == OctreeSurface::kSmooth;
  const bool is_own = design_.surface() == OctreeSurface::kOwn;
  if (!is_smooth && !(is_own && is_cut_)) return Discretization::contact_surface();
  const ProfileZone zone("untangle");
  const auto& [voxels, cells, vertices, unknowns, hull, filled] = rest().grid;
  SplitSurface own;
  if (surface_ && !surface_->colliding) surface_->colliding = untangled_surface();
  if (!surface_) own = untangled_surface();
  const SplitSurface& split = surface_ ? *surface_->colliding : own;
  ContactSurface surface = contact_surface_of(split.mesh, bind_surface(voxels, cells, vertices, split));
  surface.cuts = topology_.surface->cuts;
  return std::make_shared<const ContactSurface>(std::move(surface));
}

std::vector<Vec3> OctreeDiscretization::positions(In u) const {
  std::vector<Vec3> positions(rest().positions.size());
  const Vertices& vertices = rest().grid.vertices;
  parallel_for_each(vertices.count(), kVertices,
                    [&](Index v) { positions[v] = rest().positions[v] + value_at(vertices, v, u); });
  return positions;
}

}  // namespace sinew
