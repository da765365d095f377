#include "mesh/element_faces.h"

#include <algorithm>

namespace sinew {

namespace {
constexpr int kTetrahedronFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
constexpr int kHexahedronFaces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                        {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
}  // namespace

std::vector<ElementFace> sorted_element_faces(const VolumeMesh& mesh) {
  std::vector<ElementFace> faces;
  faces.reserve(4 * mesh.tetrahedra.size() + 6 * mesh.hexahedra.size());
  Index element = 0;
  for (const Tetrahedron& t : mesh.tetrahedra) {
    for (const auto& [a, b, c] : kTetrahedronFaces) {
      ElementFace face{{t[a], t[b], t[c], -1}, {t[a], t[b], t[c], -1}, 3, element};
      std::sort(face.sorted.begin(), face.sorted.begin() + 3);
      faces.push_back(face);
    }
    ++element;
  }
  for (const Hexahedron& h : mesh.hexahedra) {
    for (const auto& [a, b, c, d] : kHexahedronFaces) {
      ElementFace face{{h[a], h[b], h[c], h[d]}, {h[a], h[b], h[c], h[d]}, 4, element};
      std::sort(face.sorted.begin(), face.sorted.end());
      faces.push_back(face);
    }
    ++element;
  }
  std::stable_sort(faces.begin(), faces.end(),
                   [](const ElementFace& a, const ElementFace& b) { return a.sorted < b.sorted; });
  return faces;
}

}  // namespace sinew
