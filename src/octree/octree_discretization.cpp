#include "octree/octree_discretization.h"

#include "base/parallel.h"
#include "octree/grid/hanging_vertices.h"
#include "octree/grid/pieces.h"
#include "octree/octree_pulls.h"
#include "sinew/base/profile.h"
#include "stepping/free_pieces.h"

namespace sinew {

namespace {
constexpr Index kVertices = 1024;
}

OctreeDiscretization::OctreeDiscretization(OctreeBlueprint& blueprint, OctreeRest rest,
                                           const ElasticParams& params)
    : made_of_(rest.materials), rest_(std::move(rest)), forces_(rest_, blueprint.model().forces) {
  const ProfileZone zone("grid");
  system_ = make_octree_system(rest_, params.strain, params.solver);
  topology_ = blueprint.topology(rest_);
}

void OctreeDiscretization::at_nodes(In unknowns, std::span<Vec3> nodes) const {
  const BlockVector<double> all = forces_.of_all_vertices(unknowns);
  parallel_for_each(nodes.size(), kVertices, [&](Index v) { nodes[v] = to_vec3(all[v]); });
}

Pull OctreeDiscretization::by_unknowns(Pull pull) const {
  return sinew::by_unknowns(pull, rest_.grid.vertices);
}

void OctreeDiscretization::set_materials(const std::vector<Material>& materials) {
  sinew::set_materials(rest_, materials);
  forces_.masses_changed();
  system_->materials_changed();
}

double OctreeDiscretization::stiffness_over_inertia(const StepScheme& scheme) const {
  return stiffness_over_mass(rest_.grid, rest_.materials) * scheme.stiffness / scheme.mass;
}

std::vector<char> OctreeDiscretization::free_elements() const {
  const Pieces pieces = connected_pieces(rest_.grid.voxels, rest_.grid.cells);
  const Components components{pieces.of_cell, pieces.count()};
  return elements_of(components, free_pieces_of(rest_, components));
}

std::vector<Vec3> OctreeDiscretization::positions(In u) const {
  std::vector<Vec3> positions(rest_.positions.size());
  const Vertices& vertices = rest_.grid.vertices;
  parallel_for_each(vertices.count(), kVertices,
                    [&](Index v) { positions[v] = rest_.positions[v] + value_at(vertices, v, u); });
  return positions;
}

}  // namespace sinew
