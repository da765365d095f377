#include <fmt/format.h>

#include <algorithm>

#include "greens/responses/dense_responses.h"
#include "greens/responses/known_responses.h"
#include "sinew/base/error.h"
#include "sinew/greens/greens_body.h"
#include "tet/quadratic_statics.h"

namespace sinew {

namespace {

// Nodes of the boundary by their number in the surface; -1: inside.
std::vector<Index> vertex_of_node(const std::vector<Triangle>& boundary, Index nodes) {
  std::vector<Index> vertex(static_cast<std::size_t>(nodes), -1);
  for (const Triangle& t : boundary)
    for (const Index v : t) vertex[v] = 0;
  Index next = 0;
  for (Index& v : vertex)
    if (v == 0) v = next++;
  return vertex;
}

// A middle of an edge of the boundary is held if both of its ends are.
std::vector<Index> held_nodes_of(const QuadraticMesh& mesh, const SurfaceMesh& boundary,
                                 std::span<const char> held) {
  std::vector<Index> nodes;
  for (std::size_t v = 0; v < held.size(); ++v)
    if (held[v] != 0) nodes.push_back(static_cast<Index>(v));
  for (const Triangle& t : boundary.triangles)
    for (int k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3];
      if (a < b && held[a] != 0 && held[b] != 0) nodes.push_back(mesh.middle_of(a, b));
    }
  std::ranges::sort(nodes);
  return nodes;
}

// The weights of a unit gravity along each axis, what they do to the kept nodes, and to the mass as a whole.
void add_weight(QuadraticStatics& statics, std::span<const Index> kept, KnownResponses& known) {
  std::vector<Vec3> weights[3];
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit;
    unit[axis] = 1;
    weights[axis] = statics.weight(unit);
  }
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<Vec3> u = statics.solve(weights[axis]);
    for (const Index node : kept) known.weight.insert(known.weight.end(), {u[node].x, u[node].y, u[node].z});
    for (int row = 0; row < 3; ++row)
      for (std::size_t i = 0; i < u.size(); ++i)
        known.weight_on_mass(row, axis) += dot(weights[row][i], u[i]);
  }
}

}  // namespace

std::shared_ptr<const KnownResponses> responses_of_elements(const VolumeMesh& mesh, const Material& material,
                                                            const std::vector<Index>& held) {
  SurfaceMesh boundary = boundary_surface(mesh);
  const std::vector<Index> vertex = vertex_of_node(boundary.triangles, mesh.node_count());
  std::vector<char> is_held(static_cast<std::size_t>(mesh.node_count()));
  for (const Index node : held) {
    if (node < 0 || node >= mesh.node_count() || vertex[node] < 0)
      throw Error(fmt::format("node {} is to be held, but it is not of the boundary", node));
    is_held[node] = 1;
  }

  const std::vector<Index> held_nodes = held_nodes_of(make_quadratic_mesh(mesh), boundary, is_held);
  QuadraticStatics statics(mesh, {&material, 1}, held_nodes);
  auto known = std::make_shared<KnownResponses>();
  std::vector<Index> kept;
  for (Index node = 0; node < mesh.node_count(); ++node) {
    if (vertex[node] < 0) continue;
    known->problem.held.push_back(is_held[node]);
    if (is_held[node] == 0) kept.push_back(node);
  }
  known->G = std::make_shared<DenseResponses>(statics.responses(kept));
  add_weight(statics, kept, *known);
  for (Triangle& t : boundary.triangles)
    for (Index& v : t) v = vertex[v];
  std::vector<Vec3> positions;
  for (Index node = 0; node < mesh.node_count(); ++node)
    if (vertex[node] >= 0) positions.push_back(mesh.positions[node]);
  boundary.positions = std::move(positions);
  known->problem.levels.count = {boundary.vertex_count()};
  known->problem.surface = std::move(boundary);
  known->problem.material = material;
  known->source = "quadratic finite elements";
  return known;
}

const SurfaceMesh& surface_of(const KnownResponses& known) { return known.problem.surface; }

}  // namespace sinew
