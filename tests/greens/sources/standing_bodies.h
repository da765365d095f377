#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "greens/responses/reference_problem.h"
#include "greens/responses/responses.h"
#include "remeshing/remesh_shapes.h"
#include "sinew/meshing/tetrahedra.h"

// Reference problems of bodies that stand on their lowest vertices.
namespace sinew {

inline ReferenceProblem standing(SurfaceMesh surface, double ground) {
  ReferenceProblem problem;
  problem.surface = std::move(surface);
  problem.levels.count = {problem.surface.vertex_count()};
  for (const Vec3& p : problem.surface.positions) problem.held.push_back(p.y < ground);
  problem.material = {.young = 2, .poisson = 0.3, .density = 5};
  return problem;
}

// A ball of radius 1 of 162 vertices.
inline ReferenceProblem standing_ball() { return standing(sphere(2), -0.7); }

// A box of 1 x 4 x 1 whose sides are divided.
inline ReferenceProblem standing_bar() {
  SurfaceMesh bar;
  const VolumeMesh box = box_mesh({1, 4, 1}, {3, 12, 3});
  bar.positions = box.positions, bar.triangles = boundary_surface(box).triangles;
  std::vector<Index> number(bar.positions.size(), -1);
  std::vector<Vec3> positions;
  for (Triangle& t : bar.triangles)
    for (Index& i : t) {
      if (number[i] < 0)
        number[i] = static_cast<Index>(positions.size()), positions.push_back(bar.positions[i]);
      i = number[i];
    }
  bar.positions = std::move(positions);
  return standing(std::move(bar), 1e-9);
}

// How far the highest vertices move on average, along a force that is spread over them.
inline double tip_displacement(const ReferenceProblem& problem, const ResponseSource& source,
                               const Vec3& force) {
  const std::vector<Index> vertices = free_vertices(problem);
  const double top = bounding_box(problem.surface).upper.y;
  const std::vector<double> areas = vertex_areas(problem.surface);
  std::vector<double> share(vertices.size(), 0.0), F(3 * vertices.size()), U(F.size());
  double all = 0;
  for (std::size_t k = 0; k < vertices.size(); ++k)
    if (problem.surface.positions[vertices[k]].y > top - 1e-9) share[k] = areas[vertices[k]], all += share[k];
  for (std::size_t i = 0; i < F.size(); ++i) F[i] = share[i / 3] / all * force[static_cast<int>(i % 3)];
  source.respond(F, U);
  double moved = 0;
  for (std::size_t i = 0; i < F.size(); ++i)
    moved += share[i / 3] / all * U[i] * force[static_cast<int>(i % 3)];
  return moved / norm(force);
}

// Of each free vertex, it and the free ones it has an edge to, in the numbers of free vertices.
inline std::vector<std::vector<Index>> free_rings(const ReferenceProblem& problem) {
  std::vector<Index> number(problem.held.size(), -1);
  const std::vector<Index> vertices = free_vertices(problem);
  for (std::size_t k = 0; k < vertices.size(); ++k) number[vertices[k]] = static_cast<Index>(k);
  std::vector<std::vector<Index>> rings(vertices.size());
  for (const Triangle& t : problem.surface.triangles)
    for (const Index a : t)
      for (const Index b : t)
        if (number[a] >= 0 && number[b] >= 0) rings[number[a]].push_back(number[b]);
  for (std::vector<Index>& ring : rings) {
    std::ranges::sort(ring);
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
  }
  return rings;
}

}  // namespace sinew
