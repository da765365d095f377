#include "octree/grid/vertex_transfer.h"

#include <algorithm>

#include "base/parallel.h"
#include "octree/grid/hanging_vertices.h"
#include "octree/grid/trilinear.h"

namespace sinew {

namespace {

constexpr Index kVertices = 1024;  // per parallel chunk
constexpr LatticePoint kDiagonal{1, 1, 1};

// Whether the cell around octant `octant` of a point has a corner there, which is then the opposite one.
bool has_corner(const CellPlace& place, int octant, const LatticePoint& point) {
  return place.corner(7 ^ octant) == point;
}

Vec3 place_in(const CellPlace& place, const LatticePoint& point) {
  const LatticePoint inner = point - place.lower();
  return Vec3{double(inner.x), double(inner.y), double(inner.z)} / place.side();
}

// The bricks around a point, cached for the next one, since points come brick by brick.
class BricksAround {
 public:
  explicit BricksAround(const LinkedVoxels& voxels) : voxels_(voxels) {}

  // The brick of a voxel that touches the point; -1: none.
  Index brick(const LatticePoint& point, const LatticePoint& voxel) {
    const LatticePoint place = point >> kBrickLevel;
    if (place != place_) look_around(place);
    const LatticePoint step = (voxel >> kBrickLevel) - place + kDiagonal;
    return bricks_[step.x + 2 * step.y + 4 * step.z];
  }

 private:
  void look_around(const LatticePoint& place) {
    place_ = place;
    for (int i = 0; i < 8; ++i) bricks_[i] = voxels_.brick_at(place - kDiagonal + corner_offset(i));
  }

  const LinkedVoxels& voxels_;
  LatticePoint place_{-1, -1, -1};
  std::array<Index, 8> bricks_{};
};

}  // namespace

// Among the voxels around a vertex whose cells have it, the first one whose old cell had a corner there gives
// the old vertex: all of them give the same one, since voxels that are connected now were connected before.
// If none had, the old field of any of them is used.
void VertexTransfer::find_sources(const LinkedVoxels& voxels, const Cells& cells, Index begin, Index end) {
  BricksAround around(voxels);
  const auto source_of = [&](Index vertex) {
    const LatticePoint& point = vertices_.points[vertex];
    Index around_it = -1;
    for (int octant = 7; octant >= 0; --octant) {
      const LatticePoint voxel = point - kDiagonal + corner_offset(octant);
      const Index brick = around.brick(point, voxel), cell = brick < 0 ? -1 : cells.in(brick, voxel);
      if (cell < 0 || !has_corner(cells.places[cell], octant, point)) continue;
      if (vertices_.corners[cell][7 ^ octant] != vertex) continue;
      Index old_cell = old_cells_.in(brick, voxel);
      if (old_cell < 0) {  // the vertex is of a partly filled cell, and no old cell was there
        old_cell = old_cells_.in(brick, inside_voxel_near(voxels, cells.places[cell], voxel));
        around_it = old_cell;
        continue;
      }
      if (has_corner(old_cells_.places[old_cell], octant, point))
        return old_vertices_.corners[old_cell][7 ^ octant];
      around_it = old_cell;
    }
    return ~around_it;
  };
  for (Index v = begin; v < end; ++v) sources_[v] = source_of(v);
}

VertexTransfer::VertexTransfer(const LinkedVoxels& voxels, const Cells& old_cells,
                               const Vertices& old_vertices, const Cells& cells, const Vertices& vertices)
    : old_cells_(old_cells), old_vertices_(old_vertices), vertices_(vertices), sources_(vertices.unknowns) {
  for (Index v = 0; v < vertices.unknowns; v += kVertices)
    runs_.push_back({v, v, std::min(kVertices, vertices.unknowns - v), true});
  find_sources(voxels, cells);
}

VertexTransfer::VertexTransfer(const OctreeGrid& old, const OctreeGrid& grid, const GridPatch& patch)
    : old_cells_(old.cells),
      old_vertices_(old.vertices),
      vertices_(grid.vertices),
      runs_(patch.unknowns.runs().begin(), patch.unknowns.runs().end()),
      sources_(grid.vertices.unknowns) {
  find_sources(grid.voxels, grid.cells);
}

void VertexTransfer::find_sources(const LinkedVoxels& voxels, const Cells& cells) {
  parallel_for_each(runs_.size(), 1, [&](Index k) {
    if (runs_[k].of_window) find_sources(voxels, cells, runs_[k].to, runs_[k].to + runs_[k].count);
  });
}

UnsetBlockVector<double> VertexTransfer::operator()(std::span<const Block3<double>> old_values) const {
  UnsetBlockVector<double> values(sources_.size());
  const auto old_value = [&](Index vertex) { return value_at(old_vertices_, vertex, old_values); };
  const auto value_within = [&](Index cell, const LatticePoint& point) {
    CornerValues corners;
    for (int i = 0; i < 8; ++i) corners[i] = old_value(old_vertices_.corners[cell][i]);
    return trilinear(corners, place_in(old_cells_.places[cell], point));
  };
  parallel_for_each(runs_.size(), 1, [&](Index k) {
    const auto& [from, to, count, is_new] = runs_[k];
    if (!is_new) {
      std::copy_n(old_values.begin() + from, count, values.begin() + to);
      return;
    }
    for (Index v = to; v < to + count; ++v)
      values[v] = to_block(sources_[v] >= 0 ? old_value(sources_[v])
                                            : value_within(~sources_[v], vertices_.points[v]));
  });
  return values;
}

}  // namespace sinew
