#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/scratch_pool.h"
#include "collision/overlapping_boxes.h"
#include "contact/attachments.h"
#include "contact/collider.h"
#include "contact/pair_rules.h"

namespace sinew {

// Finds pairs of features that come near each other in a step: of all colliders, and of each with itself.
class NearFeatures {
 public:
  // Which features are near enough to be looked at.
  struct Search {
    double margin_in_gaps;  // half of how near they are
    bool with_neighbours;   // whether triangles that share a vertex count, if they may cross
  };

  // What attachments join does not collide.
  void find(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
            const Search& search);
  // To be called after find() if find_moved() is to follow in the same step.
  void remember_ends(std::span<const Collider> colliders);
  // The same search again, for pairs with a vertex whose path has changed since.
  void find_moved(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
                  const Search& search);
  // Whether a vertex of it had another path in the last find_moved() than in the search before.
  bool has_moved(const FeaturePair& pair) const;
  // Whether the last search covered it.
  bool is_looked_at(const FeaturePair& pair) const { return !only_moved_ || has_moved(pair); }

  // Calls judge(features, what it finds) for all features of all pairs, in parts side by side, and appends what was
  // found to `all`, in order. Features of one call are of the same two colliders. `parts` is work space.
  template <typename Found, typename Judge>
  void judge(std::vector<std::vector<Found>>& parts, std::vector<Found>& all, const Judge& judge);

  // Around the paths of the colliders in the step, by the last search.
  std::span<const Box3> boxes() const { return boxes_; }
  // A collider has another surface.
  void forget(std::size_t collider) {
    if (collider < fits_.size()) fits_[collider] = 0;
  }
  // What boxes of triangles are relative to, m; none before the first step.
  const std::optional<Vec3>& origin() const { return origin_; }
  void set_origin(const std::optional<Vec3>& origin) { origin_ = origin; }

 private:
  // The pairs of features of two colliders, or of one with itself, whose boxes overlap.
  struct NearPair {
    Index a, b;
    std::vector<FeaturePair> features;
  };
  // Memory of a search in one pair.
  struct Scratch {
    OverlapScratch overlaps;
    std::vector<TrianglePair> triangles;
  };

  void search_all(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
                  const Search& search);
  void choose_origin(std::span<const Collider> colliders);
  void fit(std::span<Collider> colliders, const Search& search);
  void find_features(std::span<Collider> colliders, const Search& search, NearPair& pair);
  // How much larger boxes of a collider are made, m.
  double margin_of(const Collider& collider, const Search& search) const;
  bool is_looked_at(Index collider) const { return !only_moved_ || has_moved_[collider] != 0; }
  WhichPairs which() const { return only_moved_ ? WhichPairs::kMarked : WhichPairs::kAll; }
  void mark(Collider& collider, Index number) const;

  std::optional<Vec3> origin_;
  bool only_moved_ = false;
  std::vector<std::vector<Vec3>> ends_;   // per collider: of the paths that were searched last, m
  std::vector<std::vector<char>> moved_;  // per collider and vertex: its path has changed since
  std::vector<char> has_moved_;           // per collider

  // Work space.
  BoxSweep sweep_;
  ScratchPool<Scratch> scratch_;
  std::vector<Box3> boxes_;
  std::vector<char> fits_;  // per collider: it stays, and its boxes fit with a margin that is large enough
  double largest_gap_ = 0;
  std::vector<std::array<Index, 2>> near_;
  std::vector<NearPair> pairs_;  // the first pair_count_ count
  std::size_t pair_count_ = 0;
  std::vector<Index> first_feature_;  // of each pair, among all of them
};

template <typename Found, typename Judge>
void NearFeatures::judge(std::vector<std::vector<Found>>& parts, std::vector<Found>& all,
                         const Judge& judge_some) {
  constexpr Index kFeatures = 512;  // per chunk of the loop
  first_feature_.assign(1, 0);
  for (std::size_t k = 0; k < pair_count_; ++k)
    first_feature_.push_back(first_feature_.back() + static_cast<Index>(pairs_[k].features.size()));
  const Index count = first_feature_.back();
  const std::size_t chunks = (count + kFeatures - 1) / kFeatures;
  if (parts.size() < chunks) parts.resize(chunks);
  parallel_for(count, kFeatures, [&](Index begin, Index end) {
    std::vector<Found>& part = parts[begin / kFeatures];
    part.clear();
    std::size_t k = std::ranges::upper_bound(first_feature_, begin) - first_feature_.begin() - 1;
    for (Index f = begin; f < end; ++k) {
      const Index first = first_feature_[k], last = std::min(end, first_feature_[k + 1]);
      const std::span<const FeaturePair> features(pairs_[k].features);
      if (last > f) judge_some(features.subspan(f - first, last - f), part);
      f = last;
    }
  });
  for (std::size_t part = 0; part < chunks; ++part)
    all.insert(all.end(), parts[part].begin(), parts[part].end());
}

}  // namespace sinew
