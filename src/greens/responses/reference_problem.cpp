#include "greens/responses/reference_problem.h"

namespace sinew {

std::vector<Index> free_vertices(const ReferenceProblem& problem) {
  std::vector<Index> vertices;
  for (std::size_t i = 0; i < problem.held.size(); ++i)
    if (!problem.held[i]) vertices.push_back(static_cast<Index>(i));
  return vertices;
}

std::vector<double> vertex_areas(const SurfaceMesh& surface) {
  std::vector<double> areas(surface.positions.size());
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    const double part = norm(surface.area_vector(static_cast<Index>(t))) / 6;
    for (const Index corner : surface.triangles[t]) areas[corner] += part;
  }
  return areas;
}

}  // namespace sinew
