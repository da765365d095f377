#include "tet/elastic_rest.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {

namespace {

void check_materials(std::span<const Material> materials, std::size_t elements) {
  if (materials.size() != 1 && materials.size() != elements)
    throw Error(fmt::format("{} materials for {} elements", materials.size(), elements), "",
                "give one for all, or one for each");
  for (std::size_t m = 0; m < materials.size(); ++m)
    require_physical(materials[m], materials.size() > 1 ? fmt::format("element {}", m) : "material");
}

void check_elements(const VolumeMesh& mesh) {
  if (mesh.tetrahedra.empty()) throw Error("the body has no tetrahedra");
  if (mesh.hexahedron_count() > 0)
    throw Error(fmt::format("the mesh holds {} hexahedra", mesh.hexahedron_count()), "",
                "a body of tetrahedra takes tetrahedra only");
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    if (!(tetrahedron_volume(mesh, t) > 0))
      throw Error(fmt::format("element {} is {}", t, tetrahedron_volume(mesh, t) < 0 ? "inverted" : "flat"),
                  "", "'sinew inspect' shows how many are; mesh the surface anew with 'sinew mesh'");
}

// Chooses the order of the nodes and gives back the elements' nodes in it.
std::vector<Index> number_nodes(ElasticRest& rest, std::span<const Vec3> positions,
                                std::span<const Index> element_nodes, const BlockPattern& unordered) {
  rest.order = colour_order(unordered, positions);
  rest.pattern = reordered(unordered, rest.order);
  for (const Index old : rest.order.old_of_new) rest.positions.push_back(positions[old]);
  std::vector<Index> nodes;
  nodes.reserve(element_nodes.size());
  for (const Index v : element_nodes) nodes.push_back(rest.order.new_of_old[v]);
  return nodes;
}

void hold(ElasticRest& rest, std::span<const Index> nodes) {
  rest.held.assign(rest.positions.size(), 0);
  for (const Index v : nodes) {
    if (v < 0 || v >= rest.node_count())
      throw Error(fmt::format("node {} is to be held, but there are {}", v, rest.node_count()));
    rest.held[rest.order.new_of_old[v]] = 1;
  }
}

}  // namespace

ElasticRest make_elastic_rest(const VolumeMesh& mesh, std::span<const Material> materials,
                              std::span<const Index> held_nodes) {
  check_elements(mesh);
  check_materials(materials, mesh.tetrahedra.size());
  ElasticRest rest;
  const std::span<const Index> given(mesh.tetrahedra.data()->data(), 4 * mesh.tetrahedra.size());
  const BlockPattern unordered = pattern_of_elements(mesh.node_count(), given, 4);
  rest.stars = make_element_stars(rest.pattern, number_nodes(rest, mesh.positions, given, unordered), 4);
  rest.elements.reserve(mesh.tetrahedra.size());
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const Material& material = materials[materials.size() == 1 ? 0 : t];
    rest.elements.push_back(
        {tetrahedron_shape(mesh.corners(t)), material.lambda(), material.mu(), material.density});
  }
  hold(rest, held_nodes);
  return rest;
}

}  // namespace sinew
