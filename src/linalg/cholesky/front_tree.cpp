#include "linalg/cholesky/front_tree.h"

#include <algorithm>

#include "linalg/cholesky/supernodes.h"

namespace sinew {

namespace {

// Turns supernodes into fronts: numbers them from the leaves up, and the positions with them.
class FrontTreeBuilder {
 public:
  FrontTreeBuilder(const BlockPattern& pattern, std::span<const Index> order, Index kept)
      : pattern_(pattern), order_(order), nodes_(find_supernodes(pattern, order, kept)) {
    tree_.kept = kept;
    position_.resize(order.size());
  }

  FrontTree build() {
    number_fronts();
    for (Index f = 0; f < count(); ++f) add_rows(f);
    for (Index f = 0; f < count(); ++f) connect(f);
    add_children();
    add_entries();
    return std::move(tree_);
  }

 private:
  Index count() const { return static_cast<Index>(tree_.fronts.size()); }

  // Depth first, without recursion, because chains may be long.
  void number_fronts() {
    std::vector<std::pair<Index, std::size_t>> path;  // node, and its next child
    for (std::size_t root = 0; root < nodes_.size(); ++root) {
      if (nodes_[root].columns.empty() || nodes_[root].parent >= 0) continue;
      path.emplace_back(static_cast<Index>(root), 0);
      while (!path.empty()) {
        auto& [node, next] = path.back();
        if (next < nodes_[node].children.size())
          path.emplace_back(nodes_[node].children[next++], 0);
        else {
          add_front(node);
          path.pop_back();
        }
      }
    }
  }

  void add_front(Index node) {
    FrontShape front;
    front.first = static_cast<Index>(tree_.row_at.size());
    front.columns = static_cast<Index>(nodes_[node].columns.size());
    for (const Index column : nodes_[node].columns) {
      position_[column] = static_cast<Index>(tree_.row_at.size());
      tree_.row_at.push_back(order_[column]);
    }
    node_of_.push_back(node);
    tree_.fronts.push_back(front);
    front_at_.resize(tree_.row_at.size(), count() - 1);
  }

  void add_rows(Index f) {
    FrontShape& front = tree_.fronts[f];
    front.row_begin = static_cast<Index>(tree_.rows.size());
    for (const Index column : nodes_[node_of_[f]].reached) tree_.rows.push_back(position_[column]);
    front.row_end = static_cast<Index>(tree_.rows.size());
    std::sort(tree_.rows.begin() + front.row_begin, tree_.rows.end());
    if (front.reached() > 0) front.parent = front_at_[tree_.rows[front.row_begin]];
  }

  // Which row of a front a position is.
  Index row_in(const FrontShape& front, Index position) const {
    if (position < front.first + front.columns) return position - front.first;
    const auto begin = tree_.rows.begin() + front.row_begin, end = tree_.rows.begin() + front.row_end;
    return front.columns + static_cast<Index>(std::lower_bound(begin, end, position) - begin);
  }

  void connect(Index f) {
    const FrontShape& front = tree_.fronts[f];
    for (const Index position : tree_.rows_of(front))
      tree_.in_parent.push_back(row_in(tree_.fronts[front.parent], position));
  }

  void add_children() {
    tree_.child_start.assign(count() + 1, 0);
    for (const FrontShape& front : tree_.fronts)
      if (front.parent >= 0) ++tree_.child_start[front.parent + 1];
    for (Index f = 0; f < count(); ++f) tree_.child_start[f + 1] += tree_.child_start[f];
    std::vector<Index> next = tree_.child_start;
    tree_.children.resize(tree_.child_start.back());
    for (Index f = 0; f < count(); ++f) {
      FrontShape& front = tree_.fronts[f];
      const std::span<const Index> children(tree_.children.data() + tree_.child_start[f],
                                            next[f] - tree_.child_start[f]);
      front.first_below = children.empty() ? f : tree_.fronts[children[0]].first_below;
      if (front.parent >= 0) tree_.children[next[front.parent]++] = f;
    }
  }

  // Sorts the blocks of the matrix by the front that eliminates one of their rows first.
  void add_entries() {
    std::vector<Index> position_of(order_.size());
    for (std::size_t p = 0; p < order_.size(); ++p) position_of[tree_.row_at[p]] = static_cast<Index>(p);
    const auto for_blocks = [&](auto&& act) {
      for (Index i = 0; i < pattern_.rows(); ++i)
        for (Index at = pattern_.row_start[i]; at <= pattern_.diagonal[i]; ++at) {
          const Index p = position_of[i], q = position_of[pattern_.column[at]];
          act(at, std::max(p, q), std::min(p, q), p < q);
        }
    };
    std::vector<Index> next(count() + 1, 0);
    for_blocks([&](Index, Index, Index column, bool) { ++next[front_at_[column] + 1]; });
    for (Index f = 0; f < count(); ++f) {
      tree_.fronts[f].entry_begin = next[f];
      tree_.fronts[f].entry_end = next[f + 1] += next[f];
    }
    tree_.entries.resize(next.back());
    for_blocks([&](Index at, Index row, Index column, bool transposed) {
      const Index f = front_at_[column];
      const FrontShape& front = tree_.fronts[f];
      tree_.entries[next[f]++] = {at, row_in(front, row), column - front.first, transposed};
    });
  }

  const BlockPattern& pattern_;
  std::span<const Index> order_;
  std::vector<Supernode> nodes_;
  FrontTree tree_;
  std::vector<Index> position_;  // per column of the order
  std::vector<Index> front_at_;  // per position, the front that eliminates it
  std::vector<Index> node_of_;   // per front
};

}  // namespace

double FrontTree::factor_entries() const {
  double sum = 0;
  for (const FrontShape& front : fronts) {
    const double columns = 3.0 * front.columns, reached = 3.0 * front.reached();
    sum += columns * (columns + 1) / 2 + columns * reached;
  }
  return sum;
}

double front_cost(Index columns, Index reached) {
  // Measured with AVX-512: operations, entries that go to the parent, entries of L, and the call itself.
  const double c = 3.0 * columns, r = 3.0 * reached;
  return (c * c * c / 3 + c * c * r + c * r * r) / 40 + 0.4 * r * r + 0.3 * c * (c + r) + 400;
}

FrontTree make_front_tree(const BlockPattern& pattern, std::span<const Index> order, Index kept) {
  return FrontTreeBuilder(pattern, order, kept).build();
}

}  // namespace sinew
