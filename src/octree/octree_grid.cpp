#include "octree/octree_grid.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {

namespace {

// The face of a cell on its upper or lower side along an axis, counter-clockwise seen from outside.
std::array<int, 4> face_corners(int axis, bool upper) {
  const int b = 1 << (axis + 1) % 3, c = 1 << (axis + 2) % 3;
  if (!upper) return {0, c, b | c, b};
  const int a = 1 << axis;
  return {a, a | b, a | b | c, a | c};
}

}  // namespace

Vec3 OctreeGrid::centre(Index cell) const {
  const CellPlace& place = cells.places[cell];
  return voxels.lattice().point(place.lower()) + 0.5 * side(cell) * Vec3{1, 1, 1};
}

OctreeGrid make_octree_grid(LinkedVoxels voxels, int coarsest, const RefinementMarks& marks) {
  if (coarsest < 0 || coarsest > kBrickLevel)
    throw Error(fmt::format("the coarsest cells are of level {}", coarsest), "",
                fmt::format("0 to {} are the levels there are", kBrickLevel));
  OctreeGrid grid{std::move(voxels), {}, {}, {}};
  grid.cells = balanced_cells(grid.voxels, coarsest, marks);
  grid.vertices = make_vertices(grid.voxels, grid.cells);
  grid.unknowns = cell_unknowns(grid.cells, grid.vertices);
  return grid;
}

std::vector<Vec3> vertex_positions(const OctreeGrid& grid) {
  std::vector<Vec3> positions;
  positions.reserve(grid.vertices.points.size());
  for (const LatticePoint& p : grid.vertices.points) positions.push_back(grid.voxels.lattice().point(p));
  return positions;
}

std::vector<Hexahedron> cell_hexahedra(const OctreeGrid& grid) {
  std::vector<Hexahedron> hexahedra;
  hexahedra.reserve(grid.vertices.corners.size());
  for (const auto& [a, b, c, d, e, f, g, h] : grid.vertices.corners)
    hexahedra.push_back({a, b, d, c, e, f, h, g});
  return hexahedra;
}

std::vector<Triangle> boundary_triangles(const OctreeGrid& grid) {
  std::vector<Triangle> triangles;
  const auto add_face = [&](const LatticePoint& voxel, int axis, bool upper) {
    const Index cell = grid.cells.at(grid.voxels, voxel);
    if (cell < 0) return;
    const auto& corners = grid.vertices.corners[cell];
    const auto [a, b, c, d] = face_corners(axis, upper);
    triangles.push_back({corners[a], corners[b], corners[c]});
    triangles.push_back({corners[a], corners[c], corners[d]});
  };
  for (const CutLink& link : grid.voxels.cut_links()) {
    add_face(link.voxel, link.axis, true);
    add_face(link.voxel + unit_step(link.axis), link.axis, false);
  }
  return triangles;
}

std::vector<CutLink> changed_links(const LinkedVoxels& before, const LinkedVoxels& now) {
  std::vector<CutLink> changed;
  const std::vector<CutLink>& old = before.cut_links();
  std::size_t at = 0;
  for (const CutLink& link : now.cut_links()) {
    while (at < old.size() && link_key(old[at].voxel, old[at].axis) < link_key(link.voxel, link.axis)) ++at;
    if (at == old.size() || old[at] != link) changed.push_back(link);
  }
  return changed;
}

}  // namespace sinew
