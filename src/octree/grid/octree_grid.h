#pragma once

#include "octree/grid/cell_hull.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// A cut octree: its linked voxels, and the cells and vertices that follow from them alone, independent of the
// order of cuts.
struct OctreeGrid {
  LinkedVoxels voxels;
  Cells cells;
  Vertices vertices;
  std::vector<CellUnknowns> unknowns;     // per cell
  std::optional<LinkedVoxels> hull = {};  // of partly filled cells, if there are any
  PartlyFilled filled = {};

  // Those that say which cells share vertices.
  const LinkedVoxels& links_of_cells() const { return hull ? *hull : voxels; }
  // Side and centre of a cell at rest, m, and the volume of what it holds, m^3.
  double side(Index cell) const { return voxels.lattice().spacing * cells.places[cell].side(); }
  double volume(Index cell) const {
    const double s = side(cell);
    return filled.cells.empty() ? s * s * s : filled.fill(cell) * s * s * s;
  }
  Vec3 centre(Index cell) const;
};

// Cells are of level `coarsest` at most (Error unless 0 to 3), and as fine as the marks say.
OctreeGrid make_octree_grid(LinkedVoxels voxels, int coarsest, const RefinementMarks& marks = {});

// Positions of all vertices at rest, including hanging ones, m.
std::vector<Vec3> vertex_positions(const OctreeGrid& grid);
// The cells over all vertices, with corners in the order that meshes use.
std::vector<Hexahedron> cell_hexahedra(const OctreeGrid& grid);
// Whether the link along the axis at this voxel, an end that is not joined to the other, is the first of those through
// a face of its cell.
bool starts_face(const OctreeGrid& grid, const LatticePoint& voxel, int axis);
// The faces of cells at links that are not joined, two triangles each over all vertices, oriented outward:
// the boundary of the body and both sides of its cuts. They are in the order of the links that start them, those of lower
// ends first.
std::vector<Triangle> boundary_triangles(const OctreeGrid& grid);
// The links that have changed since `before`, sorted by key: the cuts made since.
std::vector<CutLink> changed_links(const LinkedVoxels& before, const LinkedVoxels& now);

}  // namespace sinew
