#include "collision/governors.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

// The vertices below a node, each once, ascending: those of the leaves, merged upward.
class VerticesBelow {
 public:
  explicit VerticesBelow(const RefitTree& tree) : tree_(tree) {}
  // Calls visit(node, vertices) for each node, children first.
  template <typename Visit>
  std::vector<Index> walk(Index node, const Visit& visit) const {
    const RefitTree::Node& n = tree_.nodes()[node];
    std::vector<Index> vertices;
    if (n.is_leaf()) {
      const TriangleLeaf& leaf = tree_.leaves()[n.leaf()];
      for (const auto& corner : leaf.vertex)
        for (const int v : corner)
          if (v >= 0) vertices.push_back(v);
      std::ranges::sort(vertices);
      vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    } else {
      const std::vector<Index> left = walk(node + 1, visit), right = walk(n.right, visit);
      std::ranges::set_union(left, right, std::back_inserter(vertices));
    }
    visit(node, vertices);
    return vertices;
  }

 private:
  const RefitTree& tree_;
};

Index triangles_below(const RefitTree& tree, Index node) {
  return tree.nodes()[node].leaves * TriangleLeaf::kSize;
}

}  // namespace

std::vector<Index> parents_of(const RefitTree& tree) {
  std::vector<Index> parent(tree.nodes().size(), -1);
  for (Index i = 0; i < static_cast<Index>(parent.size()); ++i)
    if (!tree.nodes()[i].is_leaf()) parent[i + 1] = parent[tree.nodes()[i].right] = i;
  return parent;
}

Governors::Governors(const RefitTree& tree, Index vertex_count, std::span<const GoverningMesh> levels,
                     GovernedBounds bounds)
    : bounds_(bounds) {
  place_vertices(vertex_count, levels);
  const auto triangles = static_cast<double>(tree.triangles().size());
  for (int level = 0; level < level_count(); ++level) {
    std::vector<char> holds(first_simplex_[level + 1] - first_simplex_[level]);
    for (Index v = 0; v < vertex_count; ++v) holds[place(v, level).simplex - first_simplex_[level]] = 1;
    held_.push_back(triangles /
                    static_cast<double>(std::max<std::ptrdiff_t>(1, std::ranges::count(holds, 1))));
  }
  find_levels(tree);
  add_governors(tree);
  match(tree);
}

void Governors::place_vertices(Index vertex_count, std::span<const GoverningMesh> levels) {
  first_simplex_.assign(1, 0), first_node_.assign(1, 0);
  places_.resize(vertex_count * levels.size());
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const GoverningMesh& mesh = levels[level];
    std::map<Tetrahedron, Index> number;
    for (const Tetrahedron& t : mesh.tetrahedra) {
      number.emplace(t, static_cast<Index>(simplices_.size()));
      Tetrahedron nodes = t;
      for (Index& n : nodes) n += first_node_[level];
      simplices_.push_back(nodes);
    }
    for (Index v = 0; v < vertex_count; ++v) {
      const auto nodes = mesh.surface.nodes(v);
      const auto weights = mesh.surface.weights(v);
      const auto found =
          nodes.size() == 4 ? number.find({nodes[0], nodes[1], nodes[2], nodes[3]}) : number.end();
      if (found == number.end())
        throw Error("a surface vertex does not follow the four nodes of a tetrahedron", "governing mesh",
                    "bind the surface by bind_to_tetrahedra");
      Place& place = places_[v * levels.size() + level];
      place.simplex = found->second;
      double rest = 1, sum = 0;
      for (int k = 1; k < 4; ++k) place.weight[k] = weights[k], rest -= weights[k];
      place.weight[0] = static_cast<float>(rest);
      for (const float w : place.weight) sum += std::abs(w);
      largest_weights_ = std::max(largest_weights_, sum);
    }
    first_simplex_.push_back(static_cast<Index>(simplices_.size()));
    first_node_.push_back(first_node_.back() + mesh.node_count);
  }
}

BarycentricIntervals Governors::intervals(Index vertex, int level) const {
  const Place& p = place(vertex, level);
  const std::array<double, 4> weights = {1.0 - p.weight[1] - p.weight[2] - p.weight[3], p.weight[1],
                                         p.weight[2], p.weight[3]};
  BarycentricIntervals known;
  known.extend(weights);
  if (bounds_ == GovernedBounds::kInside)
    for (int corner = 0; corner < 4; ++corner) {
      std::array<double, 4> at{};
      at[corner] = 1;
      known.extend(at);
    }
  return known;
}

int Governors::level_of_simplex(Index simplex) const {
  return static_cast<int>(std::ranges::upper_bound(first_simplex_, simplex) - first_simplex_.begin()) - 1;
}

