#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "greens/responses/dense_responses.h"
#include "greens/responses/reference_problem.h"
#include "remeshing/subdivision.h"
#include "sinew/meshing/tetrahedra.h"
#include "tet/quadratic_statics.h"

namespace sinew::test {

// A cube of 1 m of quadratic tetrahedra, 2^levels cells along each side, held at y = 0. Its surface has subdivision
// connectivity: vertices of coarser cubes come first.
struct HeldBox {
  VolumeMesh mesh;
  ReferenceProblem problem;
  std::vector<Index> node;  // of the mesh, per vertex of the surface
  std::vector<Index> free;  // vertices of the surface

  explicit HeldBox(int levels) {
    const Index cells = 1 << levels;
    mesh = box_mesh({1, 1, 1}, {cells, cells, cells});
    SurfaceMesh surface = boundary_surface(box_mesh({1, 1, 1}, {1, 1, 1}));
    drop_unused_vertices(surface);
    problem.levels.count = {surface.vertex_count()};
    for (int l = 0; l < levels; ++l) {
      const SubdivisionStep step = subdivide(surface.triangles, surface.vertex_count());
      problem.levels.parents.insert(problem.levels.parents.end(), step.parents.begin(), step.parents.end());
      surface = subdivide_midpoint(surface);
      problem.levels.count.push_back(surface.vertex_count());
    }
    for (const Vec3& p : surface.positions) {
      problem.held.push_back(p.y < 1e-9);
      node.push_back(nearest_node(p));
    }
    problem.surface = std::move(surface);
    problem.material = {1e4, 0.3, 1000};
    free = free_vertices(problem);
  }

  Index nearest_node(const Vec3& p) const {
    const auto nearer = [&](const Vec3& a, const Vec3& b) { return distance(a, p) < distance(b, p); };
    return static_cast<Index>(std::ranges::min_element(mesh.positions, nearer) - mesh.positions.begin());
  }
  Index node_of_free(Index k) const { return node[free[k]]; }
  Index free_count() const { return static_cast<Index>(free.size()); }

  QuadraticStatics statics(std::span<const Index> also_held = {}) const {
    std::vector<Index> held(also_held.begin(), also_held.end());
    const QuadraticMesh all = make_quadratic_mesh(mesh);
    for (Index v = 0; v < all.node_count(); ++v)
      if (all.positions[v].y < 1e-9) held.push_back(v);
    return QuadraticStatics(mesh, {&problem.material, 1}, held);
  }

  DenseResponses responses() const {
    std::vector<Index> kept;
    for (Index k = 0; k < free_count(); ++k) kept.push_back(node_of_free(k));
    return DenseResponses(statics().responses(kept));
  }

  // The displacements of the free vertices, from those of all nodes.
  std::vector<Vec3> at_free(std::span<const Vec3> u) const {
    std::vector<Vec3> values;
    for (Index k = 0; k < free_count(); ++k) values.push_back(u[node_of_free(k)]);
    return values;
  }
};

// Made once: factoring takes a second.
inline const HeldBox& held_box() {
  static const HeldBox box(2);
  return box;
}
inline const DenseResponses& box_responses() {
  static const DenseResponses responses = held_box().responses();
  return responses;
}

inline double largest(std::span<const Vec3> values) {
  double most = 0;
  for (const Vec3& v : values) most = std::max(most, norm(v));
  return most;
}

inline double largest_difference(std::span<const Vec3> a, std::span<const Vec3> b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
  return most;
}

// A rotation whose first axis is along n.
inline Mat3 axes_along(const Vec3& n) {
  const Vec3 x = normalized(n), other = std::abs(x.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 y = normalized(cross(x, other));
  return {{x, y, cross(x, y)}};
}

}  // namespace sinew::test
