#include "linalg/cholesky/separator_refinement.h"

#include <queue>

namespace sinew {

namespace {

class Refinement {
 public:
  Refinement(const Graph& graph, Index limit, std::vector<Side>& sides)
      : graph_(graph),
        limit_(limit),
        side_(sides),
        moved_(graph.size(), 0),
        gain_{std::vector<Index>(graph.size(), 0), std::vector<Index>(graph.size(), 0)},
        weights_(side_weights(graph, sides)) {}

  // Returns whether the separator became better.
  bool pass() {
    constexpr int kPatience = 120;  // moves in a row that gain nothing
    moved_.assign(moved_.size(), 0);
    log_.clear();
    queue_[kLeft] = queue_[kRight] = {};
    for (Index v = 0; v < graph_.size(); ++v)
      if (side_[v] == kBetween) enter(v);
    SideWeights best = weights_;
    std::size_t best_moves = 0;
    for (int without = 0; without < kPatience; ++without) {
      if (!move_best()) break;
      if (weights_.better_than(best)) best = weights_, best_moves = log_.size(), without = 0;
    }
    for (std::size_t k = log_.size(); k > best_moves; --k) put(log_[k - 1].vertex, log_[k - 1].before);
    return best_moves > 0;
  }

 private:
  struct Candidate {
    Index gain, vertex;
    bool operator<(const Candidate& other) const {
      return gain != other.gain ? gain < other.gain : vertex > other.vertex;
    }
  };
  struct Change {
    Index vertex;
    Side before;
  };

  // Queues a vertex of the separator for both parts.
  void enter(Index v) {
    if (moved_[v] != 0) return;
    Index pulled[3] = {0, 0, 0};
    for (const Index u : graph_.neighbours(v)) pulled[side_[u]] += graph_.weight[u];
    for (const Side to : {kLeft, kRight}) {
      gain_[to][v] = graph_.weight[v] - pulled[1 - to];
      queue_[to].push({gain_[to][v], v});
    }
  }

  void add_gain(Side to, Index v, Index more) {
    if (moved_[v] != 0) return;
    gain_[to][v] += more;
    queue_[to].push({gain_[to][v], v});
  }

  void put(Index v, Side side) {
    weights_.of[side_[v]] -= graph_.weight[v];
    weights_.of[side] += graph_.weight[v];
    side_[v] = side;
  }
  void change(Index v, Side side) {
    log_.push_back({v, side_[v]});
    put(v, side);
  }

  // The best vertex to move there, or -1. Drops what has changed since it was queued.
  Index best_for(Side to) {
    auto& queue = queue_[to];
    while (!queue.empty()) {
      const auto [gain, v] = queue.top();
      const bool valid = side_[v] == kBetween && moved_[v] == 0 && gain == gain_[to][v];
      const bool fits = weights_.of[to] + graph_.weight[v] <= limit_ || weights_.of[to] < weights_.of[1 - to];
      if (valid && fits) return v;
      if (valid) return -1;
      queue.pop();
    }
    return -1;
  }

  bool move_best() {
    const Index left = best_for(kLeft), right = best_for(kRight);
    if (left < 0 && right < 0) return false;
    Side to = kLeft;
    if (left < 0)
      to = kRight;
    else if (right >= 0) {
      const Index more = gain_[kRight][right] - gain_[kLeft][left];
      if (more > 0 || (more == 0 && weights_.of[kRight] < weights_.of[kLeft])) to = kRight;
    }
    move(to == kLeft ? left : right, to);
    return true;
  }

  void move(Index v, Side to) {
    const Side from = static_cast<Side>(1 - to);
    change(v, to);
    moved_[v] = 1;
    for (const Index u : graph_.neighbours(v)) {
      if (side_[u] == kBetween) add_gain(from, u, -graph_.weight[v]);
      if (side_[u] != from) continue;
      change(u, kBetween);
      for (const Index w : graph_.neighbours(u))
        if (side_[w] == kBetween) add_gain(to, w, graph_.weight[u]);
      enter(u);
    }
  }

  const Graph& graph_;
  Index limit_;
  std::vector<Side>& side_;
  std::vector<char> moved_;     // in this pass
  std::vector<Index> gain_[2];  // by which the separator gets lighter, per part to move to
  std::priority_queue<Candidate> queue_[2];
  std::vector<Change> log_;
  SideWeights weights_;
};

}  // namespace

SideWeights side_weights(const Graph& graph, const std::vector<Side>& sides) {
  SideWeights weights;
  for (Index v = 0; v < graph.size(); ++v) weights.of[sides[v]] += graph.weight[v];
  return weights;
}

void refine_separator(const Graph& graph, Index limit, std::vector<Side>& sides) {
  constexpr int kPasses = 8;
  Refinement refinement(graph, limit, sides);
  for (int pass = 0; pass < kPasses && refinement.pass();) ++pass;
}

}  // namespace sinew
