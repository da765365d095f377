#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/volume_mesh.h"

namespace sinew {

// The corners of the face opposite corner i, counter-clockwise seen from outside.
inline constexpr int kFaceCorners[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

// For each tetrahedron its neighbours across the faces opposite corner 0..3; -1 at the boundary. Where more
// than two meet at a face (a broken mesh) the first two are taken as neighbours.
std::vector<std::array<Index, 4>> face_neighbours(std::span<const Tetrahedron> tetrahedra);

// The face-connected component of every tetrahedron, numbered from 0 by first appearance.
struct Components {
  std::vector<Index> of;
  Index count = 0;
};
Components face_components(const std::vector<std::array<Index, 4>>& neighbours);

// The tetrahedra around every node, in flat arrays.
struct NodeStars {
  std::vector<Index> first, tetrahedra;
  std::span<const Index> at(Index node) const {
    return std::span(tetrahedra).subspan(first[node], first[node + 1] - first[node]);
  }
};
NodeStars node_stars(const VolumeMesh& mesh);

// Parts of a mesh that hang together by a node or an edge alone would turn about it like a hinge. Gives each
// such part a node of its own, so that only faces connect. Returns how many nodes were added.
Index split_hinges(VolumeMesh& mesh);

}  // namespace sinew
