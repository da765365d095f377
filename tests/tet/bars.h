#pragma once

#include "mesh/volume_mesh.h"

namespace sinew::test {

// A bar [0, size] of cells, six tetrahedra each.
inline VolumeMesh bar(const std::array<Index, 3>& cells, const Vec3& size) {
  constexpr int kSix[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                              {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
  const auto [nx, ny, nz] = cells;
  VolumeMesh mesh;
  for (Index k = 0; k <= nz; ++k)
    for (Index j = 0; j <= ny; ++j)
      for (Index i = 0; i <= nx; ++i)
        mesh.positions.push_back({size.x * i / nx, size.y * j / ny, size.z * k / nz});
  for (Index k = 0; k < nz; ++k)
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i)
        for (const auto& t : kSix) {
          Tetrahedron element{};
          for (int c = 0; c < 4; ++c)
            element[c] = i + (t[c] & 1) + (nx + 1) * (j + (t[c] >> 1 & 1) + (ny + 1) * (k + (t[c] >> 2 & 1)));
          mesh.tetrahedra.push_back(element);
        }
  return mesh;
}

// Nodes where a predicate of the position holds.
template <typename Predicate>
std::vector<Index> nodes_where(const VolumeMesh& mesh, Predicate&& predicate) {
  std::vector<Index> nodes;
  for (Index v = 0; v < mesh.node_count(); ++v)
    if (predicate(mesh.positions[v])) nodes.push_back(v);
  return nodes;
}

}  // namespace sinew::test
