#include "octree/solver/cell_packs.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "octree/grid/brick_points.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr int kWholeLattice = 16;  // exponent of a cube that contains every lattice point

// Runs [starts[k], starts[k + 1]) of vertices in the same brick.
std::vector<Index> brick_runs(std::span<const LatticePoint> points) {
  std::vector<Index> starts;
  for (Index v = 0; v < static_cast<Index>(points.size()); ++v)
    if (v == 0 || !((points[v] >> kBrickLevel) == (points[v - 1] >> kBrickLevel))) starts.push_back(v);
  starts.push_back(static_cast<Index>(points.size()));
  return starts;
}

// Splits runs [first, last), all in one cube of 2^exponent voxels, into blocks; appends the first vertex of
// each.
void split(std::span<const LatticePoint> points, std::span<const Index> runs, Index first, Index last,
           int exponent, Index most, std::vector<Index>& starts) {
  if (runs[last] - runs[first] <= most || exponent == kBrickLevel) {
    starts.push_back(runs[first]);
    return;
  }
  const auto octant = [&](Index run) { return points[runs[run]] >> (exponent - 1); };
  for (Index begin = first, end; begin < last; begin = end) {
    for (end = begin + 1; end < last && octant(end) == octant(begin);) ++end;
    split(points, runs, begin, end, exponent - 1, most, starts);
  }
}

struct BlockCells {
  std::vector<Index> start, cells;  // per block; ascending
};

// The blocks that own an unknown of a cell, each once, starting with that of the first corner. Blocks are
// runs of vertices: if the lowest and the highest vertex of a cell are in the same block, all are.
struct FewBlocks {
  std::array<Index, 8> block;
  int count = 0;
};
FewBlocks blocks_of(const CellUnknowns& cell, std::span<const Index> block_of_vertex) {
  const auto [lowest, highest] = std::minmax_element(cell.vertex.begin(), cell.vertex.end());
  FewBlocks few;
  few.block[few.count++] = block_of_vertex[cell.vertex[0]];
  if (block_of_vertex[*lowest] == block_of_vertex[*highest]) return few;
  for (const Index v : cell.vertex) {
    const Index block = block_of_vertex[v];
    const auto end = few.block.begin() + few.count;
    if (std::find(few.block.begin(), end, block) == end) few.block[few.count++] = block;
  }
  return few;
}

// Runs in parallel over parts of the cells: each part counts, which tells where it writes.
BlockCells cells_of_blocks(std::span<const CellUnknowns> unknowns, std::span<const Index> block_of_vertex,
                           Index blocks) {
  constexpr Index kParts = 16;
  const Index cells = static_cast<Index>(unknowns.size()), part = (cells + kParts - 1) / kParts;
  std::vector<Index> next(std::size_t(kParts) * blocks, 0);  // per part and block
  const auto for_each_pair = [&](auto&& visit) {
    parallel_for(cells, part, [&](Index begin, Index end) {
      Index* const of_part = next.data() + std::size_t(begin / part) * blocks;
      for (Index c = begin; c < end; ++c) {
        const FewBlocks few = blocks_of(unknowns[c], block_of_vertex);
        for (int k = 0; k < few.count; ++k) visit(c, of_part[few.block[k]]);
      }
    });
  };
  for_each_pair([](Index, Index& count) { ++count; });
  BlockCells of;
  Index total = 0;
  for (Index b = 0; b < blocks; ++b) {
    of.start.push_back(total);
    for (Index p = 0; p < kParts; ++p) total += std::exchange(next[std::size_t(p) * blocks + b], total);
  }
  of.start.push_back(total);
  of.cells.resize(total);
  for_each_pair([&](Index cell, Index& place) { of.cells[place++] = cell; });
  return of;
}

bool owns(const CellBlock& block, Index vertex) {
  return vertex >= block.first_vertex && vertex < block.first_vertex + block.owned;
}

Index packs_for(Index cells) { return (cells + kPackCells - 1) / kPackCells; }

// Maps vertices to their numbers within a block: its own by their place in its run, those of the halo by a
// list over all vertices, one per thread.
class LocalNumbers {
 public:
  LocalNumbers(Index vertices, const CellBlock& block)
      : first_(block.first_vertex), owned_(block.owned), number_(list_of_thread(vertices)) {}
  ~LocalNumbers() {
    for (const Index v : halo_) number_[v] = kNone;
  }
  LocalNumbers(const LocalNumbers&) = delete;
  LocalNumbers& operator=(const LocalNumbers&) = delete;

