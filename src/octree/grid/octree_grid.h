#pragma once

#include "mesh/volume_mesh.h"
#include "octree/grid/vertices.h"

namespace sinew {

// A cut octree: its linked voxels, and the cells and vertices that follow from them alone, whatever the order
// of the cuts.
struct OctreeGrid {
  LinkedVoxels voxels;
  Cells cells;
  Vertices vertices;
  std::vector<CellUnknowns> unknowns;  // per cell

  // Side of a cell and its middle at rest, m.
  double side(Index cell) const { return voxels.lattice().spacing * cells.places[cell].side(); }
  Vec3 centre(Index cell) const;
};

// Cells are of level `coarsest` at most (0 to 3, else an Error), and as fine as the marks say.
OctreeGrid make_octree_grid(LinkedVoxels voxels, int coarsest, const RefinementMarks& marks = {});

// Of all vertices, hanging ones too, m.
std::vector<Vec3> vertex_positions(const OctreeGrid& grid);
// The cells over all vertices, in the order of corners that meshes have.
std::vector<Hexahedron> cell_hexahedra(const OctreeGrid& grid);
// The faces of cells at links that are not joined, two triangles each over all vertices, outward oriented:
// the boundary of the body and both sides of its cuts.
std::vector<Triangle> boundary_triangles(const OctreeGrid& grid);
// What was cut into the body, over the links it had at first: those that changed, by key.
std::vector<CutLink> changed_links(const LinkedVoxels& before, const LinkedVoxels& now);

}  // namespace sinew
