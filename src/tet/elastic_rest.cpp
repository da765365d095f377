#include "tet/elastic_rest.h"

#include <fmt/format.h>

#include <algorithm>

#include "elastic/triangle_element.h"
#include "mesh/mesh_check.h"
#include "sinew/base/error.h"
#include "stepping/held_nodes.h"
#include "tet/model_checks.h"

namespace sinew {

namespace {

// Chooses the order of the nodes and returns the elements' nodes in it.
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

// Also holds nodes without an element, whose position would be undetermined.
void hold(ElasticRest& rest, std::span<const Index> nodes, std::span<const Roller> rollers) {
  rest.held.assign(rest.positions.size(), 0);
  for (Index v = 0; v < rest.node_count(); ++v)
    if (rest.stars[v].empty()) rest.held[v] = 1;
  for (const Index v : nodes) {
    require_node(v, rest.node_count());
    rest.held[rest.order.new_of_old[v]] = 1;
  }
  for (const auto& [node, free] : rollers)
    if (const Index v = rest.order.new_of_old[node]; rest.held[v] == 0) rest.rollers.push_back({v, free});
  std::ranges::sort(rest.rollers, {}, &Roller::node);
}

// Couples the corners of each triangle.
BlockPattern membrane_pattern(const SurfaceMesh& mesh) {
  const std::span<const Index> nodes(mesh.triangles.data()->data(), 3 * mesh.triangles.size());
  return pattern_of_elements(mesh.vertex_count(), nodes, 3);
}

bool share_an_edge(const ElementStars& stars, Index a, Index b) {
  const auto in_b = [&](Index v) { return std::ranges::count(stars.element(b), v) > 0; };
  return std::ranges::count_if(stars.element(a), in_b) == 2;
}

// The pattern of a sheet of one material has no room for others. Parts that share no edge may differ.
template <typename MaterialOf>
void require_one_material(const ElasticRest& rest, const MaterialOf& of) {
  const auto refuse = [](Index triangle, std::string_view what) {
    throw Error(fmt::format("triangle {} of a sheet that was made of one material gets {}", triangle, what),
                "", "make the sheet of these materials");
  };
  for (Index t = 0; t < rest.element_count(); ++t)
    if (of(t).poisson < 0) refuse(t, "a negative Poisson's ratio");
  for (Index v = 0; v < rest.node_count(); ++v)
    for (const ElementStars::Corner& a : rest.stars[v])
      for (const ElementStars::Corner& b : rest.stars[v])
        if (!bends_alike(of(a.element), of(b.element)) && share_an_edge(rest.stars, a.element, b.element))
          refuse(a.element, "another one than its neighbour");
}

}  // namespace

ElasticRest make_elastic_rest(const SurfaceMesh& mesh, double thickness, double bending,
                              std::span<const Material> materials, std::span<const Index> held_nodes,
                              std::span<const Roller> rollers) {
  if (mesh.triangles.empty()) throw Error("the sheet has no triangles");
  require_sound_sheet(mesh);
  if (!(thickness > 0)) throw Error(fmt::format("a sheet cannot be {} m thick", thickness));
  if (!(bending >= 0)) throw Error(fmt::format("bending is {}, but must be 0 or more", bending));
  require_materials(materials, mesh.triangles.size());
  ElasticRest rest;
  rest.thickness = thickness;
  rest.bending.factor = bending;
  if (bending > 0) rest.bending.plate = plate_elements(mesh);
  rest.bending.is_of_one_material =
      materials.front().poisson >= 0 &&
      std::ranges::all_of(materials, [&](const Material& m) { return bends_alike(m, materials.front()); });
  const std::span<const Index> given(mesh.triangles.data()->data(), 3 * mesh.triangles.size());
  auto nodes =
      number_nodes(rest, mesh.positions, given,
                   bending > 0 ? bending_pattern(mesh, rest.bending.plate, rest.bending.is_of_one_material)
                               : membrane_pattern(mesh));
  renumber_nodes(rest.bending.plate, rest.order.new_of_old);
  rest.stars = make_element_stars(rest.pattern, std::move(nodes), 3);
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const TriangleShape shape = triangle_shape(mesh.corners(t));
    const auto& [a, b, c] = shape.gradient;
    rest.elements.push_back({{thickness * shape.area, {a, b, c, Vec3{}}}, 0, 0, 0});
    rest.normals.push_back(shape.normal);
  }
  set_materials(rest, materials);
  hold(rest, held_nodes, rollers);
  return rest;
}

ElasticRest make_elastic_rest(const VolumeMesh& mesh, std::span<const Material> materials,
                              std::span<const Index> held_nodes, std::span<const Roller> rollers) {
  require_tetrahedra(mesh);
  ElasticRest rest;
  const std::span<const Index> given(mesh.tetrahedra.data()->data(), 4 * mesh.tetrahedra.size());
  const BlockPattern unordered = pattern_of_elements(mesh.node_count(), given, 4);
  rest.stars = make_element_stars(rest.pattern, number_nodes(rest, mesh.positions, given, unordered), 4);
  rest.elements.reserve(mesh.tetrahedra.size());
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    rest.elements.push_back({tetrahedron_shape(mesh.corners(t)), 0, 0, 0});
  set_materials(rest, materials);
  hold(rest, held_nodes, rollers);
  return rest;
}

void set_materials(ElasticRest& rest, std::span<const Material> materials) {
  require_materials(materials, rest.elements.size());
  const auto of = [&](Index e) -> const Material& { return materials[materials.size() == 1 ? 0 : e]; };
  if (!rest.bending.empty() && rest.bending.is_of_one_material) require_one_material(rest, of);
  for (Index e = 0; e < rest.element_count(); ++e) {
    RestElement& element = rest.elements[e];
    element.lambda = rest.is_sheet() ? plane_stress_lambda(of(e)) : of(e).lambda();
    element.mu = of(e).mu();
    element.density = of(e).density;
  }
  if (!rest.bending.empty()) set_materials(rest.bending, rest.pattern, materials, rest.thickness);
}

}  // namespace sinew
