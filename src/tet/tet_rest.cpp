#include "tet/tet_rest.h"

#include <fmt/format.h>

#include "base/error.h"
#include "mesh/vertex_stars.h"

namespace sinew {

namespace {

void check(const VolumeMesh& mesh, std::span<const Material> materials, std::span<const Index> fixed_nodes) {
  if (mesh.tetrahedra.empty()) throw Error("the body has no tetrahedra");
  if (mesh.hexahedron_count() > 0)
    throw Error(fmt::format("the mesh holds {} hexahedra", mesh.hexahedron_count()), "",
                "a body of tetrahedra takes tetrahedra only");
  if (materials.size() != 1 && materials.size() != mesh.tetrahedra.size())
    throw Error(fmt::format("{} materials for {} elements", materials.size(), mesh.tetrahedron_count()), "",
                "give one for all, or one for each");
  for (std::size_t m = 0; m < materials.size(); ++m)
    require_physical(materials[m], materials.size() > 1 ? fmt::format("element {}", m) : "material");
  for (const Index v : fixed_nodes)
    if (v < 0 || v >= mesh.node_count())
      throw Error(fmt::format("node {} is to be fixed, but there are {}", v, mesh.node_count()));
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    if (!(tetrahedron_volume(mesh, t) > 0))
      throw Error(fmt::format("element {} is {}", t, tetrahedron_volume(mesh, t) < 0 ? "inverted" : "flat"),
                  "", "'sinew inspect' shows how many are; mesh the surface anew with 'sinew mesh'");
}

std::span<const Index> flat_nodes(const VolumeMesh& mesh) {
  return {mesh.tetrahedra.data()->data(), 4 * mesh.tetrahedra.size()};
}

void renumber(VolumeMesh& mesh, const ColourOrder& order) {
  std::vector<Vec3> positions(mesh.positions.size());
  for (std::size_t v = 0; v < positions.size(); ++v) positions[v] = mesh.positions[order.old_of_new[v]];
  mesh.positions = std::move(positions);
  for (Tetrahedron& t : mesh.tetrahedra)
    for (Index& v : t) v = order.new_of_old[v];
}

void collect_stars(TetRest& rest) {
  const VertexStars stars(rest.mesh.tetrahedra, rest.node_count());
  rest.star_start.assign(1, 0);
  rest.star.reserve(4 * rest.mesh.tetrahedra.size());
  for (Index v = 0; v < rest.node_count(); ++v) {
    for (const Index t : stars[v]) {
      TetRest::StarCorner corner{t, 0, {}};
      const Tetrahedron& nodes = rest.mesh.tetrahedra[t];
      for (int k = 0; k < 4; ++k) {
        if (nodes[k] == v) corner.corner = k;
        corner.place[k] = rest.pattern.find(v, nodes[k]);
      }
      rest.star.push_back(corner);
    }
    rest.star_start.push_back(static_cast<Index>(rest.star.size()));
  }
}

}  // namespace

TetRest make_tet_rest(const VolumeMesh& mesh, std::span<const Material> materials,
                      std::span<const Index> fixed_nodes) {
  check(mesh, materials, fixed_nodes);
  TetRest rest;
  rest.mesh = {mesh.positions, mesh.tetrahedra, {}, {}, {}};
  const BlockPattern unordered = pattern_of_elements(mesh.node_count(), flat_nodes(mesh), 4);
  rest.order = colour_order(unordered, mesh.positions);
  rest.pattern = reordered(unordered, rest.order);
  renumber(rest.mesh, rest.order);

  for (Index t = 0; t < rest.element_count(); ++t) {
    const Material& material = materials[materials.size() == 1 ? 0 : t];
    rest.shapes.push_back(tetrahedron_shape(rest.mesh.corners(t)));
    rest.lambda.push_back(material.lambda());
    rest.mu.push_back(material.mu());
    rest.density.push_back(material.density);
  }
  rest.fixed.assign(rest.mesh.positions.size(), 0);
  for (const Index v : fixed_nodes) rest.fixed[rest.order.new_of_old[v]] = 1;
  collect_stars(rest);
  return rest;
}

}  // namespace sinew
