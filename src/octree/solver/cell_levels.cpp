#include "octree/solver/cell_levels.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"
#include "octree/solver/cell_graph.h"

namespace sinew {

namespace {

constexpr Index kChunk = 1024;  // cells or vertices per parallel chunk

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
    parallel_for_each(cell_count(), kChunk, [&](Index c) {
      const CellPlace& first = fine_.places[children(c)[0]];
      coarse_.places[c] = first.level == level_ ? first.parent() : first;
    });
  }

  void name_corners() {
    coarse_.unknowns.resize(cell_count());
    std::vector<std::vector<NewCorner>> found((cell_count() + kChunk - 1) / kChunk);
    parallel_for(cell_count(), kChunk, [&](Index begin, Index end) {
      for (Index c = begin; c < end; ++c) name_corners_of(c, found[begin / kChunk]);
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
    std::vector<std::vector<SameNode>> found((cell_count() + kChunk - 1) / kChunk);
    parallel_for(cell_count(), kChunk, [&](Index begin, Index end) {
      for (Index c = begin; c < end; ++c) find_shared_corners_of(c, found[begin / kChunk]);
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
    parallel_for_each(coarse_.vertex_count, kChunk, [&](Index v) {
      number_[first[v].node] = v;
      coarse_.vertex_points[v] = point_of(first[v].node);
    });
    for (const Index node : renamed_) number_[node] = number_[nodes_.find(node)];
    parallel_for_each(cell_count(), kChunk, [&](Index c) {
      for (Index& vertex : coarse_.unknowns[c].vertex) vertex = number_[vertex];
    });
  }

  // The first nodes of coarse vertices: chunks of those of level l, along the curve, then the new ones.
  std::vector<std::vector<CodedNode>> named_vertices() const {
    std::vector<char> renamed(node_count(), 0);
    for (const Index node : renamed_) renamed[node] = 1;
    std::vector<std::vector<CodedNode>> named((node_count() + kChunk - 1) / kChunk);
    parallel_for(node_count(), kChunk, [&](Index begin, Index end) {
      for (Index node = begin; node < end; ++node) {
        const bool is_new = node >= fine_.vertex_count;
        if (renamed[node] == 0 && (is_new || is_aligned(fine_.vertex_points[node], level_ + 1)))
          named[begin / kChunk].push_back({morton_code(point_of(node)), node});
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
    parallel_for_each(fine_.places.size(), kChunk, [&](Index c) {
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
    parallel_for_each(n, kChunk, [&](Index v) {
      const LatticePoint odd = fine_.vertex_points[v] >> level_;
      P_.row_start[v + 1] = 1 << ((odd.x & 1) + (odd.y & 1) + (odd.z & 1));
    });
    std::partial_sum(P_.row_start.begin(), P_.row_start.end(), P_.row_start.begin());
    P_.column.resize(P_.row_start[n]);
    P_.weight.resize(P_.row_start[n]);
    // A vertex at a coarse vertex follows it; others follow the corners around them.
    const std::vector<Index> corner_of = corners_in_between();
    parallel_for_each(n, kChunk, [&](Index v) {
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

CellLevels make_cell_levels(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                            const CellLevelsParams& params) {
  CellLevels result;
  CellLevel finest;
  finest.places = cells.places;
  finest.unknowns = cell_unknowns(cells, vertices);
  finest.vertex_count = vertices.unknowns;
  finest.vertex_points.assign(vertices.points.begin(), vertices.points.begin() + vertices.unknowns);
  result.levels.push_back(std::move(finest));
  CellGraph graph = cell_graph(voxels, cells);
  for (int level = 0; result.levels.back().vertex_count > params.coarsest_vertices; ++level) {
    Coarsening coarsening(result.levels.back(), level, graph);
    if (coarsening.vertex_count() >= result.levels.back().vertex_count) {
      result.levels.back().parent.clear();
      break;
    }
    graph = coarsening.take_graph();
    result.interpolations.push_back(coarsening.take_interpolation());
    result.levels.push_back(coarsening.take_level());
  }
  return result;
}

}  // namespace sinew
