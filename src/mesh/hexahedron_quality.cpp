#include "mesh/hexahedron_quality.h"

#include <algorithm>

namespace sinew {

double scaled_jacobian(const std::array<Vec3, 8>& corners) {
  // The three corners next to each, right-handed.
  constexpr int kNext[8][3] = {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7},
                               {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};
  double least = 1;
  for (int i = 0; i < 8; ++i) {
    const Vec3 u = normalized(corners[kNext[i][0]] - corners[i]);
    const Vec3 v = normalized(corners[kNext[i][1]] - corners[i]);
    const Vec3 w = normalized(corners[kNext[i][2]] - corners[i]);
    least = std::min(least, dot(cross(u, v), w));
  }
  return least;
}

}  // namespace sinew
