#include "base/parallel.h"
#include "shape/quad_net.h"

namespace sinew {
namespace {

using Node = DistanceLattice::Node;
constexpr Index kNodes = DistanceLattice::kNodesPerBlock;
constexpr double kFromNode = 0.25;

Node shifted(Node n, int axis, Index by) {
  n[axis] += by;
  return n;
}

bool is_crossed(const DistanceLattice& lattice, const Node& n, int axis) {
  return lattice.inside(n) != lattice.inside(shifted(n, axis, 1));
}

// Running totals of count(block), so that each block knows where to write.
template <typename Count>
std::vector<Index> block_offsets(Index blocks, Count&& count) {
  std::vector<Index> offsets(blocks + 1, 0);
  parallel_for_each(blocks, 4, [&](Index b) { offsets[b + 1] = count(b); });
  for (Index b = 0; b < blocks; ++b) offsets[b + 1] += offsets[b];
  return offsets;
}

std::vector<Index> quad_offsets(const DistanceLattice& lattice) {
  return block_offsets(lattice.block_count(), [&](Index b) {
    Index count = 0;
    for (Index local = 0; local < kNodes; ++local)
      for (int axis = 0; axis < 3; ++axis) count += is_crossed(lattice, lattice.node(b, local), axis);
    return count;
  });
}

bool is_mixed(unsigned mask) { return mask != 0 && mask != 0xff; }

// Mean of the points where the cell's twelve edges cross the surface, by linear interpolation. They
// keep a distance from the nodes: otherwise, all cells around a node that is barely inside would put their
// vertices into one point.
Vec3 mean_crossing(const DistanceLattice& lattice, const Node& cell) {
  Vec3 sum;
  int crossings = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (Index side = 0; side < 4; ++side) {
      Node n = shifted(cell, (axis + 1) % 3, side & 1);
      n = shifted(n, (axis + 2) % 3, side >> 1);
      const double here = lattice.value(n), there = lattice.value(shifted(n, axis, 1));
      if ((here < 0) == (there < 0)) continue;
      const double t = std::clamp(here / (here - there), kFromNode, 1 - kFromNode);
      sum += lerp(lattice.position(n), lattice.position(shifted(n, axis, 1)), t);
      ++crossings;
    }
  return sum / crossings;
}

// The four cells around the edge from n along the axis, turning right-handed about it.
QuadNet::Quad quad_around(const DistanceLattice& lattice, const std::vector<Index>& vertex_of, const Node& n,
                          int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const Node cells[4] = {shifted(shifted(n, u, -1), v, -1), shifted(n, v, -1), n, shifted(n, u, -1)};
  QuadNet::Quad quad;
  for (int i = 0; i < 4; ++i) quad[i] = vertex_of[lattice.stored(cells[i])];
  if (!lattice.inside(n)) std::swap(quad[1], quad[3]);
  return quad;
}

}  // namespace

Index crossed_edge_count(const DistanceLattice& lattice) { return quad_offsets(lattice).back(); }

QuadNet surface_net(const DistanceLattice& lattice) {
  const Index blocks = lattice.block_count();
  const std::vector<Index> first_vertex = block_offsets(blocks, [&](Index b) {
    Index count = 0;
    for (Index local = 0; local < kNodes; ++local)
      count += is_mixed(lattice.cell_mask(lattice.node(b, local)));
    return count;
  });
  const std::vector<Index> first_quad = quad_offsets(lattice);

  QuadNet net;
  net.positions.resize(first_vertex.back());
  std::vector<Index> vertex_of(std::size_t(blocks) * kNodes, -1);
  parallel_for_each(blocks, 4, [&](Index b) {
    Index next = first_vertex[b];
    for (Index local = 0; local < kNodes; ++local) {
      const Node cell = lattice.node(b, local);
      if (!is_mixed(lattice.cell_mask(cell))) continue;
      net.positions[next] = mean_crossing(lattice, cell);
      vertex_of[b * kNodes + local] = next++;
    }
  });

  net.quads.resize(first_quad.back());
  parallel_for_each(blocks, 4, [&](Index b) {
    Index next = first_quad[b];
    for (Index local = 0; local < kNodes; ++local)
      for (int axis = 0; axis < 3; ++axis)
        if (const Node n = lattice.node(b, local); is_crossed(lattice, n, axis))
          net.quads[next++] = quad_around(lattice, vertex_of, n, axis);
  });
  return net;
}

}  // namespace sinew