  // The vertices of these cells that the block does not own, ascending.
  std::vector<Index> find_halo(std::span<const Index> cells, std::span<const CellUnknowns> unknowns) {
    for (const Index c : cells)
      for (const Index v : unknowns[c].vertex)
        if (!owns(v) && number_[v] == kNone) number_[v] = 0, halo_.push_back(v);
    std::sort(halo_.begin(), halo_.end());
    return halo_;
  }
  void number_halo(std::vector<Index> halo) {
    halo_ = std::move(halo);
    for (std::size_t i = 0; i < halo_.size(); ++i) number_[halo_[i]] = owned_ + static_cast<Index>(i);
  }
  Index operator[](Index vertex) const { return owns(vertex) ? vertex - first_ : number_[vertex]; }

 private:
  static constexpr Index kNone = -1;

  static Index* list_of_thread(Index vertices) {
    static thread_local std::vector<Index> list;
    if (list.size() < static_cast<std::size_t>(vertices)) list.assign(vertices, kNone);
    return list.data();
  }
  bool owns(Index vertex) const { return vertex >= first_ && vertex < first_ + owned_; }

  Index first_, owned_;
  Index* number_;
  std::vector<Index> halo_;
};

void set_hanging_lane(HangingLanes& lanes, int lane, int octant, unsigned hanging) {
  const auto bit = static_cast<std::uint16_t>(1U << lane);
  for (int i = 0; i < 8; ++i)
    if (hanging >> (i ^ octant) & 1U) lanes.hangs[i] |= bit;
  for (int axis = 0; axis < 3; ++axis)
    if (octant >> axis & 1) lanes.mirrored[axis] |= bit;
}

// The shared state of the parallel passes below.
struct Builder {
  std::span<const CellPlace> places;
  std::span<const CellUnknowns> unknowns;
  BlockCells block_cells;
  std::vector<std::vector<Index>> halos;  // per block
  CellPacks packs;

  std::span<const Index> cells_of(Index block) const {
    return std::span(block_cells.cells)
        .subspan(block_cells.start[block], block_cells.start[block + 1] - block_cells.start[block]);
  }

  void count(Index b) {
    CellBlock& block = packs.blocks[b];
    const Index hanging = static_cast<Index>(std::count_if(
        cells_of(b).begin(), cells_of(b).end(), [&](Index c) { return unknowns[c].hanging != 0; }));
    block.hanging_packs = packs_for(hanging);
    block.regular_packs = packs_for(static_cast<Index>(cells_of(b).size()) - hanging);
    halos[b] = LocalNumbers(packs.vertex_count, block).find_halo(cells_of(b), unknowns);
    block.halo = static_cast<Index>(halos[b].size());
  }

  void place_cell(Index b, Index c, Index pack, int lane, int octant, const LocalNumbers& numbers) {
    const CellUnknowns& cell = unknowns[c];
    for (int i = 0; i < 8; ++i)
      packs.nodes[pack].node[i][lane] = static_cast<std::uint16_t>(2 * numbers[cell.vertex[i ^ octant]]);
    packs.cells[pack][lane] = c;
    if (owns(packs.blocks[b], cell.vertex[0])) packs.own_cells[pack][lane] = c;
  }

  void fill(Index b) {
    const CellBlock& block = packs.blocks[b];
    LocalNumbers numbers(packs.vertex_count, block);
    std::copy(halos[b].begin(), halos[b].end(), packs.halo.begin() + block.first_halo);
    numbers.number_halo(std::move(halos[b]));
    const Index first_hanging_pack = block.first_pack + block.regular_packs;
    Index regular = 0, hanging = 0;
    for (const Index c : cells_of(b))
      if (unknowns[c].hanging == 0) {
        place_cell(b, c, block.first_pack + regular / kPackCells, regular % kPackCells, 0, numbers);
        ++regular;
      } else {
        const Index k = hanging / kPackCells;
        const int lane = hanging++ % kPackCells, octant = places[c].octant();
        place_cell(b, c, first_hanging_pack + k, lane, octant, numbers);
        set_hanging_lane(packs.hanging[block.first_hanging + k], lane, octant, unknowns[c].hanging);
      }
  }

