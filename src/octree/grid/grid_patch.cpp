#include "octree/grid/grid_patch.h"

#include <algorithm>

#include "octree/grid/brick_points.h"

namespace sinew {

namespace {

// These bricks and all that touch them, ascending.
std::vector<Index> with_neighbours(const LinkedVoxels& voxels, std::span<const Index> bricks) {
  std::vector<Index> all;
  for (const Index b : bricks)
    for (int k = 0; k < 27; ++k) {
      const LatticePoint step{k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
      const Index near = voxels.brick_at(voxels.bricks()[b].place + step);
      if (near >= 0) all.push_back(near);
    }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool contains(std::span<const Index> bricks, Index brick) {
  return std::binary_search(bricks.begin(), bricks.end(), brick);
}

// The bricks at either end of the links that have been cut, ascending.
std::vector<Index> bricks_of_cut_links(const LinkedVoxels& old, const LinkedVoxels& now) {
  std::vector<Index> bricks;
  for (std::size_t b = 0; b < now.bricks().size(); ++b) {
    const Brick& brick = now.bricks()[b];
    if (brick.joined == old.bricks()[b].joined) continue;
    bricks.push_back(static_cast<Index>(b));
    for (int axis = 0; axis < 3; ++axis) {
      const BrickBits cut = old.bricks()[b].joined[axis] & ~brick.joined[axis];
      if (bits_below(kNoBits, cut, axis) != kNoBits)
        bricks.push_back(now.brick_at(brick.place + unit_step(axis)));
    }
  }
  std::sort(bricks.begin(), bricks.end());
  bricks.erase(std::unique(bricks.begin(), bricks.end()), bricks.end());
  return bricks;
}

RefinementMarks marks_in(const RefinementMarks& marks, std::span<const Index> bricks) {
  RefinementMarks part;
  for (const Index b : bricks) {
    if (!marks.to_level_0.empty()) part.to_level_0.push_back(marks.to_level_0[b]);
    if (!marks.to_level_1.empty()) part.to_level_1.push_back(marks.to_level_1[b]);
    if (!marks.to_level_2.empty()) part.to_level_2.push_back(marks.to_level_2[b]);
  }
  return part;
}

std::span<const CellPlace> places_in(const Cells& cells, Index brick) {
  return std::span(cells.places)
      .subspan(cells.brick_start[brick], cells.brick_start[brick + 1] - cells.brick_start[brick]);
}

// Cells that are put together from those of single bricks.
struct CellCollector {
  Cells cells{{}, {0}, {}};

  void add(const Cells& from, Index brick) {
    const std::span<const CellPlace> places = places_in(from, brick);
    cells.places.insert(cells.places.end(), places.begin(), places.end());
    cells.brick_start.push_back(cells.count());
    cells.in_brick.push_back(from.in_brick[brick]);
  }
};

// A cut link refines bricks that touch its own at most: its ends and what is beside them become cells of one
// voxel, blocks of four voxels that touch these are split, and bricks that touch those.
class ChangedCells {
 public:
  // `near`: the bricks that touch one with a cut link.
  ChangedCells(const OctreeGrid& old, const LinkedVoxels& now, int coarsest, const RefinementMarks& marks,
               std::span<const Index> near)
      : old_(old), near_(near.begin(), near.end()) {
    // At the window's own boundary cells are too small, and in bricks that touch that.
    around_ = with_neighbours(now, with_neighbours(now, near));
    cells_ = balanced_cells(now.window(around_), coarsest, marks_in(marks, around_));
  }

  void add_to(CellCollector& cells, Index brick) const {
    if (contains(near_, brick))
      cells.add(cells_, place_of(brick));
    else
      cells.add(old_.cells, brick);
  }
  // Bricks that have other cells than before, ascending.
  std::vector<Index> bricks() const {
    std::vector<Index> changed;
    for (const Index b : near_)
      if (!std::ranges::equal(places_in(old_.cells, b), places_in(cells_, place_of(b)))) changed.push_back(b);
    return changed;
  }

 private:
  Index place_of(Index brick) const {
    return static_cast<Index>(std::lower_bound(around_.begin(), around_.end(), brick) - around_.begin());
  }

  const OctreeGrid& old_;
  std::vector<Index> near_, around_;
  Cells cells_;
};

// The numbers in the body of the window's bricks of points.
std::vector<Index> numbers_in(const std::vector<PointBrick>& body, const std::vector<PointBrick>& window) {
  std::vector<Index> numbers;
  const auto before = [](const PointBrick& a, const PointBrick& b) {
    return morton_code(a.place) < morton_code(b.place);
  };
  for (const PointBrick& brick : window)
    numbers.push_back(
        static_cast<Index>(std::lower_bound(body.begin(), body.end(), brick, before) - body.begin()));
  return numbers;
}

OctreeGrid make_window(const LinkedVoxels& now, std::span<const Index> bricks, const ChangedCells& changed) {
  OctreeGrid window{now.window(bricks), {}, {}, {}};
  CellCollector cells;
  for (const Index b : bricks) changed.add_to(cells, b);
  window.cells = std::move(cells.cells);
  window.vertices = make_vertices(window.voxels, window.cells);
  window.unknowns = cell_unknowns(window.cells, window.vertices);
  return window;
}

}  // namespace

std::optional<GridPatch> grid_patch(const OctreeGrid& old, const LinkedVoxels& now, int coarsest,
                                    const RefinementMarks& marks, const GridPatchParams& params) {
  const std::vector<Index> cut = bricks_of_cut_links(old.voxels, now);
  const auto is_too_large = [&](std::span<const Index> bricks) {
    return static_cast<double>(bricks.size()) > params.most_bricks * static_cast<double>(now.bricks().size());
  };
  const std::vector<Index> near = with_neighbours(now, cut);
  if (is_too_large(near)) return {};
  const ChangedCells cells(old, now, coarsest, marks, near);
  std::vector<Index> changed;
  std::ranges::set_union(cut, cells.bricks(), std::back_inserter(changed));
  const std::vector<Index> touched = with_neighbours(now, changed);
  GridPatch patch;
  patch.bricks = with_neighbours(now, with_neighbours(now, touched));
  if (is_too_large(patch.bricks)) return {};
  patch.window = make_window(now, patch.bricks, cells);

  // Choose what is taken from the window.
  for (const Index b : patch.bricks) patch.taken.push_back(contains(touched, b));
  const std::vector<PointBrick>& points = *patch.window.vertices.bricks;
  patch.point_bricks = numbers_in(*old.vertices.bricks, points);
  for (const PointBrick& brick : points)
    patch.points_taken.push_back(std::ranges::any_of(
        brick.bricks, [&](Index b) { return b >= 0 && contains(touched, patch.bricks[b]); }));
  patch.cells = {old.cells.brick_start, patch.window.cells.brick_start, patch.bricks, patch.taken};
  patch.unknowns = {old.vertices.unknown_start, patch.window.vertices.unknown_start, patch.point_bricks,
                    patch.points_taken};
  patch.hanging = {old.vertices.hanging_start, patch.window.vertices.hanging_start, patch.point_bricks,
                   patch.points_taken};
  return patch;
}

namespace {

Cells patched(const Cells& old, const GridPatch& patch) {
  const Cells& window = patch.window.cells;
  Cells cells{patch.cells.spliced(old.places, window.places), patch.cells.start(), old.in_brick};
  for (std::size_t k = 0; k < patch.bricks.size(); ++k)
    if (patch.taken[k] != 0) cells.in_brick[patch.bricks[k]] = window.in_brick[k];
  return cells;
}

Vertices patched(const Vertices& old, const GridPatch& patch) {
  const Vertices& window = patch.window.vertices;
  const IndexSplice &unknowns = patch.unknowns, &hanging = patch.hanging;
  const auto same = [](auto&) {};
  Vertices now;
  now.unknowns = unknowns.count();
  now.bricks = old.bricks;
  now.unknown_start = unknowns.start(), now.hanging_start = hanging.start();
  now.points.resize(unknowns.count() + hanging.count());
  unknowns.splice_into(now.points.data(), old.points.data(), window.points.data(), same, same);
  hanging.splice_into(now.points.data() + now.unknowns, old.points.data() + old.unknowns,
                      window.points.data() + window.unknowns, same, same);
  now.corners = patch.cells.spliced(
      old.corners, window.corners,
      [&](std::array<Index, 8>& corners) {
        for (Index& v : corners)
          v = v < old.unknowns ? unknowns.of_old(v) : now.unknowns + hanging.of_old(v - old.unknowns);
      },
      [&](std::array<Index, 8>& corners) {
        for (Index& v : corners)
          v = v < window.unknowns ? unknowns.of_window(v)
                                  : now.unknowns + hanging.of_window(v - window.unknowns);
      });
  const RowSplice rows(hanging.runs(), old.row_start, window.row_start);
  now.row_start = rows.starts();
  now.row_vertex = rows.spliced(
      old.row_vertex, window.row_vertex, [&](Index& v) { v = unknowns.of_old(v); },
      [&](Index& v) { v = unknowns.of_window(v); });
  now.row_weight = rows.spliced(old.row_weight, window.row_weight);
  return now;
}

}  // namespace

OctreeGrid patched(const OctreeGrid& old, LinkedVoxels now, const GridPatch& patch) {
  OctreeGrid grid{std::move(now), patched(old.cells, patch), patched(old.vertices, patch), {}};
  grid.unknowns = patch.cells.spliced(
      old.unknowns, patch.window.unknowns,
      [&](CellUnknowns& cell) {
        for (Index& v : cell.vertex) v = patch.unknowns.of_old(v);
      },
      [&](CellUnknowns& cell) {
        for (Index& v : cell.vertex) v = patch.unknowns.of_window(v);
      });
  return grid;
}

}  // namespace sinew
