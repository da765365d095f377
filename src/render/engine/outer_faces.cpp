#include "render/engine/outer_faces.h"

#include <algorithm>

#include "mesh/element_faces.h"

namespace sinew {

namespace {

void add_outer_halves(std::span<const Hexahedron> cells, std::vector<OuterFace>& halves) {
  const std::vector<ElementFace> all = sorted_element_faces({}, cells);
  std::vector<ElementFace> outer;
  for_each_face(all, [&](std::span<const ElementFace> sides) {
    if (sides.size() == 1) outer.push_back(sides[0]);
  });
  std::ranges::sort(outer, {}, [](const ElementFace& face) { return std::pair(face.element, face.face); });
  for (const ElementFace& face : outer) {
    const Hexahedron& cell = cells[face.element];
    const auto& at = kHexahedronFaces[face.face];
    halves.push_back({face.element, face.face, {cell[at[0]], cell[at[1]], cell[at[2]]}, true});
    halves.push_back({face.element, face.face, {cell[at[2]], cell[at[3]], cell[at[0]]}, true});
  }
}

}  // namespace

std::vector<OuterFace> outer_faces(const FrameElements& elements,
                                   std::span<const std::array<Index, 4>> neighbours) {
  std::vector<OuterFace> faces;
  for (Index t = 0; t < static_cast<Index>(elements.tetrahedra.size()); ++t)
    for (int side = 0; side < 4; ++side) {
      if (neighbours[t][side] >= 0) continue;
      const Tetrahedron& nodes = elements.tetrahedra[t];
      const auto& corners = kTetrahedronFaces[side];
      faces.push_back({t, side, {nodes[corners[0]], nodes[corners[1]], nodes[corners[2]]}});
    }
  add_outer_halves(elements.hexahedra, faces);
  for (Index t = 0; t < static_cast<Index>(elements.triangles.size()); ++t)
    faces.push_back({t, 0, elements.triangles[t]});
  return faces;
}

std::vector<std::array<Index, 2>> edges_of(std::span<const OuterFace> faces) {
  std::vector<std::array<Index, 2>> edges;
  edges.reserve(3 * faces.size());
  for (const auto& [element, side, nodes, halved] : faces)
    for (int k = 0; k < (halved ? 2 : 3); ++k)
      edges.push_back({std::min(nodes[k], nodes[(k + 1) % 3]), std::max(nodes[k], nodes[(k + 1) % 3])});
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace sinew
