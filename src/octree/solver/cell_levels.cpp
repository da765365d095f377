#include "octree/solver/cell_levels.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"
#include "octree/grid/brick_points.h"
#include "octree/solver/cell_graph.h"

namespace sinew {

namespace {

constexpr Index kLevelsChunk = 1024;  // cells or vertices per parallel chunk

bool is_aligned(const LatticePoint& p, int level) { return ((p.x | p.y | p.z) & ((1 << level) - 1)) == 0; }

// One step of coarsening, from level l to level l + 1.
//
// Corners of coarse cells are first named by nodes: the vertex of level l that a child has at the same point
// or, if no child reaches that corner, a new one. Then nodes that joined cells share are united, and the
// resulting vertices are numbered.
class Coarsening {
 public:
  Coarsening(CellLevel& fine, int level, const CellGraph& graph) : fine_(fine), level_(level) {
    CellSets sets = merge_cells(fine.places, level, graph);
    graph_ = merged_graph(graph, sets);
    fine.parent = std::move(sets.parent);
    coarse_.child_start = std::move(sets.child_start);
    coarse_.child = std::move(sets.child);
    place_cells();
    name_corners();
    unite_shared_corners();
    number_vertices();
    interpolate();
  }

  CellGraph take_graph() { return std::move(graph_); }
  CellLevel take_level() { return std::move(coarse_); }
  Interpolation take_interpolation() { return std::move(P_); }
  Index vertex_count() const { return coarse_.vertex_count; }

 private:
  struct NewCorner {
    Index cell;
    int corner;
  };
  struct SameNode {
    Index a, b;
  };
  struct CodedNode {
    std::uint64_t code;
    Index node;
    bool operator<(const CodedNode& other) const {
      return code != other.code ? code < other.code : node < other.node;
    }
  };

  Index cell_count() const { return static_cast<Index>(coarse_.places.size()); }
  std::span<const Index> children(Index cell) const {
    const Index begin = coarse_.child_start[cell], end = coarse_.child_start[cell + 1];
    return {coarse_.child.data() + begin, static_cast<std::size_t>(end - begin)};
  }
  bool is_merged(Index cell) const {
    return fine_.places[coarse_.child[coarse_.child_start[cell]]].level == level_;
  }

  void place_cells() {
    coarse_.places.resize(coarse_.child_start.size() - 1);
    parallel_for_each(cell_count(), kLevelsChunk, [&](Index c) {
      const CellPlace& first = fine_.places[children(c)[0]];
      coarse_.places[c] = first.level == level_ ? first.parent() : first;
    });
  }

  void name_corners() {
    coarse_.unknowns.resize(cell_count());
    std::vector<std::vector<NewCorner>> found((cell_count() + kLevelsChunk - 1) / kLevelsChunk);
    parallel_for(cell_count(), kLevelsChunk, [&](Index begin, Index end) {
      for (Index c = begin; c < end; ++c) name_corners_of(c, found[begin / kLevelsChunk]);
    });
    for (const std::vector<NewCorner>& corners : found)
      for (const NewCorner& corner : corners) {
        coarse_.unknowns[corner.cell].vertex[corner.corner] =
            fine_.vertex_count + static_cast<Index>(new_corners_.size());
        new_corners_.push_back(corner);
      }
  }

  void name_corners_of(Index cell, std::vector<NewCorner>& found) {
    CellUnknowns& unknowns = coarse_.unknowns[cell];
    if (!is_merged(cell)) {
      unknowns = fine_.unknowns[children(cell)[0]];
      return;
    }
    unknowns.vertex.fill(-1);
    for (const Index child : children(cell)) {
      const int octant = fine_.places[child].octant();
      if (unknowns.vertex[octant] < 0) unknowns.vertex[octant] = fine_.unknowns[child].vertex[octant];
    }
    for (int i = 0; i < 8; ++i)
      if (unknowns.vertex[i] < 0) found.push_back({cell, i});
  }

  Index node_count() const { return fine_.vertex_count + static_cast<Index>(new_corners_.size()); }

  // Most corners already have the same name in all cells. The rest, at cuts, is found in parallel.
  void unite_shared_corners() {
    std::vector<std::vector<SameNode>> found((cell_count() + kLevelsChunk - 1) / kLevelsChunk);
    parallel_for(cell_count(), kLevelsChunk, [&](Index begin, Index end) {
      for (Index c = begin; c < end; ++c) find_shared_corners_of(c, found[begin / kLevelsChunk]);
    });
    nodes_ = DisjointSets(node_count());
    for (const std::vector<SameNode>& same : found)
      for (const auto& [a, b] : same) {
        nodes_.unite(a, b);
        renamed_.insert(renamed_.end(), {a, b});
      }
    std::erase_if(renamed_, [&](Index node) { return nodes_.find(node) == node; });
  }