  // Cuts the vertices, of which runs are in the same brick, into blocks.
  void set_blocks(std::span<const LatticePoint> points, std::span<const Index> runs, Index most_vertices) {
    packs.vertex_count = static_cast<Index>(points.size());
    std::vector<Index> starts;
    split(points, runs, 0, static_cast<Index>(runs.size()) - 1, kWholeLattice, most_vertices, starts);
    starts.push_back(packs.vertex_count);
    packs.blocks.resize(starts.size() - 1);
    for (std::size_t b = 0; b < packs.blocks.size(); ++b)
      packs.blocks[b].first_vertex = starts[b], packs.blocks[b].owned = starts[b + 1] - starts[b];
    halos.resize(packs.blocks.size());
  }

  // Places the packs of all blocks, which are counted.
  void make_room() {
    Index pack = 0, hanging = 0, halo = 0;
    for (CellBlock& block : packs.blocks) {
      block.first_pack = pack, pack += block.regular_packs + block.hanging_packs;
      block.first_hanging = hanging, hanging += block.hanging_packs;
      block.first_halo = halo, halo += block.halo;
      packs.most_vertices = std::max(packs.most_vertices, block.owned + block.halo);
    }
    if (packs.most_vertices > 0x7fff)
      throw Error("a block has more than 32767 vertices", "CellPacksParams::most_vertices", "allow fewer");
    packs.halo.resize(halo);
    packs.nodes.assign(pack, PackNodes{});
    packs.hanging.assign(hanging, HangingLanes{});
    packs.cells.assign(pack, {});
    for (auto& lanes : packs.cells) lanes.fill(-1);
    packs.own_cells = packs.cells;
  }

  template <typename Visit>
  void for_each_block(std::span<const Index> blocks, Visit&& visit) {
    parallel_for(static_cast<Index>(blocks.size()), 1, [&](Index k, Index) { visit(blocks[k]); });
  }
};

// The bricks that touch the bricks of points of a block's vertices, ascending.
std::vector<Index> bricks_around(const Vertices& vertices, const CellBlock& block) {
  const auto& start = vertices.unknown_start;
  const auto begin = std::lower_bound(start.begin(), start.end(), block.first_vertex),
             end = std::lower_bound(begin, start.end(), block.first_vertex + block.owned);
  std::vector<Index> bricks;
  for (auto at = begin; at != end; ++at)
    for (const Index brick : (*vertices.bricks)[at - start.begin()].bricks)
      if (brick >= 0) bricks.push_back(brick);
  std::sort(bricks.begin(), bricks.end());
  bricks.erase(std::unique(bricks.begin(), bricks.end()), bricks.end());
  return bricks;
}

}  // namespace

CellPacks make_cell_packs(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns,
                          std::span<const LatticePoint> points, const CellPacksParams& params) {
  Builder builder{places, unknowns, {}, {}, {}};
  CellPacks& packs = builder.packs;
  packs.cell_count = static_cast<Index>(places.size());
  if (points.empty()) return packs;
  builder.set_blocks(points, brick_runs(points), params.most_vertices);
  const Index blocks = static_cast<Index>(packs.blocks.size());
  std::vector<Index> block_of_vertex(packs.vertex_count), all(blocks);
  for (Index b = 0; b < blocks; ++b)
    std::fill_n(block_of_vertex.begin() + packs.blocks[b].first_vertex, packs.blocks[b].owned, b);
  std::iota(all.begin(), all.end(), 0);

  builder.block_cells = cells_of_blocks(unknowns, block_of_vertex, blocks);
  builder.for_each_block(all, [&](Index b) { builder.count(b); });
  builder.make_room();
  builder.for_each_block(all, [&](Index b) { builder.fill(b); });
  return std::move(packs);
}

