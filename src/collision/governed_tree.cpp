#include "collision/governed_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

SurfaceFront full_front(const Governors& governors, int level) {
  SurfaceFront front(governors.simplices().size());
  std::fill(front.begin() + governors.first_simplex(level),
            front.begin() + governors.first_simplex(level + 1), char{1});
  return front;
}

GovernedTree::GovernedTree(const RefitTree& tree, const Governors& governors)
    : tree_(&tree),
      governors_(&governors),
      kernels_(&simplex_kernels_for(best_instruction_set())),
      parent_(parents_of(tree)),
      boxes_(parent_.size()),
      fitted_(parent_.size(), -1),
      opened_(parent_.size(), -1),
      own_(parent_.size()),
      meets_(parent_.size()),
      finest_(parent_.size()),
      leaves_(tree.leaves().size()),
      leaf_fitted_(tree.leaves().size(), -1),
      seen_(governors.governor_count(), -1) {
  Index vertices = 0;
  for (const Triangle& t : tree.triangles()) vertices = std::max({vertices, t[0] + 1, t[1] + 1, t[2] + 1});
  vertex_boxes_.resize(vertices), vertex_placed_.assign(vertices, -1);
}

int GovernedTree::level_of_vertex(Index v) const {
  int level = 0;
  while (level < governors_->level_count() && front_[governors_->place(v, level).simplex] == 0) ++level;
  return level;
}

void GovernedTree::set_front(const SurfaceFront& front) {
  front_ = front;
  for (const Triangle& t : tree_->triangles())
    for (const Index v : t)
      if (level_of_vertex(v) == governors_->level_count())
        throw Error("no tetrahedron of the front holds surface vertex " + std::to_string(v), "front",
                    "activate a coarser one");
  in_front_.clear();
  is_above_.assign(parent_.size(), 0);
  std::vector<char> has_level(governors_->level_count());
  for (Index simplex = 0; simplex < static_cast<Index>(front_.size()); ++simplex) {
    if (front_[simplex] == 0 || governors_->matched(simplex).empty()) continue;
    in_front_.push_back(simplex);
    has_level[governors_->level_of_simplex(simplex)] = 1;
    for (const Index node : governors_->matched(simplex)) mark(node);
  }
  const auto levels = std::ranges::count(has_level, 1);
  only_level_ = levels == 1 ? static_cast<int>(std::ranges::find(has_level, 1) - has_level.begin()) : -1;
}

// What is above a marked node is above the front.
void GovernedTree::mark(Index node) {
  for (node = parent_[node]; node >= 0 && is_above_[node] == 0; node = parent_[node]) is_above_[node] = 1;
}

