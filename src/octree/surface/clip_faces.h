#pragma once

#include <unordered_map>
#include <vector>

#include "octree/surface/lattice_clipper.h"

namespace sinew {

// Where the clipped original surface and the splitting-cubes surface meet: on the faces of cubes that the
// latter fills.

// One side of such a cube.
struct CubeSide {
  LatticePoint cube;
  int axis = 0;
  bool upper = false;

  std::uint64_t key() const;
  LatticePoint beyond() const { return upper ? cube + unit_step(axis) : cube - unit_step(axis); }
};

// A directed edge at which one kind of surface ends; the surface is on its left.
struct ClipBorder {
  CubeSide side;
  Index from = 0, to = 0;
  bool of_original = false;
};

// Vertices on a side: those between the ends of an edge, or the corners of a polygon.
struct SideVertices {
  CubeSide side;
  std::vector<Index> vertices;
};

struct FittedFaces {
  // By edge_key of an edge at which the splitting-cubes surface ends: the vertices to be inserted.
  std::unordered_map<std::uint64_t, SideVertices> curves;
  // Vertices of splitting cubes within a side, and the vertex of the original's curve that takes the place of each.
  std::unordered_map<Index, Index> replaced;
  std::vector<SideVertices> caps;     // polygons that close other gaps
  std::vector<LatticePoint> misfits;  // cubes beyond sides at which borders of the two kinds do not match
};

FittedFaces fit_faces(std::vector<ClipBorder> borders);

}  // namespace sinew
