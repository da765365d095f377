#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "mesh/element_faces.h"
#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_quality.h"
#include "sinew/mesh/volume_mesh.h"

// What every tetrahedral mesh of ours must be.
namespace sinew::test {

inline DihedralRange dihedral_range(const VolumeMesh& mesh) {
  DihedralRange range;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = mesh.corners(t);
    range.extend(sinew::dihedral_range(a, b, c, d));
  }
  return range;
}

// Positive volumes, no face with more than two elements, no node unused.
inline void expect_sound(const VolumeMesh& mesh) {
  std::map<std::array<Index, 3>, int> faces;
  std::vector<char> used(mesh.positions.size(), 0);
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    ASSERT_GT(tetrahedron_volume(mesh, t), 0);
    for (const auto& [a, b, c] : kTetrahedronFaces) {
      std::array<Index, 3> face{mesh.tetrahedra[t][a], mesh.tetrahedra[t][b], mesh.tetrahedra[t][c]};
      std::sort(face.begin(), face.end());
      ASSERT_LE(++faces[face], 2);
    }
    for (const Index v : mesh.tetrahedra[t]) used[v] = 1;
  }
  EXPECT_EQ(std::count(used.begin(), used.end(), 0), 0);
  // Elements tile their region: the boundary encloses just the sum of their volumes.
  EXPECT_NEAR(signed_volume(boundary_surface(mesh)), total_volume(mesh), 1e-9 * total_volume(mesh));
}

}  // namespace sinew::test
