#pragma once

#include <algorithm>
#include <cmath>

#include "greens/responses/dense_responses.h"
#include "greens/responses/reference_problem.h"
#include "remeshing/subdivision.h"

namespace sinew {

// Levels from a base by midpoint subdivision; `place` moves each new vertex.
template <typename Place>
ReferenceProblem subdivided(SurfaceMesh base, int levels, Place&& place) {
  ReferenceProblem problem;
  problem.surface = std::move(base);
  problem.levels.count = {problem.surface.vertex_count()};
  for (int l = 0; l < levels; ++l) {
    const SubdivisionStep step = subdivide(problem.surface.triangles, problem.surface.vertex_count());
    problem.surface = subdivide_midpoint(problem.surface);
    for (Vec3& p : problem.surface.positions) p = place(p);
    problem.levels.count.push_back(problem.surface.vertex_count());
    problem.levels.parents.insert(problem.levels.parents.end(), step.parents.begin(), step.parents.end());
  }
  problem.held.assign(problem.surface.positions.size(), 0);
  return problem;
}

// The unit sphere from an octahedron, held below; 6, 18, 66, 258 vertices. Triangles of the octahedron are large where
// those of the icosahedron are alike, so areas differ.
inline ReferenceProblem held_sphere(int levels, double held_below = -0.6) {
  const SurfaceMesh octahedron{
      {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
      {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  ReferenceProblem problem = subdivided(octahedron, levels, [](const Vec3& p) { return normalized(p); });
  for (std::size_t v = 0; v < problem.held.size(); ++v)
    problem.held[v] = problem.surface.positions[v].y < held_below;
  return problem;
}

// A flat square of regular triangles, `cells` on a side before it is split.
inline ReferenceProblem flat_square(Index cells, int levels) {
  SurfaceMesh grid;
  const Index row = cells + 1;
  for (Index j = 0; j < row; ++j)
    for (Index i = 0; i < row; ++i) grid.positions.push_back({i + 0.5 * j, std::sqrt(0.75) * j, 0});
  for (Index j = 0; j < cells; ++j)
    for (Index i = 0; i < cells; ++i) {
      const Index a = j * row + i;
      grid.triangles.push_back({a, a + 1, a + row});
      grid.triangles.push_back({a + 1, a + row + 1, a + row});
    }
  return subdivided(std::move(grid), levels, [](const Vec3& p) { return p; });
}

// Made-up responses that fall off as those of elastic bodies do, symmetric positive definite for any points: a positive
// definite function of the distance times another of the normals; small near the support.
inline DenseResponses smooth_responses(const ReferenceProblem& problem, double width = 0.5) {
  const std::vector<Index> free = free_vertices(problem);
  DenseMatrix G(3 * static_cast<Index>(free.size()));
  for (std::size_t j = 0; j < free.size(); ++j)
    for (std::size_t i = 0; i < free.size(); ++i) {
      const Vec3 &x = problem.surface.positions[free[i]], &y = problem.surface.positions[free[j]];
      const double far = 1 / std::sqrt(squared_norm(x - y) + width * width);
      const double near_support = (1 + x.y) * (1 + y.y);
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          G(static_cast<Index>(3 * i) + a, static_cast<Index>(3 * j) + b) =
              near_support * far * ((a == b ? 2 : 0.3) + x[a] * y[b]);
    }
  return DenseResponses(std::move(G));
}

}  // namespace sinew
