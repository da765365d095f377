#include "mesh/element_faces.h"

#include <algorithm>
#include <tuple>

namespace sinew {

std::vector<ElementFace> sorted_element_faces(std::span<const Tetrahedron> tetrahedra,
                                              std::span<const Hexahedron> hexahedra) {
  std::vector<ElementFace> faces;
  faces.reserve(4 * tetrahedra.size() + 6 * hexahedra.size());
  Index element = 0;
  for (const Tetrahedron& t : tetrahedra) {
    for (int i = 0; i < 4; ++i) {
      const auto& [a, b, c] = kTetrahedronFaces[i];
      ElementFace& face = faces.emplace_back(ElementFace{{t[a], t[b], t[c], -1}, element, i});
      std::sort(face.sorted.begin(), face.sorted.begin() + 3);
    }
    ++element;
  }
  for (const Hexahedron& h : hexahedra) {
    for (int i = 0; i < 6; ++i) {
      const auto& [a, b, c, d] = kHexahedronFaces[i];
      ElementFace& face = faces.emplace_back(ElementFace{{h[a], h[b], h[c], h[d]}, element, i});
      std::sort(face.sorted.begin(), face.sorted.end());
    }
    ++element;
  }
  std::sort(faces.begin(), faces.end(), [](const ElementFace& a, const ElementFace& b) {
    return std::tie(a.sorted, a.element, a.face) < std::tie(b.sorted, b.element, b.face);
  });
  return faces;
}

}  // namespace sinew
