#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The corners of an element's faces, counter-clockwise seen from outside. Face i of a tetrahedron lies
// opposite corner i.
inline constexpr int kTetrahedronFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
inline constexpr int kHexahedronFaces[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                               {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

// A face of an element, seen from that element.
struct ElementFace {
  std::array<Index, 4> sorted;  // its nodes ascending: the same on both sides; sorted[3] is -1 for a triangle
  Index element;                // tetrahedra first, then hexahedra
  int face;                     // its number in the tables above
};

// All faces of all elements, sorted so that the sides of a shared face are adjacent, ordered by element.
std::vector<ElementFace> sorted_element_faces(std::span<const Tetrahedron> tetrahedra,
                                              std::span<const Hexahedron> hexahedra = {});

// Calls visit(sides) for every face: one side at the boundary, two between elements, more if the mesh is
// invalid there. `faces` are those of sorted_element_faces.
template <typename Visit>
void for_each_face(std::span<const ElementFace> faces, Visit&& visit) {
  for (std::size_t begin = 0, end; begin < faces.size(); begin = end) {
    for (end = begin + 1; end < faces.size() && faces[end].sorted == faces[begin].sorted;) ++end;
    visit(faces.subspan(begin, end - begin));
  }
}

}  // namespace sinew
