#include "sinew/meshing/tetrahedra.h"

namespace sinew {

VolumeMesh box_mesh(const Vec3& size, const std::array<Index, 3>& cells) {
  // Corner q of a cell is at (q & 1, q >> 1 & 1, q >> 2 & 1).
  constexpr int kSix[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                              {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
  const Index nx = cells[0], ny = cells[1], nz = cells[2];
  VolumeMesh mesh;
  for (Index k = 0; k <= nz; ++k)
    for (Index j = 0; j <= ny; ++j)
      for (Index i = 0; i <= nx; ++i)
        mesh.positions.push_back({size.x * i / nx, size.y * j / ny, size.z * k / nz});
  auto node = [&](Index i, Index j, Index k) { return i + (nx + 1) * (j + (ny + 1) * k); };
  for (Index k = 0; k < nz; ++k)
    for (Index j = 0; j < ny; ++j)
      for (Index i = 0; i < nx; ++i)
        for (const auto& six : kSix) {
          Tetrahedron t{};
          for (int c = 0; c < 4; ++c)
            t[c] = node(i + (six[c] & 1), j + (six[c] >> 1 & 1), k + (six[c] >> 2 & 1));
          mesh.tetrahedra.push_back(t);
        }
  return mesh;
}

}  // namespace sinew
