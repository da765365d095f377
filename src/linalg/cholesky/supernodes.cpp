#include "linalg/cholesky/supernodes.h"

#include <algorithm>

#include "linalg/cholesky/front_tree.h"

namespace sinew {

namespace {

class SupernodeTree {
 public:
  SupernodeTree(const BlockPattern& pattern, std::span<const Index> order, Index kept)
      : pattern_(pattern), order_(order), end_(pattern.rows() - kept), nodes_(end_ + (kept > 0 ? 1 : 0)) {
    place_.resize(pattern.rows());
    for (Index k = 0; k < pattern.rows(); ++k) place_[order[k]] = k;
    seen_.assign(pattern.rows(), -1);
    for (Index k = 0; k < end_; ++k) add_column(k);
    for (Index k = end_; k < pattern.rows(); ++k) nodes_[end_].columns.push_back(k);
  }

  // Merges each node with those of its children for which it pays.
  void amalgamate() {
    for (Index k = 0; k < end_; ++k) {
      if (nodes_[k].columns.empty()) continue;
      std::vector<Index> candidates = std::move(nodes_[k].children);
      nodes_[k].children.clear();
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        const Index child = candidates[c];
        if (!pays(nodes_[child], nodes_[k])) {
          nodes_[k].children.push_back(child);
          continue;
        }
        candidates.insert(candidates.end(), nodes_[child].children.begin(), nodes_[child].children.end());
        merge(child, k);
      }
    }
  }

  std::vector<Supernode> take() { return std::move(nodes_); }

 private:
  // Finds the rows that column k reaches, from A and from its children, and merges the child that reaches
  // the same ones.
  void add_column(Index k) {
    Supernode& node = nodes_[k];
    node.columns = {k};
    seen_[k] = k;
    const auto reach = [&](Index other) {
      if (other > k && seen_[other] != k) seen_[other] = k, node.reached.push_back(other);
    };
    for (Index at = pattern_.row_start[order_[k]]; at < pattern_.row_start[order_[k] + 1]; ++at)
      reach(place_[pattern_.column[at]]);
    for (const Index child : node.children)
      for (const Index other : nodes_[child].reached) reach(other);
    std::sort(node.reached.begin(), node.reached.end());
    const auto same = std::find_if(node.children.begin(), node.children.end(), [&](Index child) {
      return nodes_[child].reached.size() == node.reached.size() + 1;
    });
    if (same != node.children.end()) {
      const Index child = *same;
      node.children.erase(same);
      node.children.insert(node.children.end(), nodes_[child].children.begin(), nodes_[child].children.end());
      merge(child, k);
    }
    if (!node.reached.empty()) nodes_[std::min(node.reached[0], end_)].children.push_back(k);
  }

  // Columns of the child become columns of the parent; its children are the caller's business.
  void merge(Index child, Index parent) {
    Supernode &from = nodes_[child], &to = nodes_[parent];
    std::vector<Index> columns(from.columns.size() + to.columns.size());
    std::merge(from.columns.begin(), from.columns.end(), to.columns.begin(), to.columns.end(),
               columns.begin());
    to.columns = std::move(columns);
    from = {};
  }

  static bool pays(const Supernode& child, const Supernode& parent) {
    const auto c = static_cast<Index>(child.columns.size()), p = static_cast<Index>(parent.columns.size());
    const auto r = static_cast<Index>(child.reached.size()), q = static_cast<Index>(parent.reached.size());
    return front_cost(c + p, q) < front_cost(c, r) + front_cost(p, q);
  }

  const BlockPattern& pattern_;
  std::span<const Index> order_;
  Index end_;  // columns [0, end_) are eliminated
  std::vector<Supernode> nodes_;
  std::vector<Index> place_, seen_;
};

}  // namespace

std::vector<Supernode> find_supernodes(const BlockPattern& pattern, std::span<const Index> order,
                                       Index kept) {
  SupernodeTree tree(pattern, order, kept);
  tree.amalgamate();
  std::vector<Supernode> nodes = tree.take();
  for (std::size_t k = 0; k < nodes.size(); ++k)
    for (const Index child : nodes[k].children) nodes[child].parent = static_cast<Index>(k);
  return nodes;
}

}  // namespace sinew
