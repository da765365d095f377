#pragma once

#include <array>
#include <span>
#include <vector>

#include "tet/elastic_rest.h"

namespace sinew {

// A point that follows the four corners of an element, by barycentric weights in double: rigid motions of the
// corners must be those of the point to rounding.
struct ElementRow {
  std::array<Index, 4> node{};
  std::array<double, 4> weight{};
};

// Lists by node: those of node i are list[start[i]] to list[start[i + 1] - 1].
template <typename Entry>
struct NodeLists {
  std::vector<Index> start = {0};
  std::vector<Entry> list;

  std::span<const Entry> operator[](Index i) const {
    return {list.data() + start[i], static_cast<std::size_t>(start[i + 1] - start[i])};
  }
};

struct WeightedNode {
  Index node;
  double weight;
};

// The holds of level 0 within an element of a coarse level, which has no held nodes of its own: a spring between where the
// element has the n held nodes within it and where they are, with the energy
//   k / 2 sum_ij together_ij w_i . w_j,   together = 1/n sum_h p_h p_h^T,
// for p_h the barycentric weights of held node h. The coarsest level would else fall freely, and corrections with it.
struct HeldElement {
  Index element;
  std::array<Index, 4> node;
  std::array<std::array<double, 4>, 4> together{};
  std::array<std::array<Index, 4>, 4> place{};  // of blocks in the pattern
};

// One level of an adaptive body at rest. Nodes are numbered by colour. A coarse level is a discretisation of its own of
// the solid that level 0 fills: its elements have the moduli and the fill that level 0 has within them, and its nodes the
// masses of the solid around them.
struct LevelRest {
  // lambda and mu of the elements include fill and stiffness factor.
  ElasticRest elements;
  std::vector<double> masses;              // of the nodes, lumped, kg
  std::vector<HeldElement> held_elements;  // of a coarse level

  // Between this level and the next coarser one, [Otaduy07, sec. 4.1]; empty on the coarsest level. up is P: its
  // row of a node has the corners of T+, the coarse element around or nearest to it; `moved` is the transpose. down is R~:
  // its row of a coarse node has the corners of T-, the element of this level around or nearest to it.
  std::vector<ElementRow> up;
  std::vector<Index> parent;      // per node: the corner of T+ nearest to it
  NodeLists<WeightedNode> moved;  // per coarse node: the nodes of this level that it moves, ascending
  NodeLists<WeightedNode> down;

  Index node_count() const { return elements.node_count(); }
};

// An adaptive body at rest: level 0 is the body, the others serve it.
struct AdaptiveRest {
  std::vector<LevelRest> levels;
  double size = 0;  // diagonal of the body, m

  int count() const { return static_cast<int>(levels.size()); }
  const LevelRest& finest() const { return levels.front(); }
};

// Meshes from fine to coarse. `materials` has one entry per element of the finest mesh, or one for all; `held_nodes` are
// nodes of the finest mesh. Throws Error if a mesh or a material is invalid.
AdaptiveRest make_adaptive_rest(std::span<const VolumeMesh> meshes, std::span<const Material> materials,
                                std::span<const Index> held_nodes);

// Changes the materials of all levels; arguments as above.
void set_materials(AdaptiveRest& rest, const std::vector<Material>& materials);

}  // namespace sinew
