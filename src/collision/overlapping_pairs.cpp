#include "collision/overlapping_pairs.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/parallel.h"

// Both trees are descended at once, from the pair of their roots. A search within one tree begins with its
// root against itself: such a pair is replaced by both children against themselves, and against each other.
//
// Pairs of large nodes are replaced until both have at most kTask leaves; each pair of nodes that remains is
// a task with a list of its own. Which tasks there are depends on the boxes alone, and the pairs are sorted
// at the end: the answer depends neither on the number of threads nor on the order of the tree.

namespace sinew {

namespace {

using TreePair = OverlapScratch::BoxPair;

constexpr Index kTask = 128;   // leaves
constexpr int kAnyShared = 3;  // the triangles belong to two surfaces: their vertices are others

class Search {
 public:
  Search(const RefitTree& a, const RefitTree& b, int most_shared)
      : a_(a), b_(b), within_one_(most_shared < kAnyShared), most_shared_(most_shared) {}
  Search(const Flight& a, const Flight& b, WhichPairs which, int most_shared)
      : a_(a.tree),
        b_(b.tree),
        flight_a_(&a.boxes),
        flight_b_(&b.boxes),
        only_marked_(which == WhichPairs::kMarked),
        within_one_(most_shared < kAnyShared),
        most_shared_(most_shared) {}

  bool is_empty() const { return a_.empty() || b_.empty() || !is_asked_for(0, 0) || !are_near(0, 0); }
  Index triangles_of_a() const { return static_cast<Index>(a_.triangles().size()); }

  // Calls visit(pair) for the pairs of children to look at instead, which overlap.
  template <typename Visit>
  void open(const TreePair& pair, Visit&& visit) const {
    const RefitTree::Node &a = a_.nodes()[pair.a], &b = b_.nodes()[pair.b];
    auto look = [&](Index i, Index j) {
      if (is_asked_for(i, j) && are_near(i, j)) visit(TreePair{i, j});
    };
    if (within_one_ && pair.a == pair.b) {
      if (is_asked_for(a.right, a.right)) visit(TreePair{a.right, a.right});
      look(pair.a + 1, a.right);
      if (is_asked_for(pair.a + 1, pair.a + 1)) visit(TreePair{pair.a + 1, pair.a + 1});
    } else if (b.is_leaf() || (!a.is_leaf() && a.leaves > 2 * b.leaves)) {
      look(a.right, pair.b), look(pair.a + 1, pair.b);
    } else if (a.is_leaf() || b.leaves > 2 * a.leaves) {
      look(pair.a, b.right), look(pair.a, pair.b + 1);
    } else {
      look(a.right, b.right), look(a.right, pair.b + 1);
      look(pair.a + 1, b.right), look(pair.a + 1, pair.b + 1);
    }
  }
  bool are_near(Index i, Index j) const {
    if (flight_a_ != nullptr) return may_meet(*flight_a_, i, *flight_b_, j);
    return overlap(a_.boxes()[i], b_.boxes()[j]);
  }
  bool is_asked_for(Index i, Index j) const { return !only_marked_ || a_.is_marked(i) || b_.is_marked(j); }
  bool are_leaves(const TreePair& pair) const {
    return a_.nodes()[pair.a].is_leaf() && b_.nodes()[pair.b].is_leaf();
  }
  bool is_task(const TreePair& pair) const {
    return a_.nodes()[pair.a].leaves <= kTask && b_.nodes()[pair.b].leaves <= kTask;
  }
  void compare_leaves(const TreePair& pair, std::vector<TrianglePair>& found) const;

 private:
  unsigned long long overlaps(const TriangleLeaf& a, const TriangleLeaf& b) const {
    return within_one_ ? kernels_.overlaps_apart(a, b, most_shared_) : kernels_.overlaps(a, b);
  }
  unsigned long long overlaps(Index leaf_a, Index leaf_b) const;

