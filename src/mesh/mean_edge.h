#pragma once

#include <span>

#include "sinew/mesh/surface_mesh.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The mean length of the edges of triangles or tetrahedra, an edge counted once for each of them; 0 if there are none.

inline double mean_edge(std::span<const Triangle> triangles, std::span<const Vec3> positions) {
  double sum = 0;
  for (const Triangle& t : triangles)
    for (int k = 0; k < 3; ++k) sum += distance(positions[t[k]], positions[t[(k + 1) % 3]]);
  return triangles.empty() ? 0 : sum / (3 * static_cast<double>(triangles.size()));
}
inline double mean_edge(const SurfaceMesh& mesh) { return mean_edge(mesh.triangles, mesh.positions); }

inline double mean_edge(std::span<const Tetrahedron> tetrahedra, std::span<const Vec3> positions) {
  double sum = 0;
  for (const Tetrahedron& t : tetrahedra)
    for (int k = 0; k < 4; ++k)
      for (int l = 0; l < k; ++l) sum += distance(positions[t[k]], positions[t[l]]);
  return tetrahedra.empty() ? 0 : sum / (6 * static_cast<double>(tetrahedra.size()));
}

}  // namespace sinew