void GovernedTree::place(const GoverningStep& step, double margin, const Vec3& origin, const Vec3& drift) {
  ++placed_;
  step_ = step;
  states_ = step.is_still() ? 1 : 2;
  double extent = 0;
  for (int state = 0; state < states_; ++state) {
    const std::span<const Vec3> positions = state == 0 ? step.start : step.end;
    const Vec3 from = state == 0 ? origin : origin + drift;
    nodes_[state].resize(positions.size());
    for (std::size_t n = 0; n < positions.size(); ++n) {
      const Vec3 p = positions[n] - from;
      extent = std::max({extent, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
      nodes_[state][n] =
          FloatCorner{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0};
    }
    sorted_[state].resize(front_.size());
    if (!sorts_each_time_)
      for (const Index simplex : in_front_) sort(simplex, state, sorted_[state][simplex]);
  }
  margin_ = rounded_up(margin + simplex_rounding(extent + margin, governors_->largest_weights()));
}

void GovernedTree::sort(Index simplex, int state, SortedSimplex& sorted) const {
  alignas(16) float x[4][4];
  for (int i = 0; i < 4; ++i) store_corner(nodes_[state][governors_->simplices()[simplex][i]], x[i]);
  kernels_->sort(x, sorted);
}

void GovernedTree::fit(std::span<const Signature> may_meet) {
  may_meet_ = may_meet;
  ++fit_;
  counts_ = {};
  fit_down(0, 0);
}

// The last query opened a node if it is marked with the fit before this one.
void GovernedTree::fit_down(Index node, int seed) {
  const RefitTree::Node& n = tree_->nodes()[node];
  const bool is_above = is_above_[node] != 0;
  if (!is_above) {
    fit_from_governors(node, seed);
    ++counts_.front;
    if (n.is_leaf() || opened_[node] != fit_ - 1 || meets_[node].empty()) return;
  }
  const int below = is_above ? 0 : finest_[node];
  fit_down(node + 1, below), fit_down(n.right, below);
  boxes_[node] = boxes_[node + 1];
  boxes_[node].extend(boxes_[n.right]);
  own_[node] = own_[node + 1], own_[node].add(own_[n.right]);
  meets_[node] = meets_[node + 1], meets_[node].add(meets_[n.right]);
  finest_[node] = static_cast<signed char>(below);
  fitted_[node] = fit_;
}

// Calls visit(first, count) for runs of governors. The search goes upward from level `seed`, and ends at tetrahedra of the
// front: what these hold is moved by them, or by finer ones.
template <typename Visit>
void GovernedTree::visit_effective(Index node, int seed, const Visit& visit) {
  if (only_level_ >= 0) return visit(governors_->of(node, only_level_), only_level_);
  const int first_level = std::max(seed, governors_->level_of(node));
  ++search_;
  waiting_.clear();
  const Index first = governors_->number_of_first(node, first_level);
  for (Index i = 0; i < static_cast<Index>(governors_->of(node, first_level).size()); ++i)
    waiting_.push_back(first + i);
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Index g = waiting_[i];
    const Governor& governor = governors_->governor(g);
    if (front_[governor.simplex] != 0) {
      visit(std::span(&governor, 1), governors_->level_of_simplex(governor.simplex));
      continue;
    }
    for (const Index to : governors_->coarser(g))
      if (seen_[to] != search_) seen_[to] = search_, waiting_.push_back(to);
  }
}

void GovernedTree::fit_from_governors(Index node, int seed) {
  LeastCorners corners;
  Signature own, meets;
  int finest = governors_->level_count() - 1;
  visit_effective(node, seed, [&](std::span<const Governor> governors, int level) {
    extend(governors, corners);
    finest = std::min(finest, level);
    for (const Governor& g : governors) {
      own.add(g.simplex);
      if (!may_meet_.empty()) meets.add(may_meet_[g.simplex]);
    }
  });
  boxes_[node] = corners.box(margin_);
  own_[node] = own;
  meets_[node] = may_meet_.empty() ? Signature::full() : meets;
  finest_[node] = static_cast<signed char>(finest);
  fitted_[node] = fit_;
}

void GovernedTree::extend(std::span<const Governor> governors, LeastCorners& corners) const {
  for (int state = 0; state < states_; ++state) {
    if (!sorts_each_time_) {
      bound(governors, sorted_[state].data(), *kernels_, corners);
      continue;
    }
    for (Governor g : governors) {
      SortedSimplex sorted;
      sort(g.simplex, state, sorted);
      g.simplex = 0;
      bound({&g, 1}, &sorted, *kernels_, corners);
    }
  }
}

void GovernedTree::open(Index node) {
  opened_[node] = fit_;
  for (const Index child : {node + 1, tree_->nodes()[node].right})
    if (fitted_[child] != fit_) fit_from_governors(child, finest_[node]), ++counts_.opened;
}

const FloatBox& GovernedTree::box(Index node) {
  if (fitted_[node] != fit_) {
    box(parent_[node]);
    open(parent_[node]);
  }
  return boxes_[node];
}

FloatCorner GovernedTree::vertex_at(Index vertex, int state) const {
  const Governors::Place& place =
      governors_->place(vertex, only_level_ >= 0 ? only_level_ : level_of_vertex(vertex));
  const auto& nodes = governors_->simplices()[place.simplex];
  const FloatCorner* x = nodes_[state].data();
  return (place.weight[0] * x[nodes[0]] + place.weight[1] * x[nodes[1]]) +
         (place.weight[2] * x[nodes[2]] + place.weight[3] * x[nodes[3]]);
}

void GovernedTree::fit_vertex(Index vertex) {
  const FloatCorner margin = {margin_, margin_, margin_, 0};
  FloatCorner lower = vertex_at(vertex, 0), upper = lower;
  if (states_ == 2) {
    const FloatCorner end = vertex_at(vertex, 1);
    lower = smaller(lower, end), upper = larger(upper, end);
  }
  FloatBox& box = vertex_boxes_[vertex];
  store_corner(lower - margin, box.lower);
  store_corner(upper + margin, box.upper);
  vertex_placed_[vertex] = placed_;
}

const TriangleLeaf& GovernedTree::leaf(Index number) {
  TriangleLeaf& boxes = leaves_[number];
  if (leaf_fitted_[number] == fit_) return boxes;
  leaf_fitted_[number] = fit_;
  ++counts_.leaves;
  const TriangleLeaf& source = tree_->leaves()[number];
  boxes = source;
  for (int lane = 0; lane < TriangleLeaf::kSize; ++lane) {
    FloatBox box;
    if (source.vertex[0][lane] >= 0) {
      box = vertex_box(source.vertex[0][lane]);
      box.extend(vertex_box(source.vertex[1][lane]));
      box.extend(vertex_box(source.vertex[2][lane]));
    }
    for (int axis = 0; axis < 3; ++axis)
      boxes.lower[axis][lane] = box.lower[axis], boxes.upper[axis][lane] = box.upper[axis];
  }
  return boxes;
}

void GovernedTree::self_overlaps(std::vector<TrianglePair>& pairs) {
  pairs.clear();
  const LeafKernels& kernels = leaf_kernels_for(best_instruction_set());
  stack_.clear();
  const auto push = [&](Index a, Index b) {
    if ((a == b || overlap(boxes_[a], boxes_[b])) && meets_[a].meets(own_[b])) stack_.push_back({a, b});
  };
  push(0, 0);
  while (!stack_.empty()) {
    const auto [i, j] = stack_.back();
    stack_.pop_back();
    const RefitTree::Node &a = tree_->nodes()[i], &b = tree_->nodes()[j];
    if (a.is_leaf() && b.is_leaf()) {
      unsigned long long bits = kernels.overlaps_apart(leaf(a.leaf()), leaf(b.leaf()), 0);
      if (i == j) bits &= 0x0080C0E0F0F8FCFEULL;  // one half of the pairs counts
      for (; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const Index s = tree_->triangles_of(a.leaf())[bit / 8], t = tree_->triangles_of(b.leaf())[bit % 8];
        pairs.push_back({std::min(s, t), std::max(s, t)});
      }
      continue;
    }
    if (!a.is_leaf() && opened_[i] != fit_) open(i);
    if (!b.is_leaf() && opened_[j] != fit_) open(j);
    if (i == j) {
      push(i + 1, i + 1), push(a.right, a.right), push(i + 1, a.right);
    } else if (b.is_leaf() || (!a.is_leaf() && a.leaves > 2 * b.leaves)) {
      push(i + 1, j), push(a.right, j);
    } else if (a.is_leaf() || b.leaves > 2 * a.leaves) {
      push(i, j + 1), push(i, b.right);
    } else {
      push(i + 1, j + 1), push(i + 1, b.right), push(a.right, j + 1), push(a.right, b.right);
    }
  }
}

Vec3 GovernedTree::position(Index vertex) const {
  const Governors::Place& place = governors_->place(vertex, level_of_vertex(vertex));
  const auto& nodes = governors_->simplices()[place.simplex];
  const Vec3 first = step_.end[nodes[0]];
  Vec3 p = first;
  for (int k = 1; k < 4; ++k) p += static_cast<double>(place.weight[k]) * (step_.end[nodes[k]] - first);
  return p;
}

std::vector<Index> GovernedTree::effective_governors(Index node) {
  std::vector<Index> found;
  visit_effective(node, 0, [&](std::span<const Governor> governors, int) {
    for (const Governor& g : governors) found.push_back(g.simplex);
  });
  std::ranges::sort(found);
  return found;
}

std::size_t GovernedTree::bytes() const {
  const auto size = [](const auto& v) { return v.capacity() * sizeof v[0]; };
  return size(parent_) + size(vertex_boxes_) + size(vertex_placed_) + size(boxes_) + size(own_) +
         size(meets_) + size(fitted_) + size(opened_) + size(leaves_) + size(sorted_[0]) + size(sorted_[1]) +
         size(nodes_[0]) + size(nodes_[1]);
}

}  // namespace sinew