  void find_shared_corners_of(Index c, std::vector<SameNode>& found) const {
    const auto add = [&](Index a, Index b) {
      if (a != b) found.push_back({a, b});
    };
    const CellUnknowns& unknowns = coarse_.unknowns[c];
    const bool merged = is_merged(c);
    // Corners of the children at the same point.
    if (merged)
      for (const Index child : children(c)) {
        const int octant = fine_.places[child].octant();
        add(unknowns.vertex[octant], fine_.unknowns[child].vertex[octant]);
      }
    // Corners on the face that joined cells share.
    for (const CellGraph::Edge& edge : graph_.of(c)) {
      if (!merged && !is_merged(edge.upper)) continue;
      const CellUnknowns& above = coarse_.unknowns[edge.upper];
      const int bit = 1 << edge.axis;
      for (int i = 0; i < 8; ++i)
        if (i & bit) add(unknowns.vertex[i], above.vertex[i ^ bit]);
    }
  }

  LatticePoint point_of(Index node) const {
    if (node < fine_.vertex_count) return fine_.vertex_points[node];
    const NewCorner& corner = new_corners_[node - fine_.vertex_count];
    return coarse_.places[corner.cell].corner(corner.corner);
  }

  // Numbers vertices by the Morton codes of their points, then by their first nodes.
  void number_vertices() {
    const std::vector<CodedNode> first = merged_along_curve(named_vertices());
    coarse_.vertex_count = static_cast<Index>(first.size());
    coarse_.vertex_points.resize(first.size());
    number_.assign(node_count(), -1);
    parallel_for_each(coarse_.vertex_count, kLevelsChunk, [&](Index v) {
      number_[first[v].node] = v;
      coarse_.vertex_points[v] = point_of(first[v].node);
    });
    for (const Index node : renamed_) number_[node] = number_[nodes_.find(node)];
    parallel_for_each(cell_count(), kLevelsChunk, [&](Index c) {
      for (Index& vertex : coarse_.unknowns[c].vertex) vertex = number_[vertex];
    });
  }

  // The first nodes of coarse vertices: chunks of those of level l, along the curve, then the new ones.
  std::vector<std::vector<CodedNode>> named_vertices() const {
    std::vector<char> renamed(node_count(), 0);
    for (const Index node : renamed_) renamed[node] = 1;
    std::vector<std::vector<CodedNode>> named((node_count() + kLevelsChunk - 1) / kLevelsChunk);
    parallel_for(node_count(), kLevelsChunk, [&](Index begin, Index end) {
      for (Index node = begin; node < end; ++node) {
        const bool is_new = node >= fine_.vertex_count;
        if (renamed[node] == 0 && (is_new || is_aligned(fine_.vertex_points[node], level_ + 1)))
          named[begin / kLevelsChunk].push_back({morton_code(point_of(node)), node});
      }
    });
    return named;
  }

  std::vector<CodedNode> merged_along_curve(const std::vector<std::vector<CodedNode>>& named) const {
    std::vector<CodedNode> nodes;
    for (const std::vector<CodedNode>& chunk : named) nodes.insert(nodes.end(), chunk.begin(), chunk.end());
    const auto fresh = std::partition_point(nodes.begin(), nodes.end(),
                                            [&](const CodedNode& n) { return n.node < fine_.vertex_count; });
    std::sort(fresh, nodes.end());
    std::inplace_merge(nodes.begin(), fresh, nodes.end());
    return nodes;
  }

  // Per vertex that lies between corners of a parent: 8 cell + corner of one such cell. Any will do, since
  // all give the same weights.
  std::vector<Index> corners_in_between() const {
    std::vector<Index> corner_of(fine_.vertex_count, -1);
    parallel_for_each(fine_.places.size(), kLevelsChunk, [&](Index c) {
      if (fine_.places[c].level != level_) return;
      const CellUnknowns& unknowns = fine_.unknowns[c];
      const int octant = fine_.places[c].octant();
      for (int i = 0; i < 8; ++i)
        if (i != octant && !(unknowns.hanging >> i & 1))
          std::atomic_ref(corner_of[unknowns.vertex[i]]).store(8 * c + i, std::memory_order_relaxed);
    });
    return corner_of;
  }

