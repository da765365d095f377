#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/refit_tree.h"
#include "collision/simplex_bounds.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

struct Embedding;  // sinew/embed/embedding.h

// One of the meshes that can move a surface: its tetrahedra, and where each vertex of the surface is in them: on the four
// nodes of one of the tetrahedra, in their order (bind_to_tetrahedra).
struct GoverningMesh {
  std::span<const Tetrahedron> tetrahedra;
  Index node_count;
  const Embedding& surface;
};

// What is known of the points that a tetrahedron governs. Only that they are inside of it: what benches compare with.
enum class GovernedBounds { kIntervals, kInside };

// The tetrahedra that move what is below each node of a surface's tree, its governors [Otaduy07, sec. 5.1, 5.4], for
// meshes from fine (level 0) to coarse. Tetrahedra and nodes are numbered through all levels.
//
// A node with n triangles has governors of the levels whose tetrahedra hold at least n / 2 triangles each on the mean, so
// that it has a few of each; a leaf has governors of all levels. The largest nodes that have governors of a level are
// matched to it:
//
//     tree                levels          governors of one node, from its own level upward
//     o                   -
//     |-- o               2               T5
//     |   |-- o           1, 2            T2 -> T5     an edge: both hold a common vertex
//     |   |-- o           1, 2            T3 -> T5
//     ...                                   \-> T6
class Governors {
 public:
  Governors() = default;
  // Throws Error if a vertex does not follow the four nodes of a tetrahedron.
  Governors(const RefitTree& tree, Index vertex_count, std::span<const GoverningMesh> levels,
            GovernedBounds bounds = GovernedBounds::kIntervals);

  int level_count() const { return static_cast<int>(first_simplex_.size()) - 1; }
  // The tetrahedra of a level, [first, first of the next one), and its nodes.
  Index first_simplex(int level) const { return first_simplex_[level]; }
  Index first_node(int level) const { return first_node_[level]; }
  int level_of_simplex(Index simplex) const;
  std::span<const std::array<Index, 4>> simplices() const { return simplices_; }  // their nodes

  // Where a vertex is: in which tetrahedron, and the weights of its nodes, of which the first one makes the sum 1.
  struct Place {
    Index simplex;
    float weight[4];
  };
  // What is known of where in its tetrahedron a vertex is.
  BarycentricIntervals intervals(Index vertex, int level) const;
  const Place& place(Index vertex, int level) const { return places_[vertex * level_count() + level]; }
  // The most that the absolute values of a vertex's weights add up to.
  double largest_weights() const { return largest_weights_; }

  // The finest level of which a node has governors; level_count() if it has none.
  int level_of(Index node) const { return level_of_[node]; }
  // Those of a level from level_of(node) on.
  std::span<const Governor> of(Index node, int level) const {
    const Index slot = slot_[node] + level - level_of_[node];
    return {governors_.data() + first_[slot], governors_.data() + first_[slot + 1]};
  }
  // The number of the first one of these; and those of the next level that governor number g has edges to.
  Index number_of_first(Index node, int level) const { return first_[slot_[node] + level - level_of_[node]]; }
  std::span<const Index> coarser(Index g) const {
    return {edges_.data() + first_edge_[g], edges_.data() + first_edge_[g + 1]};
  }
  std::size_t governor_count() const { return governors_.size(); }
  const Governor& governor(Index g) const { return governors_[g]; }
  // The nodes matched to the level of a tetrahedron that it governs.
  std::span<const Index> matched(Index simplex) const {
    return {matched_.data() + first_matched_[simplex], matched_.data() + first_matched_[simplex + 1]};
  }

  // How many governors of its own level the nodes matched to a level have.
  struct Count {
    Index nodes = 0, most = 0;
    double mean = 0;
  };
  Count count(int level) const;
  std::size_t bytes() const;

 private:
  void place_vertices(Index vertex_count, std::span<const GoverningMesh> levels);
  void find_levels(const RefitTree& tree);
  void add_governors(const RefitTree& tree);
  void match(const RefitTree& tree);

  std::vector<Index> first_simplex_, first_node_;
  std::vector<std::array<Index, 4>> simplices_;
  std::vector<Place> places_;
  std::vector<double> held_;  // per level: triangles for each tetrahedron that holds a vertex
  std::vector<int> level_of_;
  std::vector<Index> slot_, first_;  // per node, and per slot: node and level
  std::vector<Governor> governors_;
  std::vector<Index> first_edge_, edges_, first_matched_, matched_;
  double largest_weights_ = 1;
  GovernedBounds bounds_ = GovernedBounds::kIntervals;
};

// The nodes above each node of a tree; -1 above the root.
std::vector<Index> parents_of(const RefitTree& tree);

}  // namespace sinew
