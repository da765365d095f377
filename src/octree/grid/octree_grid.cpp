#include "octree/grid/octree_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/parallel.h"
#include "octree/grid/split_blocks.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kGridChunk = 1024;  // vertices, cells or links per parallel chunk

// The corners of a cell's upper or lower face along an axis, counter-clockwise seen from outside.
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

namespace {

// Marks the cells around the corners of this one that are larger, to be split.
void mark_larger(const OctreeGrid& grid, Index cell, RefinementMarks& marks) {
  const CellPlace& place = grid.cells.places[cell];
  for (int i = 0; i < 8; ++i)
    for (int octant = 0; octant < 8; ++octant) {
      const LatticePoint voxel = place.corner(i) - LatticePoint{1, 1, 1} + corner_offset(octant);
      const Index brick = grid.voxels.brick_at(voxel >> kBrickLevel);
      const Index other = brick < 0 ? -1 : grid.cells.in(brick, voxel);
      if (other < 0 || grid.cells.places[other].level <= place.level) continue;
      const CellPlace& larger = grid.cells.places[other];
      const LatticePoint at{larger.x & 7, larger.y & 7, larger.z & 7};
      if (larger.level == 1) marks.to_level_0[brick] |= block_bit(at);
      if (larger.level == 2)
        marks.to_level_1[brick] = static_cast<std::uint8_t>(
            marks.to_level_1[brick] | 1 << ((at.x >> 2) + 2 * (at.y >> 2) + 4 * (at.z >> 2)));
      if (larger.level == 3) marks.to_level_2[brick] = 1;
    }
}

// Cells that may be partly filled, so fine that each follows eight vertices.
void make_partly_filled(OctreeGrid& grid, int coarsest, RefinementMarks marks) {
  const std::size_t n = grid.voxels.bricks().size();
  marks.to_level_0.resize(n), marks.to_level_1.resize(n), marks.to_level_2.resize(n);
  while (true) {
    grid.cells = balanced_cells(grid.voxels, coarsest, marks);
    grid.hull = cell_hull(grid.voxels, grid.cells);
    grid.vertices = make_vertices(grid.links_of_cells(), grid.cells);
    const std::vector<Index> too_many = cells_of_too_many(grid.cells, grid.vertices);
    if (too_many.empty()) break;
    for (const Index cell : too_many) mark_larger(grid, cell, marks);
  }
  if (grid.hull) grid.filled = partly_filled(grid.voxels, grid.cells);
}

}  // namespace

OctreeGrid make_octree_grid(LinkedVoxels voxels, int coarsest, const RefinementMarks& marks) {
  if (coarsest < 0 || coarsest > kBrickLevel)
    throw Error(fmt::format("the coarsest cells are of level {}", coarsest), "",
                fmt::format("levels go from 0 to {}", kBrickLevel));
  OctreeGrid grid{std::move(voxels), {}, {}, {}, {}, {}};
  if (marks.coarse_boundary && marks.partly_filled) {
    make_partly_filled(grid, coarsest, marks);
  } else {
    grid.cells = balanced_cells(grid.voxels, coarsest, marks);
    grid.vertices = make_vertices(grid.voxels, grid.cells);
  }
  grid.unknowns = cell_unknowns(grid.cells, grid.vertices);
  return grid;
}

std::vector<Vec3> vertex_positions(const OctreeGrid& grid) {
  std::vector<Vec3> positions(grid.vertices.points.size());
  parallel_for_each(grid.vertices.count(), kGridChunk,
                    [&](Index v) { positions[v] = grid.voxels.lattice().point(grid.vertices.points[v]); });
  return positions;
}

std::vector<Hexahedron> cell_hexahedra(const OctreeGrid& grid) {
  std::vector<Hexahedron> hexahedra(grid.vertices.corners.size());
  parallel_for_each(grid.cells.count(), kGridChunk, [&](Index k) {
    const auto& [a, b, c, d, e, f, g, h] = grid.vertices.corners[k];
    hexahedra[k] = {a, b, d, c, e, f, h, g};
  });
  return hexahedra;
}

bool starts_face(const OctreeGrid& grid, const LatticePoint& voxel, int axis) {
  const LatticePoint inner = voxel - grid.cells.places[grid.cells.at(grid.voxels, voxel)].lower();
  return inner[(axis + 1) % 3] == 0 && inner[(axis + 2) % 3] == 0;
}

// Every inside end of a cut link that starts a face gives two triangles.
std::vector<Triangle> boundary_triangles(const OctreeGrid& grid) {
  const std::vector<CutLink>& links = grid.voxels.cut_links();
  const Index n = static_cast<Index>(links.size());
  const auto gives_face = [&](const CutLink& link, bool lower) {
    if ((lower ? link.lower : link.upper).cut < 0) return false;
    return starts_face(grid, lower ? link.voxel : link.voxel + unit_step(link.axis), link.axis);
  };
  std::vector<Index> first((n + kGridChunk - 1) / kGridChunk + 1, 0);
  parallel_for(n, kGridChunk, [&](Index begin, Index end) {
    Index ends = 0;
    for (Index k = begin; k < end; ++k) ends += gives_face(links[k], true) + gives_face(links[k], false);
    first[begin / kGridChunk + 1] = 2 * ends;
  });
  std::partial_sum(first.begin(), first.end(), first.begin());

  std::vector<Triangle> triangles(first.back());
  parallel_for(n, kGridChunk, [&](Index begin, Index end) {
    Triangle* next = triangles.data() + first[begin / kGridChunk];
    const auto add_face = [&](const LatticePoint& voxel, int axis, bool upper) {
      const auto& corners = grid.vertices.corners[grid.cells.at(grid.voxels, voxel)];
      const auto [a, b, c, d] = face_corners(axis, upper);
      *next++ = {corners[a], corners[b], corners[c]};
      *next++ = {corners[a], corners[c], corners[d]};
    };
    for (Index k = begin; k < end; ++k) {
      const auto& [voxel, axis, lower, upper] = links[k];
      if (gives_face(links[k], true)) add_face(voxel, axis, true);
      if (gives_face(links[k], false)) add_face(voxel + unit_step(axis), axis, false);
    }
  });
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