  void interpolate() {
    const Index n = fine_.vertex_count;
    P_.coarse_nodes = coarse_.vertex_count;
    P_.row_start.assign(n + 1, 0);
    parallel_for_each(n, kLevelsChunk, [&](Index v) {
      const LatticePoint odd = fine_.vertex_points[v] >> level_;
      P_.row_start[v + 1] = 1 << ((odd.x & 1) + (odd.y & 1) + (odd.z & 1));
    });
    std::partial_sum(P_.row_start.begin(), P_.row_start.end(), P_.row_start.begin());
    P_.column.resize(P_.row_start[n]);
    P_.weight.resize(P_.row_start[n]);
    // A vertex at a coarse vertex follows it; others follow the corners around them.
    const std::vector<Index> corner_of = corners_in_between();
    parallel_for_each(n, kLevelsChunk, [&](Index v) {
      const Index place = P_.row_start[v], entries = P_.row_start[v + 1] - place;
      if (entries == 1)
        P_.column[place] = number_[v];
      else
        write_corners_around(corner_of[v], &P_.column[place]);
      std::sort(P_.column.begin() + place, P_.column.begin() + place + entries);
      std::fill_n(P_.weight.begin() + place, entries, 1.0F / static_cast<float>(entries));
    });
  }

  void write_corners_around(Index corner, Index* column) const {
    const Index cell = corner / 8;
    const int octant = fine_.places[cell].octant(), between = octant ^ static_cast<int>(corner % 8);
    const CellUnknowns& around = coarse_.unknowns[fine_.parent[cell]];
    for (int k = 0; k < 8; ++k)
      if (((octant ^ k) & ~between) == 0) *column++ = around.vertex[k];
  }