namespace {

// The blocks that a small cut leaves as they are, and the others.
struct KeptBlocks {
  std::vector<Index> old;      // per block: its number before the cut, or -1
  std::vector<Index> changed;  // blocks without one
};

// A block is kept if none of its vertices is taken from the cut's window: then its cells are kept too.
KeptBlocks find_kept(const CellPacks& old, const CellPacks& packs, const IndexSplice& unknowns) {
  KeptBlocks found{std::vector<Index>(packs.blocks.size(), -1), {}};
  std::size_t at = 0;
  for (std::size_t b = 0; b < packs.blocks.size(); ++b) {
    const auto& [first, owned] = std::pair(packs.blocks[b].first_vertex, packs.blocks[b].owned);
    while (unknowns.runs()[at].to + unknowns.runs()[at].count <= first) ++at;
    const Index from = unknowns.runs()[at].from + first - unknowns.runs()[at].to;
    bool is_kept = true;
    for (std::size_t k = at; k < unknowns.runs().size() && unknowns.runs()[k].to < first + owned; ++k)
      is_kept = is_kept && !unknowns.runs()[k].of_window;
    const auto before = std::ranges::lower_bound(old.blocks, from, {}, &CellBlock::first_vertex);
    if (is_kept && before != old.blocks.end() && before->first_vertex == from && before->owned == owned)
      found.old[b] = static_cast<Index>(before - old.blocks.begin());
    else
      found.changed.push_back(static_cast<Index>(b));
  }
  return found;
}

// The cells with an unknown in these blocks, of the bricks that touch their bricks of points.
BlockCells cells_of_changed(const OctreeGrid& grid, const CellPacks& packs, const KeptBlocks& kept) {
  BlockCells of{{0}, {}};
  for (Index b = 0; b < static_cast<Index>(packs.blocks.size()); ++b) {
    if (kept.old[b] < 0)
      for (const Index brick : bricks_around(grid.vertices, packs.blocks[b]))
        for (Index c = grid.cells.brick_start[brick]; c < grid.cells.brick_start[brick + 1]; ++c)
          if (std::ranges::any_of(grid.unknowns[c].vertex, [&](Index v) { return owns(packs.blocks[b], v); }))
            of.cells.push_back(c);
    of.start.push_back(static_cast<Index>(of.cells.size()));
  }
  return of;
}

// Copies a block; numbers within it do not change.
void copy_block(const CellPacks& old, const CellBlock& from, CellPacks& packs, const CellBlock& to,
                const IndexSplice& cells, const IndexSplice& unknowns) {
  for (Index k = 0; k < to.halo; ++k)
    packs.halo[to.first_halo + k] = unknowns.of_old(old.halo[from.first_halo + k]);
  std::copy_n(old.hanging.begin() + from.first_hanging, to.hanging_packs,
              packs.hanging.begin() + to.first_hanging);
  for (Index k = 0; k < to.regular_packs + to.hanging_packs; ++k) {
    packs.nodes[to.first_pack + k] = old.nodes[from.first_pack + k];
    for (int lane = 0; lane < kPackCells; ++lane) {
      const auto renumbered = [&](Index c) { return c < 0 ? c : cells.of_old(c); };
      packs.cells[to.first_pack + k][lane] = renumbered(old.cells[from.first_pack + k][lane]);
      packs.own_cells[to.first_pack + k][lane] = renumbered(old.own_cells[from.first_pack + k][lane]);
    }
  }
}

}  // namespace

CellPacks patched(const CellPacks& old, const OctreeGrid& grid, const GridPatch& patch,
                  const CellPacksParams& params) {
  Builder builder{grid.cells.places, grid.unknowns, {}, {}, {}};
  CellPacks& packs = builder.packs;
  packs.cell_count = grid.cells.count();
  const auto points = std::span(grid.vertices.points).first(grid.vertices.unknowns);
  std::vector<Index> runs = grid.vertices.unknown_start;
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  builder.set_blocks(points, runs, params.most_vertices);

  const KeptBlocks kept = find_kept(old, packs, patch.unknowns);
  builder.block_cells = cells_of_changed(grid, packs, kept);
  builder.for_each_block(kept.changed, [&](Index b) { builder.count(b); });
  for (std::size_t b = 0; b < packs.blocks.size(); ++b)
    if (kept.old[b] >= 0) {
      const CellBlock& from = old.blocks[kept.old[b]];
      packs.blocks[b].halo = from.halo;
      packs.blocks[b].regular_packs = from.regular_packs, packs.blocks[b].hanging_packs = from.hanging_packs;
    }
  builder.make_room();
  parallel_for(static_cast<Index>(packs.blocks.size()), 1, [&](Index b, Index) {
    if (kept.old[b] >= 0)
      copy_block(old, old.blocks[kept.old[b]], packs, packs.blocks[b], patch.cells, patch.unknowns);
    else
      builder.fill(b);
  });
  return std::move(packs);
}

}  // namespace sinew