  const RefitTree &a_, &b_;
  const FlightBoxes *flight_a_ = nullptr, *flight_b_ = nullptr;  // null: the boxes of the trees count
  bool only_marked_ = false;
  bool within_one_;
  int most_shared_;
  const LeafKernels& kernels_ = leaf_kernels_for(best_instruction_set());
};

// As bits 8 i + j: triangle i of the first leaf or triangle j of the second is marked.
unsigned long long marked(unsigned first, unsigned second) {
  unsigned long long bits = second * 0x0101010101010101ULL;
  for (int i = 0; i < 8; ++i)
    if ((first >> i & 1U) != 0) bits |= 0xFFULL << (8 * i);
  return bits;
}

unsigned long long Search::overlaps(Index leaf_a, Index leaf_b) const {
  if (flight_a_ == nullptr) return overlaps(a_.leaves()[leaf_a], b_.leaves()[leaf_b]);
  FlightBoxes::SeenLeaves work;
  const auto [a, b] = see_leaves(*flight_a_, leaf_a, *flight_b_, leaf_b, kernels_, work);
  return overlaps(*a, *b);
}

void Search::compare_leaves(const TreePair& pair, std::vector<TrianglePair>& found) const {
  const Index leaf_a = a_.nodes()[pair.a].leaf(), leaf_b = b_.nodes()[pair.b].leaf();
  unsigned long long bits = overlaps(leaf_a, leaf_b);
  if (only_marked_) bits &= marked(a_.marks_of(leaf_a), b_.marks_of(leaf_b));
  // In a leaf with itself, one half of the pairs counts.
  if (within_one_ && leaf_a == leaf_b) bits &= 0x0080C0E0F0F8FCFEULL;
  for (; bits != 0; bits &= bits - 1) {
    const int bit = std::countr_zero(bits);
    const Index s = a_.triangles_of(leaf_a)[bit / 8], t = b_.triangles_of(leaf_b)[bit % 8];
    found.push_back(within_one_ && t < s ? TrianglePair{t, s} : TrianglePair{s, t});
  }
}

void make_tasks(const Search& search, OverlapScratch& scratch) {
  scratch.tasks.clear();
  scratch.waiting.assign(1, {0, 0});
  while (!scratch.waiting.empty()) {
    const TreePair pair = scratch.waiting.back();
    scratch.waiting.pop_back();
    if (search.is_task(pair))
      scratch.tasks.push_back(pair);
    else
      search.open(pair, [&](const TreePair& child) { scratch.waiting.push_back(child); });
  }
}

// Replaces a pair by at most four, of which one is a level lower: 64 levels fit.
void run_task(const Search& search, const TreePair& task, std::vector<TrianglePair>& found) {
  found.clear();
  TreePair stack[256];
  int depth = 0;
  stack[depth++] = task;
  while (depth > 0) {
    const TreePair pair = stack[--depth];
    if (search.are_leaves(pair))
      search.compare_leaves(pair, found);
    else
      search.open(pair, [&](const TreePair& child) { stack[depth++] = child; });
  }
}

// Sorts by counting the pairs of each first triangle, of which there are few.
void gather_sorted(Index triangles, OverlapScratch& scratch, std::vector<TrianglePair>& pairs) {
  std::vector<Index>& first = scratch.first;
  first.assign(triangles + 1, 0);
  const std::span lists(scratch.found.data(), scratch.tasks.size());
  for (const auto& list : lists)
    for (const TrianglePair& pair : list) ++first[pair.a];
  std::exclusive_scan(first.begin(), first.end(), first.begin(), 0);
  pairs.resize(first.back());
  for (const auto& list : lists)
    for (const TrianglePair& pair : list) pairs[first[pair.a]++] = pair;
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end].a == pairs[begin].a) ++end;
    if (end > begin + 1) std::sort(&pairs[begin], &pairs[begin] + (end - begin));
  }
}

void search_pairs(const Search& search, OverlapScratch& scratch, std::vector<TrianglePair>& pairs) {
  pairs.clear();
  if (search.is_empty()) return;
  make_tasks(search, scratch);
  if (scratch.found.size() < scratch.tasks.size()) scratch.found.resize(scratch.tasks.size());
  parallel_for_each(scratch.tasks.size(), 1,
                    [&](Index task) { run_task(search, scratch.tasks[task], scratch.found[task]); });
  gather_sorted(search.triangles_of_a(), scratch, pairs);
}

}  // namespace

void overlapping_pairs(const RefitTree& a, const RefitTree& b, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs) {
  search_pairs({a, b, kAnyShared}, scratch, pairs);
}

void self_overlaps(const RefitTree& tree, OverlapScratch& scratch, std::vector<TrianglePair>& pairs,
                   int most_shared) {
  search_pairs({tree, tree, most_shared}, scratch, pairs);
}

void overlapping_pairs(const Flight& a, const Flight& b, WhichPairs which, OverlapScratch& scratch,
                       std::vector<TrianglePair>& pairs) {
  search_pairs({a, b, which, kAnyShared}, scratch, pairs);
}

void self_overlaps(const Flight& flight, WhichPairs which, OverlapScratch& scratch,
                   std::vector<TrianglePair>& pairs) {
  search_pairs({flight, flight, which, 0}, scratch, pairs);
}

}  // namespace sinew