void Governors::find_levels(const RefitTree& tree) {
  constexpr double kHeld = 2;
  const auto nodes = static_cast<Index>(tree.nodes().size());
  level_of_.assign(nodes, level_count());
  slot_.resize(nodes);
  Index slots = 0;
  for (Index node = 0; node < nodes; ++node) {
    if (tree.nodes()[node].is_leaf()) level_of_[node] = 0;
    while (level_of_[node] > 0 && triangles_below(tree, node) <= kHeld * held_[level_of_[node] - 1])
      --level_of_[node];
    slot_[node] = slots;
    slots += level_count() - level_of_[node];
  }
  first_.assign(slots + 1, 0);
}

void Governors::add_governors(const RefitTree& tree) {
  struct Found {
    std::vector<Governor> governors;
    std::vector<std::vector<Index>> edges;  // to positions in the next level
  };
  std::vector<Found> found(first_.size() - 1);
  const int levels = level_count();
  std::vector<Index> position(simplices_.size(), -1);
  const VerticesBelow below(tree);
  below.walk(0, [&](Index node, std::span<const Index> vertices) {
    for (int level = levels; level-- > level_of_[node];) {
      Found& here = found[slot_[node] + level - level_of_[node]];
      std::vector<BarycentricIntervals> known;
      std::vector<Index> simplices;
      for (const Index v : vertices) {
        const Place& p = place(v, level);
        if (position[p.simplex] < 0) {
          position[p.simplex] = static_cast<Index>(simplices.size());
          simplices.push_back(p.simplex);
          known.emplace_back();
          here.edges.emplace_back();
        }
        known[position[p.simplex]].extend(intervals(v, level));
        if (level + 1 < levels)
          here.edges[position[p.simplex]].push_back(position[place(v, level + 1).simplex]);
      }
      for (std::size_t i = 0; i < simplices.size(); ++i) {
        here.governors.push_back(make_governor(known[i], simplices[i]));
        auto& edges = here.edges[i];
        std::ranges::sort(edges);
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
      }
    }
    for (int level = level_of_[node]; level < levels; ++level)
      for (const Index v : vertices) position[place(v, level).simplex] = -1;
  });

  for (std::size_t slot = 0; slot < found.size(); ++slot)
    first_[slot + 1] = first_[slot] + static_cast<Index>(found[slot].governors.size());
  first_edge_.assign(1, 0);
  for (std::size_t slot = 0; slot < found.size(); ++slot)
    for (std::size_t i = 0; i < found[slot].governors.size(); ++i) {
      governors_.push_back(found[slot].governors[i]);
      for (const Index to : found[slot].edges[i]) edges_.push_back(first_[slot + 1] + to);
      first_edge_.push_back(static_cast<Index>(edges_.size()));
    }
}

// A node is matched to a level of which it has governors and the node above it has none.
void Governors::match(const RefitTree& tree) {
  const std::vector<Index> parent = parents_of(tree);
  const auto for_each_match = [&](const auto& visit) {
    for (Index node = 0; node < static_cast<Index>(parent.size()); ++node) {
      const int end = parent[node] < 0 ? level_count() : level_of_[parent[node]];
      for (int level = level_of_[node]; level < end; ++level)
        for (const Governor& g : of(node, level)) visit(node, g.simplex);
    }
  };
  first_matched_.assign(simplices_.size() + 1, 0);
  for_each_match([&](Index, Index simplex) { ++first_matched_[simplex + 1]; });
  std::partial_sum(first_matched_.begin(), first_matched_.end(), first_matched_.begin());
  matched_.resize(first_matched_.back());
  std::vector<Index> next = first_matched_;
  for_each_match([&](Index node, Index simplex) { matched_[next[simplex]++] = node; });
}

Governors::Count Governors::count(int level) const {
  std::map<Index, Index> governors;  // of each node
  for (Index simplex = first_simplex_[level]; simplex < first_simplex_[level + 1]; ++simplex)
    for (const Index node : matched(simplex)) ++governors[node];
  Count count;
  for (const auto& [node, n] : governors) {
    ++count.nodes;
    count.most = std::max(count.most, n);
    count.mean += n;
  }
  count.mean /= std::max<Index>(1, count.nodes);
  return count;
}

std::size_t Governors::bytes() const {
  const auto size = [](const auto& v) { return v.size() * sizeof v[0]; };
  return size(simplices_) + size(places_) + size(level_of_) + size(slot_) + size(first_) + size(governors_) +
         size(first_edge_) + size(edges_) + size(first_matched_) + size(matched_);
}

}  // namespace sinew
