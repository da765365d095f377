#pragma once

#include <array>
#include <span>
#include <vector>

#include "sinew/body/frame.h"

namespace sinew {

// A triangle of the simulation mesh that is seen from outside: the face of a tetrahedron at the boundary,
// half of a cell's face, or a triangle of a sheet.
struct OuterFace {
  Index element;
  int side;             // its number in kTetrahedronFaces or kHexahedronFaces; 0 for a sheet
  Triangle nodes;       // counter-clockwise seen from outside
  bool halved = false;  // of a cell: the edge from the last node to the first is not an edge of the cell
};

// By element, then by side. `neighbours`: face_neighbours of the tetrahedra. A face between cells of
// different size counts as outer for both.
std::vector<OuterFace> outer_faces(const FrameElements& elements,
                                   std::span<const std::array<Index, 4>> neighbours);

// The edges of faces, each once, ascending by their two nodes.
std::vector<std::array<Index, 2>> edges_of(std::span<const OuterFace> faces);

}  // namespace sinew