  CellLevel& fine_;
  int level_;
  CellLevel coarse_;
  CellGraph graph_;
  Interpolation P_;
  std::vector<NewCorner> new_corners_;
  DisjointSets nodes_{0};
  std::vector<Index> renamed_;  // nodes that are not the first of their vertex; some more than once
  std::vector<Index> number_;   // per node: its vertex, or -1
};

}  // namespace

CornerWeights trilinear_weights(int octant) { return corner_weights(octant, 0xffU); }

namespace {

CellLevel finest_level(const Cells& cells, std::vector<CellUnknowns> unknowns, const Vertices& vertices) {
  CellLevel finest;
  finest.places = cells.places;
  finest.unknowns = std::move(unknowns);
  finest.vertex_count = vertices.unknowns;
  finest.vertex_points.assign(vertices.points.begin(), vertices.points.begin() + vertices.unknowns);
  finest.brick_start = cells.brick_start;
  finest.point_start = vertices.unknown_start;
  return finest;
}

// Within a brick the first cell is in the first coarse cell.
std::vector<Index> coarse_brick_start(const CellLevel& fine, Index coarse_cells) {
  std::vector<Index> start(fine.brick_start.size(), coarse_cells);
  for (std::size_t b = 0; b + 1 < start.size(); ++b) start[b] = fine.parent[fine.brick_start[b]];
  return start;
}

std::vector<Index> point_start(std::span<const LatticePoint> points, std::span<const PointBrick> bricks) {
  std::vector<Index> start(bricks.size() + 1, static_cast<Index>(points.size()));
  Index v = 0;
  for (std::size_t b = 0; b < bricks.size(); ++b) {
    start[b] = v;
    while (v < static_cast<Index>(points.size()) && (points[v] >> kBrickLevel) == bricks[b].place) ++v;
  }
  return start;
}

// Adds levels until the last one is small enough.
void coarsen(CellLevels& to, CellGraph graph, const Vertices& vertices, const CellLevelsParams& params) {
  int level = static_cast<int>(to.levels.size()) - 1;
  for (; level + 1 < params.most_levels; ++level) {
    if (to.levels.back().vertex_count <= params.coarsest_vertices) break;
    Coarsening coarsening(to.levels.back(), level, graph);
    if (coarsening.vertex_count() >= to.levels.back().vertex_count) {
      to.levels.back().parent.clear();
      break;
    }
    if (level == kBrickLevel) to.graph = std::move(graph);
    graph = coarsening.take_graph();
    to.interpolations.push_back(coarsening.take_interpolation());
    to.levels.push_back(coarsening.take_level());
    if (level >= kBrickLevel) continue;
    CellLevel &coarse = to.levels.back(), &fine = to.levels[level];
    coarse.brick_start = coarse_brick_start(fine, static_cast<Index>(coarse.places.size()));
    coarse.point_start = point_start(coarse.vertex_points, *vertices.bricks);
  }
  if (level <= kBrickLevel) to.graph = std::move(graph);
}

}  // namespace

CellLevels make_cell_levels(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                            const CellLevelsParams& params) {
  CellLevels result;
  result.levels.push_back(finest_level(cells, cell_unknowns(cells, vertices), vertices));
  coarsen(result, cell_graph(voxels, cells), vertices, params);
  return result;
}

CellLevels make_cell_levels(const OctreeGrid& grid, const CellLevelsParams& params) {
  CellLevels result;
  result.levels.push_back(finest_level(grid.cells, grid.unknowns, grid.vertices));
  coarsen(result, cell_graph(grid.links_of_cells(), grid.cells), grid.vertices, params);
  return result;
}

std::optional<CellLevelsPatch> cell_levels_patch(const CellLevels& old, const GridPatch& patch) {
  const int last = old.last_in_bricks();
  CellLevelsPatch made{
      make_cell_levels(patch.window, {.coarsest_vertices = 0, .most_levels = last + 1}), {}, {}};
  if (static_cast<int>(made.window.levels.size()) != last + 1) return {};
  for (int l = 0; l <= last; ++l) {
    const CellLevel &from = old.levels[l], &within = made.window.levels[l];
    made.cells.emplace_back(from.brick_start, within.brick_start, patch.bricks, patch.taken);
    made.vertices.emplace_back(from.point_start, within.point_start, patch.point_bricks, patch.points_taken);
  }
  return made;
}

namespace {

// Numbers of things that are renumbered themselves.
std::vector<Index> renumbered(const IndexSplice& at, const IndexSplice& values, const std::vector<Index>& old,
                              const std::vector<Index>& window) {
  return at.spliced(
      old, window, [&](Index& i) { i = values.of_old(i); }, [&](Index& i) { i = values.of_window(i); });
}

CellLevel patched_level(const CellLevels& old, const CellLevelsPatch& patch, int level) {
  const CellLevel &from = old.levels[level], &window = patch.window.levels[level];
  const IndexSplice &cells = patch.cells[level], &below = patch.cells[level - 1],
                    &vertices = patch.vertices[level];
  CellLevel now;
  now.places = cells.spliced(from.places, window.places);
  now.unknowns = cells.spliced(
      from.unknowns, window.unknowns,
      [&](CellUnknowns& cell) {
        for (Index& v : cell.vertex) v = vertices.of_old(v);
      },
      [&](CellUnknowns& cell) {
        for (Index& v : cell.vertex) v = vertices.of_window(v);
      });
  // The children of a brick's cells are listed in the places of the brick's cells on the level before.
  now.child = renumbered(below, below, from.child, window.child);
  now.child_start = renumbered(cells, below, from.child_start, window.child_start);
  now.child_start.push_back(below.count());
  now.vertex_count = vertices.count();
  now.vertex_points = vertices.spliced(from.vertex_points, window.vertex_points);
  now.brick_start = cells.start(), now.point_start = vertices.start();
  return now;
}

CellGraph patched_graph(const CellGraph& old, const CellGraph& window, const IndexSplice& cells) {
  const RowSplice rows(cells.runs(), old.start, window.start);
  return {rows.starts(),
          rows.spliced(
              old.edges, window.edges, [&](CellGraph::Edge& edge) { edge.upper = cells.of_old(edge.upper); },
              [&](CellGraph::Edge& edge) { edge.upper = cells.of_window(edge.upper); })};
}

}  // namespace

std::optional<CellLevels> patched(const CellLevels& old, const OctreeGrid& grid,
                                  const CellLevelsPatch& patch) {
  const int last = old.last_in_bricks();
  CellLevels now;
  now.levels.push_back(finest_level(grid.cells, grid.unknowns, grid.vertices));
  for (int l = 1; l <= last; ++l) {
    now.levels.push_back(patched_level(old, patch, l));
    if (now.levels[l].vertex_count >= now.levels[l - 1].vertex_count) return {};
    now.levels[l - 1].parent = renumbered(patch.cells[l - 1], patch.cells[l], old.levels[l - 1].parent,
                                          patch.window.levels[l - 1].parent);
    now.interpolations.emplace_back();
  }
  coarsen(now, patched_graph(old.graph, patch.window.graph, patch.cells[last]), grid.vertices, {});
  return now;
}

}  // namespace sinew
