#pragma once

#include <array>
#include <span>
#include <vector>

#include "body/frame.h"

namespace sinew {

// A face of the simulation mesh that is seen from outside: of a tetrahedron at the boundary, or a triangle of
// a sheet.
struct OuterFace {
  Index element;
  int side;        // of the tetrahedron: opposite this corner; 0 for a sheet
  Triangle nodes;  // counter-clockwise seen from outside
};

// By element, then by side. `neighbours`: face_neighbours of the tetrahedra.
std::vector<OuterFace> outer_faces(const FrameTopology& topology,
                                   std::span<const std::array<Index, 4>> neighbours);

// The edges of faces, each once, ascending by their two nodes.
std::vector<std::array<Index, 2>> edges_of(std::span<const OuterFace> faces);

}  // namespace sinew
