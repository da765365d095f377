#pragma once

#include <array>
#include <vector>

#include "mesh/volume_mesh.h"

namespace sinew {

// A face of an element, seen from that element.
struct ElementFace {
  std::array<Index, 4> sorted;  // its nodes ascending: the same on both sides; sorted[3] is -1 for a triangle
  std::array<Index, 4> corners;  // its nodes, counter-clockwise seen from outside the element
  int corner_count;
  Index element;  // tetrahedra first, then hexahedra
};

// All faces of all elements, ordered so that the sides of a shared face stand together, by element.
std::vector<ElementFace> sorted_element_faces(const VolumeMesh& mesh);

}  // namespace sinew
